#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/node/fabric.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/run_attribution.h"
#include "testbench/app/results/observer_fan_out.h"
#include "testbench/app/results/run_operations.h"
#include "testbench/app/results/run_recorder.h"
#include "testbench/app/results/wave_recording.h"

namespace tactus {

/// Choice of what is recorded of a run, besides what its scenario says.
struct RecordingOptions {
  /// Where links.csv, vc_occupancy.csv, trace.json, messages.csv and waves are written; nothing: none of them is.
  std::optional<std::filesystem::path> folder;
  bool waves = false;                       ///< record what the scenario's `waves` section says; needs a folder
  std::optional<WavesAround> waves_around;  ///< with `waves`: around this event, in the place of the section's window
  /// Told of every packet of a message that has come to its end, if the scenario has latencies split.
  LatencyAttribution::Report split_report;
  std::vector<Focus> focus{};  ///< packets that are asked about, of a run that has their latencies split
  /// Told at the end what was found about them.
  std::function<void(const FocusRecorder&)> focus_report{};
  /// Told of every message that has come to its end, at level flow, if the scenario has latencies split.
  FlowAttribution::Report message_report;
  /// Told of the operations and the messages at the end of a run of schedules, if it has latencies split.
  std::function<void(const RunOperations&, const MessageDelays&)> operation_report;
  PacketObserver* packets = nullptr;  ///< one more observer of the packets, if there are any; it outlives the run
  /// Given the fabric before the run, at levels that have one.
  std::function<void(Fabric&)> with_fabric;
};

/// Recorders of a run, which are at its observers. A machine without packets and flows has none.
class Recordings {
 public:
  /// Note about the waves, in a line.
  struct WavesNote {
    std::string text;
    bool warning = false;  ///< not what was asked for
  };

  virtual ~Recordings() = default;
  /// After the simulation, before anything else: everybody has been told everything.
  virtual void settle() {}
  /// The run has ended by a violation; `stalled`: it stood still.
  virtual void violated(bool /*stalled*/) {}
  /// Completes the files, and says in `summary` what is in them. Throws ResultFileError.
  virtual void finish(Picoseconds /*end*/, RunSummary& /*summary*/) {}
  /// Throws ModelViolation.
  virtual void check() const {}
  virtual void summarise(Picoseconds /*end*/, RunSummary& /*summary*/) const {}
  /// Afterwards; nothing if there is nothing to be said.
  [[nodiscard]] virtual std::optional<WavesNote> waves_note() const { return std::nullopt; }
};

/// Note about waves that `recording` has recorded, around an event or not; `clock` is that of the recording.
std::optional<Recordings::WavesNote> wave_note(const WaveRecording& recording, const std::optional<WavesAround>& around,
                                               Clock clock);

}  // namespace tactus
