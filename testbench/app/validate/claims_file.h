#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

/// Reads a claims.yaml (docs/reference/validate.md). The paper is named after the file's folder. Answers every fault of
/// the file instead, with its place and the nearest valid word.
std::variant<Paper, std::vector<Diagnostic>> read_claims(const std::filesystem::path& file);

}  // namespace tactus
