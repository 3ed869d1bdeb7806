#pragma once

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/results/trace_writer.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/small_machine.h"

namespace tactus {

using Json = nlohmann::json;

inline std::vector<Json> events_of(const Json& file, const std::string& phase) {
  std::vector<Json> events;
  for (const Json& event : file["traceEvents"]) {
    if (event["ph"] == phase) events.push_back(event);
  }
  return events;
}

/// Nanoseconds, exactly.
inline long nanoseconds(const Json& microseconds) { return std::lround(microseconds.get<double>() * 1000); }

/// Process and track.
using Track = std::pair<int, int>;
inline Track track_of(const Json& event) { return {event["pid"], event["tid"]}; }

/// Names of the tracks.
inline std::map<Track, std::string> track_names(const Json& file) {
  std::map<Track, std::string> names;
  for (const Json& event : events_of(file, "M")) {
    if (event["name"] == "thread_name") names[track_of(event)] = event["args"]["name"];
  }
  return names;
}

/// A trace in a folder of its own.
class RecordedTrace {
 public:
  explicit RecordedTrace(const MachineConfig& machine = small_machine(), const RankMap& map = kMap,
                         const TraceConfig& config = {})
      : writer_(machine, map, config, folder_.path()) {}

  TraceWriter& operator*() { return writer_; }
  TraceWriter* operator->() { return &writer_; }
  /// Ends the run in cycle `end`; the file.
  Json finish(Cycles end) {
    writer_.finish(end);
    return Json::parse(folder_.text("trace.json"));
  }

 private:
  TemporaryFolder folder_;
  TraceWriter writer_;
};

}  // namespace tactus
