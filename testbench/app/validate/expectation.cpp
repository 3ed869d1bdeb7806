#include "testbench/app/validate/expectation.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace tactus {
namespace {

/// A number at the beginning of `text`, which it is taken from, and its decimals.
std::optional<std::pair<double, int>> take_number(std::string& text) {
  double number = 0;
  const char* begin = text.data();
  const auto [rest, error] = std::from_chars(begin, begin + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const std::string digits = text.substr(0, static_cast<std::size_t>(rest - begin));
  const std::size_t point = digits.find('.');
  text.erase(0, digits.size());
  return std::pair{number, point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1)};
}

/// Whether `text` began with `words`, which are then taken from it.
bool take(std::string& text, const std::string& words) {
  if (text.rfind(words, 0) != 0) return false;
  text.erase(0, words.size());
  return true;
}

}  // namespace

std::optional<Expectation> Expectation::parse(const std::string& text) {
  std::string rest = text;
  const bool is_above = take(rest, "above ");
  const bool is_below = !is_above && take(rest, "below ");
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  const auto [value, decimals] = *number;
  const bool is_range = !is_above && !is_below && take(rest, " to ");
  const auto most = is_range ? take_number(rest) : number;
  if (!most || most->first < value || (!rest.empty() && !take(rest, " "))) return std::nullopt;
  if (is_above) return above(value, decimals, rest);
  if (is_below) return below(value, decimals, rest);
  return is_range ? between(value, most->first, decimals, rest) : about(value, decimals, rest);
}

std::variant<Expectation, std::string> Expectation::with(const std::string& tolerance,
                                                         const std::string& reason) const {
  if (is_bound()) return "a bound has no tolerance";
  if (kind_ == Kind::kAbout && tolerance == "none") return exactly(value_, decimals_, unit_);
  if (kind_ == Kind::kAbout && tolerance == "rounding") return computed(value_, decimals_, unit_);
  std::string rest = tolerance;
  const auto percent = take_number(rest);
  if (!percent || percent->first < 0 || rest != " %")
    return "is not a share as in 5 %, nor none or rounding of a number";
  const double share = percent->first / 100;
  if (share != kDefaultTolerance && reason.empty()) return "a tolerance that is not the policy's needs a 'reason'";
  return within(share, reason);
}

Expectation::Expectation(Kind kind, double value, int decimals, std::string unit)
    : kind_(kind), value_(value), decimals_(decimals), unit_(std::move(unit)) {}

Expectation Expectation::about(double value, int decimals, std::string unit) {
  return {Kind::kAbout, value, decimals, std::move(unit)};
}

Expectation Expectation::between(double least, double most, int decimals, std::string unit) {
  Expectation range(Kind::kBetween, least, decimals, std::move(unit));
  range.most_ = most;
  return range;
}

Expectation Expectation::within(double tolerance, std::string reason) const {
  Expectation other = *this;
  other.tolerance_ = tolerance;
  other.reason_ = std::move(reason);
  return other;
}

Expectation Expectation::computed(double value, int decimals, std::string unit) {
  return {Kind::kComputed, value, decimals, std::move(unit)};
}

Expectation Expectation::exactly(double value, int decimals, std::string unit) {
  return {Kind::kExactly, value, decimals, std::move(unit)};
}

Expectation Expectation::above(double bound, int decimals, std::string unit) {
  return {Kind::kAbove, bound, decimals, std::move(unit)};
}

Expectation Expectation::below(double bound, int decimals, std::string unit) {
  return {Kind::kBelow, bound, decimals, std::move(unit)};
}

bool Expectation::holds(double measured) const {
  constexpr double kOfArithmetic = 1e-9;
  const double distance = std::abs(measured - value_);
  switch (kind_) {
    case Kind::kAbout:
      return distance <= tolerance_ * std::abs(value_) + kOfArithmetic;
    case Kind::kBetween:
      return measured >= value_ - tolerance_ * std::abs(value_) - kOfArithmetic &&
             measured <= most_ + tolerance_ * std::abs(most_) + kOfArithmetic;
    case Kind::kComputed:
      return distance <= 0.5 * std::pow(10, -decimals_) + kOfArithmetic;
    case Kind::kExactly:
      return distance <= kOfArithmetic;
    case Kind::kAbove:
      return measured > value_;
    case Kind::kBelow:
      return measured < value_;
  }
  return false;
}

std::string Expectation::show(double number, int decimals) const {
  return fmt::format("{:.{}f}{}{}", number, decimals, unit_.empty() ? "" : " ", unit_);
}

std::string Expectation::expected_text() const {
  std::string text = show(value_, decimals_);
  if (kind_ == Kind::kBetween) return fmt::format("{:.{}f} to {}", value_, decimals_, show(most_, decimals_));
  if (kind_ == Kind::kAbove) return "above " + text;
  if (kind_ == Kind::kBelow) return "below " + text;
  return text;
}

std::string Expectation::tolerance_text() const {
  if (kind_ == Kind::kAbout || kind_ == Kind::kBetween) return fmt::format("{:.0f} %", 100 * tolerance_);
  return kind_ == Kind::kComputed ? "rounding" : "none";
}

std::string Expectation::measured_text(double measured) const {
  if (!is_number()) return show(measured, decimals_ + 2);
  return show(measured, kind_ == Kind::kExactly ? decimals_ : decimals_ + 1);
}

}  // namespace tactus
