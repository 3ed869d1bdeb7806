#pragma once

#include <cstdint>
#include <filesystem>

#include "hw/common/clock.h"
#include "testbench/app/results/operation_times.h"

namespace tactus {

inline constexpr char kOperationArrays[] = "operations.h5";

/// Writes `operations.csv`, by jobs, ranks and their operations, of the first `most` operations; `job` is a column if
/// there are jobs. Answers how many rows there are. Throws ResultFileError.
std::uint64_t write_operations(const OperationTables& tables, const std::filesystem::path& folder, const Clock& clock,
                               std::uint64_t most);
/// Writes the same rows as `operations.h5`: one array for each column. Throws ResultFileError.
void write_operation_arrays(const OperationTables& tables, const std::filesystem::path& folder, const Clock& clock,
                            std::uint64_t most);

}  // namespace tactus
