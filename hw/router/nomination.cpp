#include "hw/router/nomination.h"

#include <algorithm>
#include <cassert>

namespace tactus {

static_assert(sizeof(Nomination) <= 384);

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
      stated_(index(ports.count() * places_)) {}

void Nomination::reset() {
  outputs_ = 0;
  counts_.fill(0);
  foreseen_.fill(0);
  asking_.fill(0);
  nominating_.fill(0);
}

void Nomination::set(int out_port, int requester, const SwitchRequest& request) {
  const int in_port = port_of(requester);
  const SwitchNeed& need = request;
  const std::uint32_t rank = rank_({request.routed, request.flits, need.vc_mask, out_port, numbers_.vc(requester)});
  const Stated stated{rank, need, static_cast<std::uint8_t>(out_port), static_cast<std::uint8_t>(requester)};
  std::uint8_t& count = counts_[index(in_port)];
  assert(count < places_);
  Stated* const first = begin(in_port);
  Stated* place = first + count;
  for (; place != first && is_earlier(stated, place[-1]); --place) *place = place[-1];
  *place = stated;
  ++count;
  // One that goes before requests that were foreseen leaves these foreseen.
  if (place - first < foreseen_[index(in_port)]) ++foreseen_[index(in_port)];
  asking_[index(out_port)] = with(asking_[index(out_port)], in_port);
}

void Nomination::remove(int out_port, int requester, bool asks_on) {
  const int in_port = port_of(requester);
  std::uint8_t& count = counts_[index(in_port)];
  Stated* const last = begin(in_port) + --count;
  Stated* place = begin(in_port);
  while (place->out_port != out_port || place->requester != requester) {
    assert(place != last);
    ++place;
  }
  for (; place != last; ++place) *place = place[1];
  if (!asks_on) asking_[index(out_port)] = without(asking_[index(out_port)], in_port);
  foreseen_[index(in_port)] = std::min(foreseen_[index(in_port)], count);
}

}  // namespace tactus
