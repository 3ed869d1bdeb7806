#include "hw/router/nomination.h"

#include <algorithm>
#include <cassert>

namespace tactus {

namespace {

bool is_earlier(const Nomination::Stated& a, const Nomination::Stated& b) {
  if (a.rank != b.rank) return is_before(a.rank, b.rank);
  return a.out_port != b.out_port ? a.out_port < b.out_port : a.requester < b.requester;
}

}  // namespace

Nomination::Nomination(const RouterConfig& config, RouterPorts ports)
    : numbers_(config.virtual_channels),
      rank_(policy(config.input_nomination).rank),
      places_(config.virtual_channels * (asks_for_one_output(config) ? 1 : ports.count())),
      ports_count_(ports.count()),
      ports_(index(ports_count_)),
      chances_(ports_count_),
      stated_(index(ports_count_ * places_)) {}

void Nomination::reset() {
  outputs_ = 0;
  for (int port = 0; port < ports_count_; ++port) at(port) = {};
  chances_ = Chances(ports_count_);
}

void Nomination::set_among_others(int in_port, const Stated& stated) {
  std::uint8_t& count = at(in_port).count;
  assert(count < places_);
  Stated* const first = begin(in_port);
  Stated* place = first + count;
  for (; place != first && is_earlier(stated, place[-1]); --place) *place = place[-1];
  *place = stated;
  ++count;
  // What the port nominates at its chance stays what it nominates.
  if (place - first <= at(in_port).nominee) ++at(in_port).nominee;
}

void Nomination::remove_nominee(int in_port, bool asks_on) {
  const Stated* const last = begin(in_port) + --at(in_port).count;
  Stated* place = begin(in_port) + at(in_port).nominee;
  if (!asks_on) at(place->out_port).asking &= ~port_bit(in_port);
  for (; place != last; ++place) *place = place[1];
}

void Nomination::note_lacking(int in_port, PortSet lacking) {
  PortSet& before = at(in_port).lacking;
  for (PortSet rest = before & ~lacking; rest != 0; rest &= rest - 1) {
    at(first_port(rest)).lacked_by &= ~port_bit(in_port);
  }
  for (PortSet rest = lacking & ~before; rest != 0; rest &= rest - 1) {
    at(first_port(rest)).lacked_by |= port_bit(in_port);
  }
  before = lacking;
}

}  // namespace tactus
