#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace tactus
