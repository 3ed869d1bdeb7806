#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/wheel_watcher.h"

namespace tactus {

/// Values of signals, and changes of them that become known in another order than that of their times: they are kept,
/// and happen when all that is earlier is known. Plain class.
class TimedValues {
 public:
  /// Changes within a cycle of `grains` happen at once.
  TimedValues(std::size_t values, Clock grains) : grains_(grains), values_(values) {}

  /// Value `number` is `value` from `time` on. Of several at one time the last one stands.
  void set(std::size_t number, Picoseconds time, std::uint64_t value) { add({time, number, value, false}); }
  /// Value `number` is greater by `difference`, which may be 2^64 minus something, from `time` on.
  void add(std::size_t number, Picoseconds time, std::uint64_t difference) { add({time, number, difference, true}); }
  /// All values are 0 and no changes are kept. Times of changes count from `zero` on, but none happens before `first`.
  void begin(Picoseconds zero, Picoseconds first);
  /// Everything before `end` is known: it happens, and `watcher` is told of each time.
  void happen(Picoseconds end, WheelWatcher& watcher);

  [[nodiscard]] const std::uint64_t* values() const { return values_.data(); }

 private:
  struct Change {
    Picoseconds time;
    std::size_t number = 0;
    std::uint64_t value = 0;
    bool adds = false;
  };
  void add(const Change& change) { kept_.push_back(change); }
  void apply(const Change& change) {
    std::uint64_t& value = values_[change.number];
    value = change.adds ? value + change.value : change.value;
  }
  [[nodiscard]] Picoseconds time_of(const Change& change) const { return std::max(zero_ + change.time, first_); }

  Clock grains_;
  std::vector<std::uint64_t> values_;
  Picoseconds zero_;
  Picoseconds first_;
  std::vector<Change> kept_;  ///< not yet happened, in the order in which they became known
};

}  // namespace tactus
