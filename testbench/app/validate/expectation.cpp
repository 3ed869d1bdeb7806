#include "testbench/app/validate/expectation.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace tactus {

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
