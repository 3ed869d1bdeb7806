#include "testbench/app/tune/ended_run.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tactus {

nlohmann::json ended_run(const std::filesystem::path& result) {
  std::ifstream stream(result, std::ios::binary);
  auto json = nlohmann::json::parse(stream, nullptr, false);
  const bool has_sequences = json.is_object() && json.contains("sequences") && json["sequences"].is_array();
  if (!has_sequences || json["sequences"].empty() ||
      !json["sequences"].back().value("last_end_s", nlohmann::json()).is_number()) {
    throw std::runtime_error(result.string() + ": no result of a sequence that has ended");
  }
  return json;
}

}  // namespace tactus
