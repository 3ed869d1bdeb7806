#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/byte_source.h"
#include "testbench/app/import/import_faults.h"

namespace tactus {

/// Lines of a text file, which is read in blocks; ends of lines are LF or CR LF. A line of more than `kLongestLine`
/// bytes, and a file that cannot be read to its end, are put on the list and end the lines.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20U;

  LineReader(const std::filesystem::path& path, ImportFaults& faults);

  /// Goes to the next line; false at the end.
  bool next();
  /// The line, until the next call of `next`.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  /// Whether the file ended with an end of line, or is empty: if not, it may have been cut.
  [[nodiscard]] bool ended_with_line() const { return ended_with_line_; }

  /// Place of byte `at` of the line; `at` may be its end.
  [[nodiscard]] ImportPlace place(std::size_t at) const { return {file_, number_, at + 1, line_}; }
  /// Place of a part of the line.
  [[nodiscard]] ImportPlace place_of(std::string_view part) const {
    return place(static_cast<std::size_t>(part.data() - line_.data()));
  }

 private:
  /// Reads on, behind the bytes from `begin_` that are kept; false if there are no more.
  bool refill();

  ByteSource source_;
  ImportFaults& faults_;
  std::string file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< begin of the next line
  std::size_t end_ = 0;    ///< end of the bytes that are there
  std::uint64_t number_ = 0;
  std::string_view line_;
  bool ended_ = false;
  bool ended_with_line_ = true;
};

}  // namespace tactus
