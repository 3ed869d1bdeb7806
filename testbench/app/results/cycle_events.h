#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/common/units.h"

namespace tactus {

/// Kinds of events that have their place among the events of a cycle.
enum class TraceEvent : std::uint8_t { kInjection, kGrant, kMessage, kSequence, kWork };

/// Texts of events, put in one order: by cycle, those of one cycle by kind and by who does them. Levels tell of what
/// happens in a cycle in different orders, which mean nothing. Plain class.
class CycleEvents {
 public:
  /// An event of `cycle`, not before the last one; before it, `write(text)` is called for all of earlier cycles. Those
  /// of one kind and one `actor` keep their order.
  template <class Write>
  void add(Cycles cycle, TraceEvent kind, std::uint64_t actor, std::string text, Write&& write) {
    if (cycle != cycle_) flush(write);
    cycle_ = cycle;
    events_.push_back({kind, actor, std::move(text)});
  }
  /// Nothing more happens in the cycle of the last event.
  template <class Write>
  void flush(Write&& write) {
    std::stable_sort(events_.begin(), events_.end());
    for (const Event& event : events_) write(event.text);
    events_.clear();
  }

 private:
  struct Event {
    TraceEvent kind = TraceEvent::kInjection;
    std::uint64_t actor = 0;
    std::string text;

    friend bool operator<(const Event& a, const Event& b) {
      return std::tie(a.kind, a.actor) < std::tie(b.kind, b.actor);
    }
  };

  Cycles cycle_;
  std::vector<Event> events_;
};

}  // namespace tactus
