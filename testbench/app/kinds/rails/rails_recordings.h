#pragma once

#include <memory>
#include <optional>
#include <string>

#include "testbench/app/kinds/rails/rails_execution.h"
#include "testbench/app/results/wheel_waves.h"
#include "tlm_models/node/rdma/rails_waves.h"

namespace tactus {

/// Why waves of rails cannot be recorded around an event; empty if they can.
std::string no_event_of_rails(const WavesAround& around);

/// Waves of two nodes joined by rails.
class RailsRecordings final : public Recordings {
 public:
  /// Before the first run of `experiment`, which must outlive it. `options` has a folder and asks for waves.
  RailsRecordings(const Scenario& scenario, RailsExperiment& experiment, const RecordingOptions& options);

  void violated(bool stalled) override { wheel_.recording().violated(stalled); }
  void finish(Picoseconds end, RunSummary& summary) override;
  [[nodiscard]] std::optional<WavesNote> waves_note() const override;

 private:
  std::optional<WavesAround> around_;
  RailsWaves waves_;
  WheelWaves wheel_;
};

}  // namespace tactus
