#include "testbench/app/sweep/sweep_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

namespace tactus {
namespace {

constexpr char kForms[] = "write KEY=VALUE,VALUE,... or KEY=FIRST:LAST:STEP";

/// A part of the option's text.
struct Part {
  std::string_view text;
  std::size_t begin = 0;  ///< in the whole text
};

Part trimmed(Part part) {
  const std::size_t first = std::min(part.text.find_first_not_of(' '), part.text.size());
  const std::size_t last = part.text.find_last_not_of(' ');
  const std::size_t size = last == std::string_view::npos ? 0 : last + 1 - first;
  return {part.text.substr(first, size), part.begin + first};
}

/// The parts between `separator`s that are in no bracket, brace or quotation mark; without blanks at their ends.
std::vector<Part> split(Part whole, char separator) {
  std::vector<Part> parts;
  std::size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < whole.text.size(); ++i) {
    const char c = whole.text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == separator && depth <= 0) {
      parts.push_back(trimmed({whole.text.substr(begin, i - begin), whole.begin + begin}));
      begin = i + 1;
    }
  }
  parts.push_back(trimmed({whole.text.substr(begin), whole.begin + begin}));
  return parts;
}

/// A decimal number as a whole number of 10^-6, and its unit.
struct Decimal {
  std::int64_t millionths = 0;
  std::string unit;
};
constexpr std::size_t kDecimals = 6;
constexpr std::size_t kWholeDigits = 12;
constexpr std::int64_t kOne = 1'000'000;

std::size_t digits(std::string_view text) { return std::min(text.find_first_not_of("0123456789"), text.size()); }

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  const std::size_t whole = digits(text);
  std::string number(text.substr(0, whole));
  text.remove_prefix(whole);
  std::size_t fraction = 0;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = digits(text);
    number += text.substr(0, fraction);
    text.remove_prefix(fraction);
  }
  if (whole == 0 || whole > kWholeDigits || fraction > kDecimals) return std::nullopt;
  number.append(kDecimals - fraction, '0');
  Decimal decimal;
  decimal.millionths = std::strtoll(number.c_str(), nullptr, 10) * (negative ? -1 : 1);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  decimal.unit = text;
  return decimal;
}

