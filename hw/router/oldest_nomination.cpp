#include "hw/router/oldest_nomination.h"

namespace tactus {

OldestNomination::OldestNomination(int ports, int virtual_channels)
    : ports_(ports),
      virtual_channels_(virtual_channels),
      routed_(static_cast<std::size_t>(ports * ports * virtual_channels)) {}

void OldestNomination::sort_by_output() {
  outputs_ = 0;
  requesters_.fill(0);
  for (const Nominee& nominee : nominees_) {
    if (nominee.out_port < 0) continue;
    outputs_ |= 1U << nominee.out_port;
    requesters_[static_cast<std::size_t>(nominee.out_port)] |= RequestMask{1} << nominee.requester;
  }
}

}  // namespace tactus
