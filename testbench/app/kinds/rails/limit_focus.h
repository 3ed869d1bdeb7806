#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "testbench/app/results/wave_focus.h"
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
  /// Time that a rail spent with one value of its `limit`, in grains.
  struct Time {
    std::uint64_t all = 0;
    std::uint64_t window = 0;  ///< in the window that is open
    Cycles since;              ///< first grain of it in that window
    std::uint64_t most = 0;    ///< in the window with most
    Cycles most_begin;         ///< begin of that window
    Cycles most_since;
  };
  struct Rail {
    std::size_t probe = 0;
    std::uint64_t value = 0;
    std::map<std::uint64_t, Time> times{};
  };
  /// Adds the time from the last change to `cycle`.
  void go_on(Cycles cycle);
  void end_window();
  [[nodiscard]] WaveGroup group(std::size_t rail, std::uint64_t value, const Time& time) const;

  const ProbeList& probes_;
  const RailsExperiment& experiment_;
  std::vector<Rail> rails_;
  std::vector<std::size_t> rail_of_probe_;  ///< by probe: its rail, or the number of rails
  bool begun_ = false;
  Cycles window_;  ///< begin of the window that is open
  Cycles last_;    ///< time up to which everything is added
};

}  // namespace tactus
