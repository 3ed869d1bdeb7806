#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace tactus {

/// A paper's statement of one number, and how near a measurement must come to it.
///
/// The tolerance policy, one for all papers and chosen before anything was measured:
/// - A number that the paper got from its own simulator or machine is met within 10 %, unless the claim has a tolerance
///   and a reason of its own: papers leave axes of their machines open, and read some numbers off plots.
/// - A range of such numbers is met by what is in it, or within that tolerance of its ends.
/// - A number that follows from a formula (tolerance `rounding`) is met within half of the last digit printed.
/// - A count or a number of a register (tolerance `none`) is met or not.
/// - A statement without a number is made one: above or below a bound that its row tells.
/// A tolerance is never widened to make a row hold.
class Expectation {
 public:
  /// Nothing is expected: 0, within 10 %.
  Expectation() = default;
  /// Reads `text` by the policy: "1.6 GB/s", "8 to 13", "above 2 x" or "below 10 %". The digits after the point are the
  /// paper's decimals, and the unit follows in print. Nothing if `text` is none of these.
  static std::optional<Expectation> parse(const std::string& text);
  /// The expectation with a tolerance in words: "none", "rounding", or a share such as "5 %", which needs a reason if
  /// it is not the policy's. Answers what is wrong with the words.
  [[nodiscard]] std::variant<Expectation, std::string> with(const std::string& tolerance,
                                                            const std::string& reason) const;

  [[nodiscard]] bool holds(double measured) const;
  /// Whether there is one number to be met, and not a bound or a range.
  [[nodiscard]] bool is_number() const { return kind_ == Kind::kNumber; }
  [[nodiscard]] bool is_bound() const { return kind_ == Kind::kAbove || kind_ == Kind::kBelow; }
  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] const std::string& unit() const { return unit_; }
  [[nodiscard]] std::string expected_text() const;                               ///< "71.3 ms", "above 2", "8 to 13"
  [[nodiscard]] std::string tolerance_text() const;                              ///< "10 %", "rounding", "none"
  [[nodiscard]] const std::string& tolerance_reason() const { return reason_; }  ///< empty for that of the policy
  /// A measurement with one decimal more than the paper has, with two more than a bound or a range has.
  [[nodiscard]] std::string measured_text(double measured) const;

 private:
  enum class Kind : std::uint8_t { kNumber, kRange, kAbove, kBelow };

  /// How far a measurement may be from a number or an end of a range.
  [[nodiscard]] double slack(double number) const;
  [[nodiscard]] std::string show(double number, int decimals) const;

  static constexpr char kPolicy[] = "10 %";
  static constexpr char kRounding[] = "rounding";
  static constexpr char kNone[] = "none";

  Kind kind_ = Kind::kNumber;
  double value_ = 0;
  double most_ = 0;  ///< upper end of a range; `value_` is the lower end
  int decimals_ = 0;
  std::string unit_;
  std::string tolerance_ = kPolicy;
  std::string reason_;
};

}  // namespace tactus
