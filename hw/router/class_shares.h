#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/class_turns.h"
#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"

namespace tactus {

/// Which class has its turn at each output of a router, whose requesters are its input VCs. Plain class; it changes
/// with grants alone.
class ClassShares {
 public:
  ClassShares(const RouterConfig& config, RouterPorts ports);

  void reset();
  /// The class of one of the requesters in `candidates`, not none, that is granted `out_port` now.
  [[nodiscard]] int take_turn(int out_port, RequestMask candidates);
  /// Its requesters.
  [[nodiscard]] RequestMask requesters(int message_class) const { return requesters_[index(message_class)]; }
  /// The class has been granted a packet of so many flits.
  void charge(int out_port, int message_class, int flits) { turns_[index(out_port)].charge(message_class, flits); }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::vector<MessageClass> classes_;
  std::vector<RequestMask> requesters_;  ///< by class
  std::vector<ClassTurns> turns_;        ///< by output
};

}  // namespace tactus
