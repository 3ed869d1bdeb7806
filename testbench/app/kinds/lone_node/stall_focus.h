#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "testbench/app/results/window_times.h"
#include "tlm_models/node/copies/many_core_waves.h"

namespace tactus {

/// Opens a waveform of a node of many cores at the resource for which its processes stalled longest, in the window in
/// which they did so most: windows of 1,024 cycles, from the beginning of the file on.
class StallFocus final : public WaveFocus {
 public:
  static constexpr std::uint64_t kWindow = 1024;

  /// `probes` are those of ManyCoreWaves, and must outlive it.
  explicit StallFocus(const ProbeList& probes);

  void add(Cycles cycle, const WaveChanges& changes) override;
  void finish(Cycles end) override;
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override;

 private:
  static constexpr auto kStalls = static_cast<std::size_t>(ThreadStall::kCount);
  struct Process {
    std::size_t state = 0;  ///< probes
    std::size_t stall = 0;
    std::uint64_t value = 0;  ///< value of `stall`
    Cycles since;             ///< when it got that
    std::array<std::uint64_t, kStalls> times{};
    bool waits = false;  ///< waits for other processes, or has ended
    Cycles waits_since;
    std::uint64_t waited = 0;
  };

  void change(Process& process, std::uint64_t value, Cycles cycle);
  [[nodiscard]] std::vector<const Process*> by_time(std::size_t stall) const;
  [[nodiscard]] WaveGroup group(std::size_t stall) const;
  void add_signals(WaveGroup& group, const std::string& scope, const std::string& prefix,
                   const std::vector<std::string>& names) const;

  const ProbeList& probes_;
  std::vector<Process> processes_;
  std::vector<std::size_t> process_of_;  ///< by probe of a state or a stall; number of processes for others
  WindowTimes times_{kStalls, kWindow};  ///< by value of `stall`
};

}  // namespace tactus
