#pragma once

#include <filesystem>
#include <functional>

#include "hw/common/probe_time.h"
#include "hw/common/wheel_watcher.h"
#include "testbench/app/results/wave_recording.h"

namespace tactus {

/// Records a machine that runs on an event wheel and has no clock: a sample at the end of each grain in which something
/// happens, or in which a value changes by the time alone. So the file is what a sample of every grain would give.
class WheelWaves final : public WheelWatcher {
 public:
  /// First time after `now` at which a value changes although nothing happens; `Picoseconds::max()` if never.
  using NextChange = std::function<Picoseconds(Picoseconds now)>;

  /// `grain` is that of the machine's event wheel.
  WheelWaves(const WavesConfig& waves, std::filesystem::path folder, Clock grain = grains());

  [[nodiscard]] WaveRecording& recording() { return recording_; }
  [[nodiscard]] const WaveRecording& recording() const { return recording_; }
  /// Time of the sample that is being taken, for the probes.
  [[nodiscard]] ProbeTime time() {
    return [this] { return now_; };
  }
  /// Before the run; as WaveRecording::begin.
  void begin(const ProbeList& probes, NextChange next_change, const WaveRecording::MakeFocus& make_focus,
             const MakeWaveTexts& make_texts = {});

  [[nodiscard]] bool wants(Picoseconds until) const override {
    return !ended_ && recording_.first() < grain_.covering(until);
  }
  void before(Picoseconds next) override;
  void after(Picoseconds now) override;
  void touched() override { touched_ = true; }

  /// Grains of an event wheel of picoseconds.
  [[nodiscard]] static Clock grains();

 private:
  void sample(Cycles grain);

  Clock grain_;
  WaveRecording recording_;
  NextChange next_change_;
  Picoseconds now_;
  bool sampled_ = false;
  bool touched_ = false;
  bool ended_ = false;  ///< the window is over
};

}  // namespace tactus
