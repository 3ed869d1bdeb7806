#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

inline constexpr std::size_t kLargestScenario = 1U << 20U;       ///< bytes
inline constexpr std::size_t kLargestMessageFile = 256U << 20U;  ///< bytes

/// Reads the file named in `source` into it. Nothing is read, and the reason is put on the list, if it does not
/// exist, is no regular file, or is larger than `largest` bytes; `referrer` is where the file is named, if anywhere.
bool load(SourceText& source, std::size_t largest, const Place* referrer, DiagnosticList& diagnostics);

/// Whether the text can be a text file: not empty, valid UTF-8, no control characters except tab and line ends.
/// The first fault is put on the list. A byte-order mark is removed.
bool check_text(SourceText& source, DiagnosticList& diagnostics);

/// A word of a line, or a number and its unit.
struct Word {
  std::string text;
  Place place;
};

/// Whether the next word of a line is the unit of the last of `words`.
using IsUnit = bool (*)(const std::vector<Word>& words, std::string_view next);

/// Words of a line that begins at `begin`, up to a comment. A unit is one word with its number.
std::vector<Word> split_line(std::string_view line, const Place& begin, IsUnit is_unit);

}  // namespace tactus
