#include "hw/router/oldest_nomination.h"

#include <algorithm>
#include <cassert>

namespace tactus {

namespace {

bool is_earlier(const OldestNomination::Stated& a, const OldestNomination::Stated& b) {
  if (a.routed != b.routed) return is_before(a.routed, b.routed);
  return a.out_port != b.out_port ? a.out_port < b.out_port : a.requester < b.requester;
}

}  // namespace

OldestNomination::OldestNomination(const RouterConfig& config, RouterPorts ports)
    : places_(config.virtual_channels * (asks_for_one_output(config) ? 1 : ports.count())),
      reciprocal_(0xFFFFU / static_cast<unsigned>(config.virtual_channels) + 1),
      stated_(index(ports.count() * places_)) {}

void OldestNomination::reset() {
  outputs_ = 0;
  counts_.fill(0);
  foreseen_.fill(0);
  requesters_.fill(0);
}

void OldestNomination::set(int out_port, int requester, const SwitchRequest& request) {
  const int in_port = port_of(requester);
  const SwitchNeed& need = request;
  const Stated stated{request.routed, need, static_cast<std::uint8_t>(out_port), static_cast<std::uint8_t>(requester)};
  std::uint8_t& count = counts_[index(in_port)];
  assert(count < places_);
  Stated* const first = begin(in_port);
  Stated* place = first + count;
  for (; place != first && is_earlier(stated, place[-1]); --place) *place = place[-1];
  *place = stated;
  ++count;
}

void OldestNomination::remove(int out_port, int requester) {
  const int in_port = port_of(requester);
  std::uint8_t& count = counts_[index(in_port)];
  Stated* const end = begin(in_port) + count;
  Stated* const granted = std::find_if(begin(in_port), end, [&](const Stated& stated) {
    return stated.out_port == out_port && stated.requester == requester;
  });
  assert(granted != end);
  std::move(granted + 1, end, granted);
  --count;
  foreseen_[index(in_port)] = std::min(foreseen_[index(in_port)], count);
}

}  // namespace tactus
