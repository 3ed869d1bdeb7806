#include "testbench/app/validate/expectation.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <tuple>
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

/// "5 %" as 0.05; nothing if `text` is no share.
std::optional<double> share_of(std::string text) {
  const auto percent = take_number(text);
  if (!percent || percent->first < 0 || text != " %") return std::nullopt;
  return percent->first / 100;
}

}  // namespace

std::optional<Expectation> Expectation::parse(const std::string& text) {
  std::string rest = text;
  Expectation made;
  if (take(rest, "above ")) {
    made.kind_ = Kind::kAbove;
  } else if (take(rest, "below ")) {
    made.kind_ = Kind::kBelow;
  }
  const auto number = take_number(rest);
  if (!number) return std::nullopt;
  if (!made.is_bound() && take(rest, " to ")) made.kind_ = Kind::kRange;
  const auto most = made.kind_ == Kind::kRange ? take_number(rest) : number;
  if (!most || most->first < number->first || (!rest.empty() && !take(rest, " "))) return std::nullopt;
  std::tie(made.value_, made.decimals_) = *number;
  made.most_ = most->first;
  made.unit_ = rest;
  return made;
}

std::variant<Expectation, std::string> Expectation::with(const std::string& tolerance,
                                                         const std::string& reason) const {
  if (is_bound()) return "a bound has no tolerance";
  const bool is_word = is_number() && (tolerance == kNone || tolerance == kRounding);
  if (!is_word && !share_of(tolerance)) return "is not a share as in 5 %, nor none or rounding of a number";
  const bool is_policy = is_word || tolerance == kPolicy;
  if (!is_policy && reason.empty()) return "a tolerance that is not the policy's needs a 'reason'";
  Expectation made = *this;
  made.tolerance_ = tolerance;
  made.reason_ = is_word ? "" : reason;
  return made;
}

double Expectation::slack(double number) const {
  if (tolerance_ == kRounding) return 0.5 * std::pow(10, -decimals_);
  return share_of(tolerance_).value_or(0) * std::abs(number);
}

bool Expectation::holds(double measured) const {
  constexpr double kOfArithmetic = 1e-9;
  if (kind_ == Kind::kAbove) return measured > value_;
  if (kind_ == Kind::kBelow) return measured < value_;
  return measured >= value_ - slack(value_) - kOfArithmetic && measured <= most_ + slack(most_) + kOfArithmetic;
}

std::string Expectation::show(double number, int decimals) const {
  return fmt::format("{:.{}f}{}{}", number, decimals, unit_.empty() ? "" : " ", unit_);
}

std::string Expectation::expected_text() const {
  const std::string text = show(value_, decimals_);
  if (kind_ == Kind::kRange) return fmt::format("{:.{}f} to {}", value_, decimals_, show(most_, decimals_));
  if (kind_ == Kind::kAbove) return "above " + text;
  return kind_ == Kind::kBelow ? "below " + text : text;
}

std::string Expectation::tolerance_text() const { return is_bound() ? kNone : tolerance_; }

std::string Expectation::measured_text(double measured) const {
  if (!is_number()) return show(measured, decimals_ + 2);
  return show(measured, tolerance_ == kNone ? decimals_ : decimals_ + 1);
}

}  // namespace tactus
