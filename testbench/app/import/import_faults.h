#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// A position in a file that is imported: line and column of a text, or a byte of a binary file.
struct ImportPlace {
  std::string_view file{};   ///< path, as the user may open it
  std::uint64_t line = 0;    ///< from 1; 0: not in a text
  std::uint64_t column = 0;  ///< from 1, in bytes
  std::string_view text{};   ///< the line
  /// Byte of a binary file, from 0, after decompression; kNoByte: the whole file.
  std::uint64_t byte = kNoByte;

  static constexpr std::uint64_t kNoByte = ~std::uint64_t{0};

  [[nodiscard]] static ImportPlace of_file(std::string_view file) { return {file}; }
  [[nodiscard]] static ImportPlace of_byte(std::string_view file, std::uint64_t byte) { return {file, 0, 0, {}, byte}; }
  /// For `Operation::place`: line, or byte from 1; the largest number for places beyond it.
  [[nodiscard]] std::uint32_t number() const;
};

/// Collects faults of files that are imported. The first `kMostListed` are kept.
class ImportFaults {
 public:
  static constexpr std::size_t kMostListed = 200;

  void add(const ImportPlace& place, std::string message);
  [[nodiscard]] bool empty() const { return list_.empty(); }
  /// No more faults are kept: importers stop reading.
  [[nodiscard]] bool full() const { return list_.size() >= kMostListed; }
  /// Faults by their positions, files in the order in which they had their first fault. If the list is full, the last
  /// one says that there may be more.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> list_;
};

}  // namespace tactus
