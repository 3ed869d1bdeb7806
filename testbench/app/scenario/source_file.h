#pragma once

#include <functional>
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

/// Hands the words of each line that has any to `use`, up to a comment; a unit is one word with its number. Ends early
/// with as many new faults as are listed: a file of another kind has one in every line, and nobody reads them all.
void read_lines(const SourceText& source, IsUnit is_unit, const DiagnosticList& diagnostics,
                const std::function<void(const std::vector<Word>&)>& use);

/// Whether `next` may be the unit of `last`, a word that ends in a number, as "16" or "delay=2.5" do.
bool may_be_unit(const Word& last, std::string_view next);

/// The parts of `word` between separators; all of it if it has none.
std::vector<Word> split(const Word& word, char separator);

}  // namespace tactus