std::string show(const Decimal& decimal) {
  const std::int64_t size = std::abs(decimal.millionths);
  std::string text = fmt::format("{}{}", decimal.millionths < 0 ? "-" : "", size / kOne);
  if (size % kOne != 0) {
    text += fmt::format(".{:06}", size % kOne);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return decimal.unit.empty() ? text : text + " " + decimal.unit;
}

class AxisReader {
 public:
  AxisReader(const SourceText& source, DiagnosticList& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::optional<SweepAxis> read() {
    const std::string_view text = source_.text;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      fault(0, fmt::format("'{}' names no key to vary: {}", text, kForms));
      return std::nullopt;
    }
    axis_.key = text.substr(0, equals);
    for (const Part& item : split({text.substr(equals + 1), equals + 1}, ',')) read_item(item);
    return faulty_ ? std::nullopt : std::optional(std::move(axis_));
  }

 private:
  void fault(std::size_t byte, const std::string& message) {
    diagnostics_.add({&source_, source_.first_line, static_cast<int>(byte) + 1}, message);
    faulty_ = true;
  }

  void add(const Part& item, std::string text, bool from_range) {
    if (axis_.values.size() == kMostSweepPoints) {
      if (!faulty_) fault(item.begin, fmt::format("more than {} values", kMostSweepPoints));
      return;
    }
    if (!seen_.insert(text).second) return fault(item.begin, fmt::format("the value {} is given twice", text));
    axis_.values.push_back({std::move(text), static_cast<int>(item.begin) + 1, from_range});
  }

  void read_item(const Part& item) {
    const std::vector<Part> parts = split(item, ':');
    if (item.text.empty()) {
      fault(item.begin, fmt::format("a value is missing: {}", kForms));
    } else if (parts.size() == 1) {
      add(item, std::string(item.text), false);
    } else if (parts.size() == 3) {
      read_range(item, parts);
    } else {
      fault(item.begin, fmt::format("'{}' is no range: it is written FIRST:LAST:STEP", item.text));
    }
  }

  void read_range(const Part& item, const std::vector<Part>& parts) {
    std::vector<Decimal> numbers;
    for (const Part& part : parts) {
      const std::optional<Decimal> number = parse_decimal(part.text);
      if (!number) {
        return fault(part.begin, fmt::format("'{}' is no number of at most {} digits and {} decimals, with or without "
                                             "a unit",
                                             part.text, kWholeDigits, kDecimals));
      }
      numbers.push_back(*number);
      if (number->unit != numbers.front().unit) {
        return fault(part.begin, fmt::format("'{}' has another unit than '{}'", part.text, parts.front().text));
      }
    }
    const Decimal& first = numbers[0];
    const std::int64_t distance = numbers[1].millionths - first.millionths;
    const std::int64_t step = numbers[2].millionths;
    if (step == 0) return fault(parts[2].begin, "the step is 0");
    if (distance / step < 0 || (distance != 0 && (distance < 0) != (step < 0))) {
      return fault(parts[2].begin, fmt::format("steps of {} lead away from {}", parts[2].text, parts[1].text));
    }
    if (distance % step != 0) {
      const std::int64_t before = first.millionths + distance / step * step;
      return fault(parts[1].begin, fmt::format("steps of {} from {} do not meet {}: the nearest are {} and {}",
                                               parts[2].text, parts[0].text, parts[1].text, show({before, first.unit}),
                                               show({before + step, first.unit})));
    }
    const auto steps = static_cast<std::uint64_t>(distance / step);
    for (std::uint64_t i = 0; i <= std::min<std::uint64_t>(steps, kMostSweepPoints); ++i) {
      add(item, show({first.millionths + static_cast<std::int64_t>(i) * step, first.unit}), true);
    }
  }

  const SourceText& source_;
  DiagnosticList& diagnostics_;
  SweepAxis axis_;
  std::set<std::string> seen_;
  bool faulty_ = false;
};

class DesignReader {
 public:
  DesignReader(const SourceText& source, DiagnosticList& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::optional<SweepDesign> read() {
    const std::string_view text = source_.text;
    const std::size_t colon = std::min(text.find(':'), text.size());
    design_.name = trimmed({text.substr(0, colon), 0}).text;
    if (design_.name.empty()) fault(0, fmt::format("the design has no name: {}", kDesignForms));
    if (colon < text.size()) {
      for (const Part& item : split({text.substr(colon + 1), colon + 1}, ',')) read_setting(item);
    }
    return faulty_ ? std::nullopt : std::optional(std::move(design_));
  }

 private:
  static constexpr char kDesignForms[] = "write NAME or NAME:KEY=VALUE,KEY=VALUE,...";

  void fault(std::size_t byte, const std::string& message) {
    diagnostics_.add({&source_, source_.first_line, static_cast<int>(byte) + 1}, message);
    faulty_ = true;
  }

  void read_setting(const Part& item) {
    const std::size_t equals = item.text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return fault(item.begin, fmt::format("'{}' is no setting: {}", item.text, kDesignForms));
    }
    std::string key(item.text.substr(0, equals));
    if (!seen_.insert(key).second) return fault(item.begin, fmt::format("'{}' is set twice", key));
    design_.settings.push_back({std::string(item.text), std::move(key), static_cast<int>(item.begin) + 1});
  }

  const SourceText& source_;
  DiagnosticList& diagnostics_;
  SweepDesign design_;
  std::set<std::string> seen_;
  bool faulty_ = false;
};

}  // namespace

std::optional<SweepDesign> parse_design(const SourceText& source, DiagnosticList& diagnostics) {
  return DesignReader(source, diagnostics).read();
}

std::optional<SweepAxis> parse_axis(const SourceText& source, DiagnosticList& diagnostics) {
  return AxisReader(source, diagnostics).read();
}

}  // namespace tactus
