#pragma once

#include <cstdint>
#include <deque>

#include "hw/common/units.h"
#include "testbench/app/results/probe_sampler.h"

namespace tactus {

/// The past of a waveform in memory, as long as is asked for or as its limit allows: all values in the first cycle that
/// it remembers, and what has changed since.
///
/// Cycles in which nothing changes take no memory, and nothing is forgotten in them. Plain class.
class WaveHistory {
 public:
  /// Remembers at least the `before` cycles before the last change, but no more changes than `memory` holds.
  WaveHistory(Cycles before, Bytes memory);

  /// Cycle after cycle. The first time all probes have changed at the edge, numbered one after the other.
  void add(Cycles cycle, const WaveChanges& changes);

  [[nodiscard]] bool empty() const { return base_.empty(); }
  /// The earliest cycle that it remembers.
  [[nodiscard]] Cycles first() const { return first_; }
  [[nodiscard]] Cycles last() const { return last_; }
  [[nodiscard]] Cycles last_change() const { return last_change_; }
  /// That the changes take.
  [[nodiscard]] Bytes used() const {
    return Bytes{changes_.size() * sizeof(WaveChange) + marks_.size() * sizeof(Mark)};
  }

  /// Calls `show(cycle, changes)` for every cycle from `from`, one that it remembers, to the last; in `from` all probes
  /// have changed.
  template <class Show>
  void replay(Cycles from, Show&& show) const;

 private:
  struct Mark {
    Cycles cycle;
    std::size_t changes = 0;
  };

  void remember(Cycles cycle, WaveChanges::const_iterator begin, WaveChanges::const_iterator end);
  /// First cycle at whose edge all changes of the oldest mark have happened.
  [[nodiscard]] Cycles oldest_over() const {
    const Mark& oldest = marks_.front();
    return changes_[oldest.changes - 1].after == 0 ? oldest.cycle : oldest.cycle + Cycles{1};
  }
  void forget_oldest();
  void take_into(WaveChanges& all, const WaveChange& change) const {
    all[place_of(change)] = {change.probe, change.value};
  }
  /// In values of all probes.
  [[nodiscard]] std::size_t place_of(const WaveChange& change) const { return change.probe - base_.front().probe; }

  Cycles before_;
  Bytes memory_;
  WaveChanges base_;  ///< all values in cycle `first_`
  Cycles first_;
  Cycles last_;
  Cycles last_change_;
  std::deque<Mark> marks_;  ///< cycles in which something changed after the edge of `first_`
  std::deque<WaveChange> changes_;
};

template <class Show>
void WaveHistory::replay(Cycles from, Show&& show) const {
  WaveChanges changes = base_;
  auto mark = marks_.begin();
  auto change = changes_.begin();
  WaveChanges later;  // in cycle `from`, after its edge
  for (; mark != marks_.end() && mark->cycle <= from; ++mark) {
    for (std::size_t i = 0; i < mark->changes; ++i, ++change) {
      if (mark->cycle == from && change->after != 0) {
        later.push_back(*change);
      } else {
        take_into(changes, *change);
      }
    }
  }
  changes.insert(changes.end(), later.begin(), later.end());
  show(from, changes);
  for (Cycles cycle = from + Cycles{1}; cycle <= last_; cycle += Cycles{1}) {
    changes.clear();
    if (mark != marks_.end() && mark->cycle == cycle) {
      for (std::size_t i = 0; i < mark->changes; ++i, ++change) changes.push_back(*change);
      ++mark;
    }
    show(cycle, changes);
  }
}

}  // namespace tactus
