#include "testbench/app/validate/expectation.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// The expectation of claims.yaml, whose tolerance is the policy's unless one is given.
Expectation expectation_of(const std::string& text, const std::string& tolerance = "10 %",
                           const std::string& reason = {}) {
  const Expectation parsed = Expectation::parse(text).value();
  return parsed.is_bound() ? parsed : std::get<Expectation>(parsed.with(tolerance, reason));
}

TEST_CASE("Expectation: a simulated number is met within 10 %, ends included") {
  const Expectation about = expectation_of("71.3 ms");
  CHECK(about.holds(71.3));
  CHECK(about.holds(71.3 * 0.9));
  CHECK(about.holds(71.3 * 1.1));
  CHECK_FALSE(about.holds(71.3 * 0.899));
  CHECK_FALSE(about.holds(71.3 * 1.101));
  CHECK(about.expected_text() == "71.3 ms");
  CHECK(about.tolerance_text() == "10 %");
  CHECK(about.measured_text(59.509) == "59.51 ms");
}

TEST_CASE("Expectation: a range is met by what is in it or within 10 % of its ends") {
  const Expectation range = expectation_of("2.5 to 3.4 x");
  for (const double met : {2.25, 2.5, 3.0, 3.4, 3.74}) CHECK(range.holds(met));
  for (const double missed : {2.24, 3.75}) CHECK_FALSE(range.holds(missed));
  CHECK(range.expected_text() == "2.5 to 3.4 x");
  CHECK(range.tolerance_text() == "10 %");
  CHECK(range.measured_text(2.6204) == "2.620 x");
  CHECK_FALSE(range.is_number());
}

TEST_CASE("Expectation: a tolerance of its own has a reason, and is that of numbers and of ranges") {
  const Expectation about = expectation_of("6.17 GB/s", "5 %", "printed");
  CHECK(about.holds(6.17 * 1.05));
  CHECK_FALSE(about.holds(6.17 * 1.051));
  CHECK(about.tolerance_text() == "5 %");
  CHECK(about.tolerance_reason() == "printed");
  CHECK(expectation_of("6.17 GB/s").tolerance_reason().empty());
  const Expectation range = expectation_of("1 to 2 x", "20 %", "words");
  CHECK(range.holds(0.81));
  CHECK_FALSE(range.holds(2.41));
}

TEST_CASE("Expectation: a computed number is met within half of the last digit printed") {
  const Expectation computed = expectation_of("17.0 ms", "rounding");
  CHECK(computed.holds(17.04));
  CHECK(computed.holds(16.95));
  CHECK_FALSE(computed.holds(17.06));
  CHECK(computed.tolerance_text() == "rounding");
}

TEST_CASE("Expectation: a count is met or not") {
  const Expectation exactly = expectation_of("20", "none");
  CHECK(exactly.holds(20));
  CHECK_FALSE(exactly.holds(19));
  CHECK(exactly.measured_text(19) == "19");
  CHECK(exactly.tolerance_text() == "none");
}

TEST_CASE("Expectation: a bound is not met by itself") {
  CHECK(expectation_of("above 2 x").holds(2.01));
  CHECK_FALSE(expectation_of("above 2 x").holds(2));
  CHECK(expectation_of("below 3 us").holds(2.9));
  CHECK_FALSE(expectation_of("below 3 us").holds(3));
  CHECK(expectation_of("above 2 x").expected_text() == "above 2 x");
  CHECK(expectation_of("above 1 x").measured_text(1.04) == "1.04 x");
  CHECK(expectation_of("below 0.5").expected_text() == "below 0.5");
  CHECK_FALSE(expectation_of("below 0.5").is_number());
  CHECK(expectation_of("2", "none").is_number());
}

}  // namespace
}  // namespace tactus
