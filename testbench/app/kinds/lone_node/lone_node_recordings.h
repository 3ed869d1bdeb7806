#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/kinds/lone_node/lone_node_config.h"
#include "testbench/app/results/wheel_waves.h"
#include "testbench/app/run/recordings.h"
#include "testbench/app/scenario/scenario.h"
#include "tlm_models/node/copies/many_core_waves.h"

namespace tactus {

/// Why waves of a node alone cannot be recorded around an event; empty if they can.
std::string no_event_of_lone_node(const WavesAround& around);

/// Waves of a node of many cores, case after case.
class LoneNodeRecordings final : public Recordings {
 public:
  /// `options` has a folder and asks for waves; `cases` are those of `scenario`.
  LoneNodeRecordings(const Scenario& scenario, const std::vector<NodeCase>& cases, const RecordingOptions& options);

  [[nodiscard]] ManyCoreWaves& waves() { return waves_; }
  void violated(bool stalled) override { wheel_.recording().violated(stalled); }
  void finish(Picoseconds end, RunSummary& summary) override;
  [[nodiscard]] std::optional<WavesNote> waves_note() const override;

 private:
  Clock cycle_;  ///< clock of the cores
  std::optional<WavesAround> around_;
  WheelWaves wheel_;
  ManyCoreWaves waves_;
};

}  // namespace tactus
