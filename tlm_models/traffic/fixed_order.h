#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// Finds operations of one rank that come before or after every other one of a set, whatever the times.
class FixedOrder {
 public:
  using Index = Schedule::Index;

  /// `order`: all operations of `program`, which has been matched, in an order in which they can begin. Both outlive
  /// this.
  FixedOrder(const Schedule::Program& program, const std::vector<Index>& order);

  /// By operation: it is in the set, and each other one of the set has been given to the machine before it, or is after
  /// it. A send, and any step, is given to the machine when its call returns: before another one of its processor
  /// begins.
  [[nodiscard]] std::vector<bool> find(const std::function<bool(Index)>& in_set) const;

 private:
  using Numbers = std::vector<Index>;

  void keep_before(const Numbers& number, std::vector<bool>& fixed) const;
  void keep_after(const Numbers& number, std::vector<bool>& fixed) const;
  /// An operation that depends so begins after `each.earlier` has been given to the machine, not only begun.
  [[nodiscard]] bool carries(const Schedule::Dependency& each) const;

  const Schedule::Program& program_;
  const std::vector<Index>& order_;
  Numbers first_;  ///< first of the dependencies of each operation, and one more
};

}  // namespace tactus
