#pragma once

#include <cstddef>

#include "hw/common/clock.h"
#include "hw/common/wheel_watcher.h"
#include "testbench/app/results/wave_recording.h"

namespace tactus {

/// Samples the signals of a part with cycles of its own, for a recording of a machine with another clock: at the end of
/// each of the part's cycles in which something happens. So the file is what a sample of every such cycle would give.
class WaveLane final : public WheelWatcher {
 public:
  /// Lane `number` of `recording`, which outlives it. `grain` has the part's cycles, whose edges are exact.
  WaveLane(WaveRecording& recording, std::size_t number, Clock grain)
      : recording_(recording), number_(number), grain_(grain) {}

  [[nodiscard]] bool wants(Picoseconds until) const override { return !ended_ && recording_.begins() < until; }
  void before(Picoseconds next) override;
  void after(Picoseconds now) override;
  void touched() override {}

 private:
  [[nodiscard]] Picoseconds end_of_grain(Picoseconds time) const { return grain_.edge(grain_.covering(time)); }

  WaveRecording& recording_;
  std::size_t number_;
  Clock grain_;
  bool begun_ = false;
  bool ended_ = false;  ///< the window is over
};

}  // namespace tactus
