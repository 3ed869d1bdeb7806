#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "testbench/app/import/dumpi_call.h"

namespace tactus {

/// Bytes of a rank's datatypes, by their numbers in its trace: those of C on a machine of 64 bits, then those that the
/// trace has in its table, then those that calls make.
class DumpiDatatypes {
 public:
  explicit DumpiDatatypes(std::vector<std::optional<std::uint64_t>> table) : table_(std::move(table)) {}

  /// Follows a call of kind MpiKind::kDatatype.
  void take(DumpiCall& call);
  [[nodiscard]] std::optional<std::uint64_t> bytes(std::int64_t number) const;

 private:
  std::optional<std::uint64_t> made_by(DumpiCall& call) const;

  std::vector<std::optional<std::uint64_t>> table_;
  std::map<std::int64_t, std::uint64_t> made_;
};

}  // namespace tactus
