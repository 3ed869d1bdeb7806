#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/router_config.h"

namespace tactus {

/// Which class has its turn at one place that sends packets of several, an output of a router or an engine of a NIC
/// (docs/reference/classes.md, CLASS-3 and CLASS-4): the highest priority of those that could send, and among classes
/// of one priority deficit round robin in flits. A class has an account. Every round adds its share, every packet takes
/// its flits; the class may send whose account is above 0. If nobody's is, the rounds pass at once until somebody's is.
/// Plain class; it changes with packets alone.
class ClassTurns {
 public:
  void reset() { accounts_.fill(0); }
  /// Number of the class that sends now, among those in `candidates`: bit c for class c, not none.
  [[nodiscard]] int take_turn(const std::vector<MessageClass>& classes, unsigned candidates);
  /// The class sends a packet of so many flits.
  void charge(int message_class, int flits) { accounts_[static_cast<std::size_t>(message_class)] -= flits; }

 private:
  void pass_rounds(const std::vector<MessageClass>& classes, int priority, int rounds);

  std::array<std::int32_t, kMaxVirtualChannels> accounts_{};  ///< flits, by class
};

}  // namespace tactus
