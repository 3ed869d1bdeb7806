#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// `summary` as result.json holds it; keys in the order of docs/reference/results.md. The same run gives the same
/// text, except for `host`.
nlohmann::ordered_json to_json(const RunSummary& summary);
/// The text of result.json.
std::string result_json(const RunSummary& summary);

/// Writes `folder/result.json`. Throws ResultFileError.
void write_result(const std::filesystem::path& folder, const RunSummary& summary);

}  // namespace tactus
