#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/app/check_part/part_check.h"

namespace tactus {

/// No bench has found a difference.
bool all_equal(const std::vector<BenchResult>& results);

/// Table of the benches, of their stimuli and the first difference, for a reader.
std::string part_report_text(const PartCheck& check, const std::vector<BenchResult>& results);

/// One object with the same.
nlohmann::ordered_json part_report_json(const PartCheck& check, const std::vector<BenchResult>& results);

}  // namespace tactus
