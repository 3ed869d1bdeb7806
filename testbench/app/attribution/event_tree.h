#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "testbench/app/attribution/path_part.h"
#include "testbench/app/attribution/router_waits.h"

namespace tactus {

/// Where something was waited for or done: a node, and the output of its router or -1.
struct PathPlace {
  std::int32_t node = 0;
  std::int8_t port = -1;

  friend bool operator<(PathPlace a, PathPlace b) { return std::tie(a.node, a.port) < std::tie(b.node, b.port); }
};

/// An event, and why it did not come earlier: it waited for another one, and from that on took what its step says.
template <class Part, class Place>
struct CausedEvent {
  std::uint64_t time = 0;  ///< cycles, or at flow level picoseconds
  Mark cause = kNoMark;    ///< an event before it; kNoMark: the start of the run
  Part part{};
  Place place{};
};
using PathEvent = CausedEvent<PathPart, PathPlace>;

/// A piece of the critical path: the time [begin, end) was spent on one thing at one place.
template <class Part, class Place>
struct TimedStep {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Part part{};
  Place place{};
};
using PathStep = TimedStep<PathPart, PathPlace>;

/// Events and their causes. Those that nobody can come back to any more are forgotten now and then, so that memory does
/// not grow with time as long as what happens at a time goes back to few events before it. An event has the mark of its
/// `cause`, before it. Plain class.
template <class Event>
class EventTree {
 public:
  EventTree() : events_(1) {}

  Mark add(const Event& event) {
    events_.push_back(event);
    return static_cast<Mark>(events_.size() - 1);
  }
  [[nodiscard]] const Event& operator[](Mark mark) const { return events_[mark]; }
  /// The pieces of the way from the start to an event.
  [[nodiscard]] auto steps_to(Mark end) const {
    std::vector<TimedStep<decltype(Event::part), decltype(Event::place)>> steps;
    for (Mark mark = end; mark != kNoMark; mark = events_[mark].cause) {
      const Event& event = events_[mark];
      const std::uint64_t begin = events_[event.cause].time;
      if (begin < event.time) steps.push_back({begin, event.time, event.part, event.place});
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }
  [[nodiscard]] std::size_t size() const { return events_.size() - 1; }
  /// It is time to `keep`.
  [[nodiscard]] bool full() const { return events_.size() > worth_keeping_; }

  /// Forgets all events but those that a mark leads back to. `for_each(change)` calls `change(Mark&)` for every mark
  /// that is held anywhere, twice; the second time the marks change.
  template <class ForEach>
  void keep(ForEach&& for_each) {
    std::vector<Mark> numbers(events_.size());
    for_each([&](Mark& mark) { numbers[mark] = 1; });
    for (std::size_t i = events_.size() - 1; i > 0; --i) {
      if (numbers[i] != 0) numbers[events_[i].cause] = 1;
    }
    Mark next = 1;
    numbers[0] = kNoMark;
    for (std::size_t i = 1; i < events_.size(); ++i) {
      if (numbers[i] == 0) continue;
      numbers[i] = next;
      events_[next] = events_[i];
      events_[next].cause = numbers[events_[i].cause];
      ++next;
    }
    events_.resize(next);
    worth_keeping_ = std::max(kFewEvents, 2 * events_.size());
    for_each([&](Mark& mark) { mark = numbers[mark]; });
  }

 private:
  static constexpr std::size_t kFewEvents = std::size_t{1} << 20U;

  std::vector<Event> events_;  ///< causes before what they cause; the first one stands for the start
  std::size_t worth_keeping_ = kFewEvents;
};

}  // namespace tactus
