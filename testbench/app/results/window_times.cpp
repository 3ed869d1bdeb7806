#include "testbench/app/results/window_times.h"

#include <algorithm>
#include <utility>

namespace tactus {

void WindowTimes::enter(std::size_t state) {
  if (times_[state].there++ == 0) occupied_.push_back(state);
}

void WindowTimes::leave(std::size_t state) {
  if (--times_[state].there == 0) occupied_.erase(std::find(occupied_.begin(), occupied_.end(), state));
}

void WindowTimes::go_on(Cycles cycle) {
  if (!begun_) begin_ = window_ = last_ = cycle;
  begun_ = true;
  while (last_ < cycle) {
    const Cycles end = std::min(cycle, window_ + Cycles{length_});
    for (const std::size_t state : occupied_) {
      Time& time = times_[state];
      if (time.window == 0) time.since = last_;
      time.window += time.there * (end - last_).count();
      time.all += time.there * (end - last_).count();
    }
    last_ = end;
    if (end == window_ + Cycles{length_}) end_window();
  }
}

void WindowTimes::end_window() {
  for (Time& time : times_) {
    if (time.window > time.most) {
      time.most = time.window;
      time.most_begin = window_;
      time.most_since = time.since;
    }
    time.window = 0;
  }
  window_ = last_;
}

void WindowTimes::finish(Cycles end) {
  if (!begun_) return;
  go_on(end);
  end_window();
}

WaveHighlight WindowTimes::highlight(std::size_t state, WaveGroup group) const {
  const Time& time = times_[state];
  const std::uint64_t length = std::min(length_, (last_ - time.most_begin).count());
  return {std::move(group), time.most_begin, length, time.most_since, Cycles{length_ / 8}};
}

}  // namespace tactus
