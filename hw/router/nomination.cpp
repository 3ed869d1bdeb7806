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
      chances_(no_chances()),
      others_(index(ports_count_ * (places_ - 1))) {}

void Nomination::reset() {
  outputs_ = 0;
  for (int port = 0; port < ports_count_; ++port) at(port) = {};
  chances_ = no_chances();
}

void Nomination::set_among_others(int in_port, const Stated& request) {
  int number = at(in_port).count++;
  assert(number < places_);
  for (; number != 0 && is_earlier(request, stated(in_port, number - 1)); --number) {
    stated(in_port, number) = stated(in_port, number - 1);
  }
  stated(in_port, number) = request;
  // What the port nominates at its chance stays what it nominates.
  if (number <= at(in_port).nominee) ++at(in_port).nominee;
}

void Nomination::remove_nominee(int in_port, bool asks_on) {
  if (!asks_on) at(nominee(in_port).out_port).asking &= ~port_bit(in_port);
  const int last = --at(in_port).count;
  for (int number = at(in_port).nominee; number < last; ++number) stated(in_port, number) = stated(in_port, number + 1);
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
