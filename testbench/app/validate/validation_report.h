#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/app/validate/validation.h"

namespace tactus {

/// The rows as a table for a person, under the paper's title, with a line that counts the verdicts.
std::string validation_text(const Paper& paper, const std::vector<ClaimRow>& rows);

/// One object per row: paper, claim, source, expected, measured, unit, tolerance, holds. `expected` is a number, or a
/// text for a bound; `measured` is null where there is none, `holds` where nothing was run.
nlohmann::ordered_json validation_json(const Paper& paper, const std::vector<ClaimRow>& rows);

}  // namespace tactus
