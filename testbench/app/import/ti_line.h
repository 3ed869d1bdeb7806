#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/line_reader.h"

namespace tactus {

/// Words of a line of a time-independent trace, `RANK action arguments`. Faults of arguments are put on the list; an
/// argument that is wrong is 0, and `right` is false from then on.
class TiLine {
 public:
  TiLine(const LineReader& reader, ImportFaults& faults) : reader_(reader), faults_(faults) {}

  /// Takes the words of the line; false if it has none or is a comment.
  bool split();
  [[nodiscard]] std::size_t words() const { return words_.size(); }
  [[nodiscard]] std::string_view word(std::size_t at) const { return words_[at]; }
  /// Arguments behind the action.
  [[nodiscard]] std::size_t arguments() const { return words_.size() - 2; }
  [[nodiscard]] bool right() const { return right_; }

  /// Whether there are at least `least` arguments and at most `most`; a fault with `usage` if not.
  bool has_arguments(std::size_t least, std::size_t most, const char* usage);

  /// A whole number, which may be written like "1e6"; a fraction is cut off, as SimGrid does.
  std::uint64_t count(std::size_t argument, const char* name);
  /// A number that may have a sign, such as a tag.
  std::int64_t number(std::size_t argument, const char* name);
  /// A real number that is not below 0.
  double real(std::size_t argument, const char* name);
  /// Bytes of the datatype that is the argument, or `otherwise` if there are not as many arguments.
  std::uint64_t datatype(std::size_t argument, std::uint64_t otherwise);

  void fault(std::string_view part, std::string message);
  [[nodiscard]] ImportPlace place(std::size_t word) const { return reader_.place_of(words_[word]); }
  [[nodiscard]] ImportPlace argument_place(std::size_t argument) const { return place(argument + 2); }

 private:
  const LineReader& reader_;
  ImportFaults& faults_;
  std::vector<std::string_view> words_;
  bool right_ = true;
};

}  // namespace tactus
