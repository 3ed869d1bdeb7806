#pragma once

#include <systemc>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/wave_hierarchy.h"
#include "testbench/app/results/wave_sink.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// Records probes as a waveform, `waves.fst` or `waves.vcd`, with a save file for GTKWave, `waves.gtkw`.
///
/// `probes` is asked once, when everything is elaborated. Every cycle that begins in the window [from, to) is sampled a
/// quarter of a period after its edge, before software acts; the values stand in the file from the edge on. `clock.clk`
/// and `clock.cycle` are added. Outside the window it costs nothing. Reference: docs/reference/waves.md. Throws
/// ResultFileError.
class WaveRecorder : public sc_core::sc_module {
 public:
  WaveRecorder(const sc_core::sc_module_name& name, std::function<ProbeList()> probes, const WavesConfig& waves,
               Picoseconds clock, std::filesystem::path folder);

  /// After the simulation: completes the files. No file is written if no cycle of the run was in the window.
  void finish();
  /// Cycles recorded so far.
  [[nodiscard]] Cycles recorded() const { return recorded_; }

 private:
  void start_of_simulation() override;
  void on_cycle();
  void record(Cycles cycle);
  void declare(const WaveScope& scope);
  [[nodiscard]] std::string dump_name() const;

  std::function<ProbeList()> make_probes_;
  ProbeList probes_;  ///< clk and cycle first
  WaveScope hierarchy_;
  WavesConfig waves_;
  Picoseconds clock_;
  std::filesystem::path folder_;
  std::unique_ptr<WaveSink> sink_;
  std::vector<std::size_t> signal_of_;  ///< number in the file, by probe
  std::size_t declared_ = 0;
  std::vector<std::uint64_t> values_;  ///< last written, by probe
  Cycles first_cycle_;
  Cycles recorded_;
  std::uint64_t shown_cycle_ = 0;
};

}  // namespace tactus
