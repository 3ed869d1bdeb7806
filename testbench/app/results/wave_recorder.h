#pragma once

#include <systemc>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/blocking_meter.h"
#include "testbench/app/results/gtkwave_save.h"
#include "testbench/app/results/probe_sampler.h"
#include "testbench/app/results/wave_hierarchy.h"
#include "testbench/app/results/wave_history.h"
#include "testbench/app/results/wave_sink.h"
#include "testbench/app/results/wave_trigger.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// Records probes as a waveform, `waves.fst` or `waves.vcd`, with a save file for GTKWave, `waves.gtkw`.
///
/// `probes` is asked once, when everything is elaborated. Every cycle that begins in the window [from, to) is sampled a
/// quarter of a period after its edge, before software acts; the values stand in the file from the edge on. `clock.clk`
/// and `clock.cycle` are added. Outside the window it costs nothing. Around an event whose time is not known before,
/// every cycle is sampled, and what is before the window is forgotten. The save file opens where packets are blocked
/// most. Reference: docs/reference/waves.md. Throws ResultFileError.
class WaveRecorder : public sc_core::sc_module {
 public:
  WaveRecorder(const sc_core::sc_module_name& name, std::function<ProbeList()> probes, const WavesConfig& waves,
               const MachineConfig& machine, std::filesystem::path folder);

  /// Records around an event, in the place of the window. `trigger` finds it, unless it is known before. To be called
  /// before the simulation.
  void around(const WavesAround& what, std::unique_ptr<WaveTrigger> trigger);
  /// The run has ended by a violation: the event, if it is violations that are asked for. In a run that stood still
  /// (`stalled`) the event is the last change.
  void violated(bool stalled);

  /// After the simulation: completes the files. No file is written if no cycle of the run was in the window, or the
  /// event did not happen.
  void finish();
  /// Cycles in the file so far.
  [[nodiscard]] Cycles recorded() const { return recorded_; }
  /// Event that waves were recorded around, if it happened.
  [[nodiscard]] const std::optional<WaveEvent>& event() const { return event_; }
  /// By how much the file begins later than was asked for, since memory had no room for more; 0 if it does not.
  [[nodiscard]] Cycles missing() const { return missing_; }

 private:
  void start_of_simulation() override;
  void on_cycle();
  void sample(Cycles cycle);
  /// Writes a cycle in the window to the file.
  void record(Cycles cycle, const WaveChanges& changes);
  void event_happened(WaveEvent event);
  void drop() { sink_.reset(), recorded_ = Cycles{0}; }
  [[nodiscard]] WaveView view() const;
  void declare(const WaveScope& scope);

  std::function<ProbeList()> make_probes_;
  ProbeList probes_;  ///< clk and cycle first
  WaveScope hierarchy_;
  WaveFormat format_;
  Clock clock_;
  std::filesystem::path folder_;
  NetworkShape torus_;
  RouterPorts ports_;
  std::unique_ptr<WaveSink> sink_;
  std::vector<std::size_t> signal_of_;  ///< number in the file, by probe
  std::size_t declared_ = 0;
  std::optional<ProbeSampler> sampler_;
  WaveChanges changes_;
  std::optional<BlockingMeter> blocking_;
  Cycles first_cycle_;         ///< that is sampled
  std::optional<Cycles> end_;  ///< first that is not
  Cycles begin_;               ///< begin of the file
  Cycles recorded_;

  std::optional<WavesAround> around_;
  std::unique_ptr<WaveTrigger> trigger_;
  std::optional<WaveHistory> history_;  ///< until the event happens
  Cycles before_;
  Cycles after_;
  std::optional<WaveEvent> event_;
  Cycles missing_;
};

}  // namespace tactus
