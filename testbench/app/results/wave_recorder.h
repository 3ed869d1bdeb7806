#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "testbench/app/results/wave_part.h"
#include "testbench/app/results/wave_recording.h"

namespace tactus {

/// Records probes of a machine with a clock as a waveform, `waves.fst` or `waves.vcd`, with a save file for GTKWave,
/// `waves.gtkw`.
///
/// `probes` is asked once, when everything is elaborated. Every cycle that begins in the window [from, to) is sampled a
/// quarter of a period after its edge, before software acts; the values stand in the file from the edge on. `clock.clk`
/// and `clock.cycle` are added. Outside the window it costs nothing. Around an event whose time is not known before,
/// every cycle is sampled, and what is before the window is forgotten. The save file opens where packets are blocked
/// most, unless somebody knows better. Reference: docs/reference/waves.md. Throws ResultFileError.
class WaveRecorder : public sc_core::sc_module {
 public:
  WaveRecorder(const sc_core::sc_module_name& name, std::function<ProbeList()> probes, const WavesConfig& waves,
               const MachineConfig& machine, std::filesystem::path folder);

  /// Records around an event, in the place of the window. `trigger` finds it, unless it is known before. To be called
  /// before the simulation.
  void around(const WavesAround& what, std::unique_ptr<WaveTrigger> trigger) {
    recording_.around(what, std::move(trigger));
  }
  /// `make_texts` makes texts that go with the probes. To be called before the simulation.
  void add_texts(MakeWaveTexts make_texts) { make_texts_ = std::move(make_texts); }
  /// `wrap` makes the focus of the save file, from the one that opens it where packets are blocked most. To be called
  /// before the simulation.
  using WrapFocus = std::function<std::unique_ptr<WaveFocus>(const ProbeList& probes, std::unique_ptr<WaveFocus>)>;
  void wrap_focus(WrapFocus wrap) { wrap_focus_ = std::move(wrap); }
  using MakeParts = std::function<std::vector<std::unique_ptr<WavePart>>(WaveRecording& recording)>;
  /// `make_parts` makes parts with cycles of their own, whose numbers as lanes are those in the list. To be called
  /// before the simulation.
  void add_parts(MakeParts make_parts) { make_parts_ = std::move(make_parts); }
  /// The run has ended by a violation: the event, if it is violations that are asked for. In a run that stood still
  /// (`stalled`) the event is the last change.
  void violated(bool stalled) {
    end_parts();
    recording_.violated(stalled);
  }

  /// After the simulation: completes the files. No file is written if no cycle of the run was in the window, or the
  /// event did not happen.
  void finish() {
    end_parts();
    recording_.finish();
  }
  [[nodiscard]] const WaveRecording& recording() const { return recording_; }
  /// Cycles in the file so far.
  [[nodiscard]] Cycles recorded() const { return recording_.recorded(); }
  /// Event that waves were recorded around, if it happened.
  [[nodiscard]] const std::optional<WaveEvent>& event() const { return recording_.event(); }
  /// By how much the file begins later than was asked for, since memory had no room for more; 0 if it does not.
  [[nodiscard]] Cycles missing() const { return recording_.missing(); }

 private:
  void start_of_simulation() override;
  void on_cycle();
  /// Before software acts in cycle `now`.
  void settle_parts(Cycles now);
  void end_parts();

  std::function<ProbeList()> make_probes_;
  MakeWaveTexts make_texts_;
  MakeParts make_parts_;
  WrapFocus wrap_focus_;
  Clock clock_;
  NetworkShape torus_;
  RouterPorts ports_;
  WaveRecording recording_;
  std::vector<std::unique_ptr<WavePart>> parts_;
};

}  // namespace tactus
