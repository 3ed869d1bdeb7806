#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "testbench/app/results/window_times.h"
#include "tlm_models/node/rdma/rails_experiment.h"

namespace tactus {

/// Opens a waveform of rails at the resource that limited a rail for most of the recorded time, in the window in which
/// it did so longest: windows of 8,192 grains, 2.1 us, from the beginning of the file on.
class LimitFocus final : public WaveFocus {
 public:
  static constexpr std::uint64_t kWindow = 8192;

  /// `probes` have the signals of `experiment`; both must outlive it.
  LimitFocus(const ProbeList& probes, const RailsExperiment& experiment);

  void add(Cycles cycle, const WaveChanges& changes) override;
  void finish(Cycles end) override;
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override;

 private:
  struct Rail {
    std::size_t probe = 0;
    std::size_t first = 0;  ///< state of `times_` for value 0 of its limit; the other values follow
    std::uint64_t value = 0;
  };
  [[nodiscard]] WaveGroup group(std::size_t rail, std::uint64_t value) const;

  const ProbeList& probes_;
  const RailsExperiment& experiment_;
  std::vector<Rail> rails_;
  std::vector<std::size_t> rail_of_probe_;  ///< by probe: its rail, or the number of rails
  WindowTimes times_;
};

}  // namespace tactus
