#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// `summary` as result.json holds it; keys in the order of docs/reference/results.md. The same run gives the same
/// text, except for `host`.
nlohmann::ordered_json to_json(const RunSummary& summary);
/// The text of result.json.
std::string result_json(const RunSummary& summary);

/// Writes `folder/result.json`. Throws ResultFileError.
void write_result(const std::filesystem::path& folder, const RunSummary& summary);

/// Reads the fields with these names, in the order of result.json; the others are left as they are by default. Throws
/// an exception of JSON, or std::out_of_range, if one is not there or is of another type.
RunSummary read_run(const nlohmann::ordered_json& result, const std::vector<std::string>& names);

}  // namespace tactus
