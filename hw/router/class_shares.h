#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"

namespace tactus {

/// Which class has its turn at each output of a router (docs/reference/classes.md, CLASS-4): the highest priority of
/// those that can be granted something, and among classes of one priority deficit round robin in flits. A class has an
/// account at each output. Every round adds its share, every packet takes its flits; the class may send whose account
/// is above 0. If nobody's is, the rounds pass at once until somebody's is. Plain class; it changes with grants alone.
class ClassShares {
 public:
  ClassShares(const RouterConfig& config, RouterPorts ports);

  void reset();
  /// The class of one of the requesters in `candidates`, not none, that is granted `out_port` now.
  [[nodiscard]] int take_turn(int out_port, RequestMask candidates);
  /// Its requesters.
  [[nodiscard]] RequestMask requesters(int message_class) const { return classes_[index(message_class)].requesters; }
  /// The class has been granted a packet of so many flits.
  void charge(int out_port, int message_class, int flits) { accounts_[index(out_port)][index(message_class)] -= flits; }

 private:
  struct OneClass {
    int priority = 0;
    int share = 1;
    RequestMask requesters = 0;
  };
  /// Flits, by class.
  using Accounts = std::array<std::int32_t, kMaxVirtualChannels>;
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void pass_rounds(Accounts& accounts, int priority, int rounds) const;

  std::vector<OneClass> classes_;
  std::vector<Accounts> accounts_;  ///< by output
};

}  // namespace tactus
