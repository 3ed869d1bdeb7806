#pragma once

#include "testbench/app/attribution/stage_split.h"
#include "testbench/app/results/result_fields.h"

namespace tactus::fields {

/// Stages by part, by name.
template <>
struct Codec<StageSplit> : Plain {
  static Json write(const StageSplit& split) {
    Json json = Json::object();
    for (std::size_t i = 0; i < kStageParts; ++i) entry(json, static_cast<StagePart>(i)) = split.of_part[i];
    return json;
  }
  static StageSplit read(const Json& json) {
    StageSplit split;
    for (std::size_t i = 0; i < kStageParts; ++i) {
      const auto part = static_cast<StagePart>(i);
      split.of_part[i] = json.at(name_of_part(part)).at(name_of_stage(part)).get<std::uint64_t>();
    }
    return split;
  }

 private:
  static std::string name_of_part(StagePart part) {
    return kLatencyPartNames[static_cast<std::size_t>(latency_part(part))];
  }
  static std::string name_of_stage(StagePart part) {
    return kAccessStageNames[static_cast<std::size_t>(access_stage(part))];
  }
  static Json& entry(Json& json, StagePart part) { return json[name_of_part(part)][name_of_stage(part)]; }
};

}  // namespace tactus::fields
