#include "hw/router/class_shares.h"

namespace tactus {

ClassShares::ClassShares(const RouterConfig& config, RouterPorts ports)
    : classes_(config.classes), requesters_(config.classes.size()), turns_(index(ports.count())) {
  for (int port = 0; port < ports.count(); ++port) {
    for (int vc = 0; vc < config.virtual_channels; ++vc) {
      requesters_[config.class_of(vc)] |= RequestMask{1} << (port * config.virtual_channels + vc);
    }
  }
}

void ClassShares::reset() {
  for (ClassTurns& turns : turns_) turns.reset();
}

int ClassShares::take_turn(int out_port, RequestMask candidates) {
  unsigned classes = 0;
  for (std::size_t number = 0; number < requesters_.size(); ++number) {
    if ((requesters_[number] & candidates) != 0) classes |= 1U << number;
  }
  return turns_[index(out_port)].take_turn(classes_, classes);
}

}  // namespace tactus
