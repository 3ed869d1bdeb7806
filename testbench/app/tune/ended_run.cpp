#include "testbench/app/tune/ended_run.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "testbench/app/results/result_file.h"
#include "testbench/app/results/result_json.h"

namespace tactus {

RunSummary ended_run(const std::filesystem::path& result) {
  RunSummary run;
  if (const std::optional<ResultFile> file = find_result(result)) {
    run = file->use([](const auto& json) { return read_run(json, {"sequences", "configuration"}); });
  }
  if (run.sequences.empty() || !run.sequences.back().last_end_s) {
    throw std::runtime_error(result.string() + ": no result of a sequence that has ended");
  }
  return run;
}

}  // namespace tactus
