#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

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
