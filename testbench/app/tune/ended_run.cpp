#include "testbench/app/tune/ended_run.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "testbench/app/results/result_file.h"

namespace tactus {

nlohmann::json ended_run(const std::filesystem::path& result) {
  const std::optional<ResultFile> file = find_result(result);
  nlohmann::json json;
  if (file) json = file->json();
  const bool has_sequences = json.is_object() && json.contains("sequences") && json["sequences"].is_array();
  if (!has_sequences || json["sequences"].empty() ||
      !json["sequences"].back().value("last_end_s", nlohmann::json()).is_number()) {
    throw std::runtime_error(result.string() + ": no result of a sequence that has ended");
  }
  return json;
}

}  // namespace tactus
