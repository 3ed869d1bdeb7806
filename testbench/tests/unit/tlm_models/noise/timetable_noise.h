#pragma once

#include <utility>
#include <vector>

#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// The same listed events for every process, in order and apart from each other: noise whose moments a test chooses.
class TimetableNoise final : public NoiseSource {
 public:
  explicit TimetableNoise(std::vector<NoiseEvent> events) : events_(std::move(events)) {}

  [[nodiscard]] Picoseconds awake(std::uint64_t /*process*/, Picoseconds time) const override {
    for (const auto& [start, length] : events_) {
      if (start <= time && time < start + length) return start + length;
    }
    return time;
  }
  [[nodiscard]] Picoseconds next_event(std::uint64_t /*process*/, Picoseconds time) const override {
    for (const NoiseEvent& event : events_) {
      if (event.start >= time) return event.start;
    }
    return Picoseconds::max();
  }
  [[nodiscard]] Picoseconds added(std::uint64_t /*process*/, Picoseconds begin, Picoseconds work) const override {
    Picoseconds sum;
    for (const auto& [start, length] : events_) {
      if (start >= begin && start < begin + work) sum += length;
    }
    return sum;
  }

 private:
  std::vector<NoiseEvent> events_;
};

}  // namespace tactus
