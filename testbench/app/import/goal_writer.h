#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "testbench/app/import/imported_operations.h"

namespace tactus {

/// Writes operations as GOAL text, which txt2bin of LogGOPSim and the importer `goal` read. Waits become `calc 0`,
/// notes become comments.
class GoalWriter {
 public:
  /// Takes the text, part by part.
  using Output = std::function<void(std::string_view)>;

  /// `unit_ps`: picoseconds of a unit of calc. Times are rounded to it.
  explicit GoalWriter(Output output, std::uint64_t unit_ps = 1000) : output_(std::move(output)), unit_ps_(unit_ps) {}

  void write(const ImportedOperations& operations);
  /// Times that were no whole units.
  [[nodiscard]] std::uint64_t rounded() const { return rounded_; }

 private:
  void write_rank(const ImportedOperations::Rank& rank);
  void write_operation(const Operation& operation, OperationSink::Index index);
  void put(std::string_view text);

  Output output_;
  std::uint64_t unit_ps_;
  std::uint64_t rounded_ = 0;
  std::string buffer_;
};

}  // namespace tactus
