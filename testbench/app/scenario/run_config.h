#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "hw/common/units.h"

namespace tactus {

enum class WaveFormat : std::uint8_t { kFst, kVcd };

/// A simulated time, or nothing for no limit.
using TimeLimit = std::optional<Picoseconds>;

/// The nodes whose signals are recorded.
struct WaveNodes {
  bool all = false;
  std::vector<Coordinate> list{{0, 0}};  ///< unless `all`
};

/// Which signals a run with `--waves` records, and when.
struct WavesConfig {
  WaveNodes nodes;
  Picoseconds from{0};
  TimeLimit to;  ///< nothing: to the end of the run
  WaveFormat format = WaveFormat::kFst;
};

/// Contents of trace.json, messages.csv and operations.csv.
struct TraceConfig {
  bool enabled = true;
  Picoseconds from{0};
  TimeLimit to;                         ///< nothing: to the end of the run
  std::uint64_t max_packets = 100'000;  ///< packets after these are left out, and the result says so
  /// Messages after these are left out of messages.csv, and the result says so; 0: there is no such file.
  std::uint64_t max_messages = 1'000'000;
  std::uint64_t max_operations = 1'000'000;  ///< as that, of operations.csv
};

/// Whether latencies are split by what they were spent on.
struct AttributionConfig {
  bool enabled = false;
  bool critical_path = false;  ///< find it too; of ranks, not of open-loop traffic
};

/// How a run is watched, ended and recorded.
struct RunConfig {
  Picoseconds watchdog{1'000'000'000};      ///< without any flit moving or processor computing: the run is stuck
  TimeLimit max_time;                       ///< simulated time after which the run ends unfinished; nothing: never
  Picoseconds sample_interval{10'000'000};  ///< one line of links.csv and vc_occupancy.csv each
  bool jobs_alone = false;                  ///< each of several jobs runs alone, too, to tell how the others slow it
  WavesConfig waves;
  TraceConfig trace;
  AttributionConfig attribution;
};

/// Everything about `run` that makes no sense on `machine`, itself free of faults.
std::vector<ConfigFault> validate(const RunConfig& run, const MachineConfig& machine);
/// Faults of a scenario's name, which becomes the name of a folder in results/.
std::vector<ConfigFault> validate_name(const std::string& name);

}  // namespace tactus
