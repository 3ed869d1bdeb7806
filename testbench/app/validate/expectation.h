#pragma once

#include <optional>
#include <string>
#include <variant>

namespace tactus {

/// What a paper says of one number, and how near a measurement must come to it.
///
/// The tolerance policy, one for all papers and chosen before anything was measured:
/// - A number that the paper got from its own simulator or machine (`about`) is met within 10 %, unless the claim has a
///   tolerance and a reason of its own (`within`): papers leave axes of their machines open, and read some numbers off
///   plots.
/// - A range of such numbers (`between`) is met by what is in it, or within that tolerance of its ends.
/// - A number that follows from a formula (`computed`) is met within half of the last digit printed.
/// - A count or a number of a register (`exactly`) is met or not.
/// - A statement without a number is made one: `above` or `below` a bound that its row tells.
/// A tolerance is never widened to make a row hold.
class Expectation {
 public:
  static constexpr double kDefaultTolerance = 0.10;

  /// `unit` follows the number in print; `decimals` are those of the paper.
  static Expectation about(double value, int decimals, std::string unit);
  static Expectation between(double least, double most, int decimals, std::string unit);
  static Expectation computed(double value, int decimals, std::string unit);
  static Expectation exactly(double value, int decimals, std::string unit);
  static Expectation above(double bound, int decimals, std::string unit);
  static Expectation below(double bound, int decimals, std::string unit);

  /// Reads `text` by the policy: "1.6 GB/s", "8 to 13", "above 2 x" or "below 10 %". The digits after the point are the
  /// paper's decimals. Nothing if `text` is none of these.
  static std::optional<Expectation> parse(const std::string& text);
  /// The expectation with a tolerance in words: "none" (`exactly`), "rounding" (`computed`), or a share such as "5 %",
  /// which needs a reason if it is not the policy's. Answers what is wrong with the words.
  [[nodiscard]] std::variant<Expectation, std::string> with(const std::string& tolerance,
                                                            const std::string& reason) const;

  /// The same with a tolerance of its own, a share of the number, and the reason for it. For `about` and `between`.
  [[nodiscard]] Expectation within(double tolerance, std::string reason) const;

  [[nodiscard]] bool holds(double measured) const;
  /// Whether there is one number to be met, and not a bound or a range.
  [[nodiscard]] bool is_number() const {
    return kind_ == Kind::kAbout || kind_ == Kind::kComputed || kind_ == Kind::kExactly;
  }
  [[nodiscard]] bool is_bound() const { return kind_ == Kind::kAbove || kind_ == Kind::kBelow; }
  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const std::string& unit() const { return unit_; }
  [[nodiscard]] std::string expected_text() const;                               ///< "71.3 ms", "above 2", "8 to 13"
  [[nodiscard]] std::string tolerance_text() const;                              ///< "10 %", "rounding", "none"
  [[nodiscard]] const std::string& tolerance_reason() const { return reason_; }  ///< empty for that of the policy
  /// A measurement with one decimal more than the paper has, with two more than a bound or a range has.
  [[nodiscard]] std::string measured_text(double measured) const;

 private:
  enum class Kind { kAbout, kBetween, kComputed, kExactly, kAbove, kBelow };

  Expectation(Kind kind, double value, int decimals, std::string unit);
  [[nodiscard]] std::string show(double number, int decimals) const;

  Kind kind_;
  double value_;
  double most_ = 0;  ///< of a range; `value_` is its least
  int decimals_;
  std::string unit_;
  double tolerance_ = kDefaultTolerance;
  std::string reason_;
};

}  // namespace tactus
