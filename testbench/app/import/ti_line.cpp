#include "testbench/app/import/ti_line.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "testbench/app/import/text_numbers.h"
#include "testbench/app/import/ti_datatypes.h"

namespace tactus {
namespace {

constexpr double kLargestCount = 9007199254740992.0;  // 2^53: exact as a double

}  // namespace

bool TiLine::split() {
  words_.clear();
  right_ = true;
  const std::string_view line = reader_.line();
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) break;
    at = std::min(line.find_first_of(" \t", begin), line.size());
    words_.push_back(line.substr(begin, at - begin));
  }
  return !words_.empty() && words_[0][0] != '#';
}

void TiLine::fault(std::string_view part, std::string message) {
  right_ = false;
  faults_.add(reader_.place_of(part), std::move(message));
}

bool TiLine::has_arguments(std::size_t least, std::size_t most, const char* usage) {
  if (arguments() >= least && arguments() <= most) return true;
  const std::string_view last = arguments() < least ? words_.back() : words_[most + 2];
  fault(last, fmt::format("{} arguments: the action is '{}'", arguments(), usage));
  return false;
}

std::uint64_t TiLine::count(std::size_t argument, const char* name) {
  const std::string_view word = words_[argument + 2];
  if (const auto digits = parse_digits(word)) return *digits;
  const auto value = parse_real(word);
  if (value && *value >= 0 && *value < kLargestCount) return static_cast<std::uint64_t>(std::trunc(*value));
  fault(word, fmt::format("{} '{}': must be a number from 0", name, word));
  return 0;
}

std::int64_t TiLine::number(std::size_t argument, const char* name) {
  const std::string_view word = words_[argument + 2];
  if (const auto value = parse_signed(word)) return *value;
  fault(word, fmt::format("{} '{}': must be a whole number", name, word));
  return 0;
}

double TiLine::real(std::size_t argument, const char* name) {
  const std::string_view word = words_[argument + 2];
  const auto value = parse_real(word);
  if (value && *value >= 0) return *value;
  fault(word, fmt::format("{} '{}': must be a number from 0", name, word));
  return 0;
}

std::uint64_t TiLine::datatype(std::size_t argument, std::uint64_t otherwise) {
  if (argument >= arguments()) return otherwise;
  const std::string_view word = words_[argument + 2];
  const auto id = parse_signed(word);
  const auto bytes = id ? ti_datatype_bytes(*id) : std::nullopt;
  if (bytes) return *bytes;
  fault(word,
        fmt::format("datatype '{}': SimGrid's datatypes are numbered 0 to {}", word, kTiDatatypeBytes.size() - 1));
  return 0;
}

}  // namespace tactus
