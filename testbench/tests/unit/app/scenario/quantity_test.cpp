#include "testbench/app/scenario/quantity.h"

#include <fmt/core.h>

#include <random>

#include "testbench/tests/support/catch.h"

namespace tactus::test {
namespace {

constexpr std::array kDimensions = {Dimension::kSize, Dimension::kTime, Dimension::kRate};

TEST_CASE("Quantity: numbers with units are read in base units, with or without a blank") {
  CHECK(parse_quantity("4 GB/s", Dimension::kRate).value == 4'000'000'000);
  CHECK(parse_quantity("78ns", Dimension::kTime).value == 78'000);
  CHECK(parse_quantity("2KiB", Dimension::kSize).value == 2048);
  CHECK(parse_quantity("  1.5   MiB ", Dimension::kSize).value == 1'572'864);
  CHECK(parse_quantity("0.5 ns", Dimension::kTime).value == 500);
  CHECK(parse_quantity("1 MB", Dimension::kSize).value == 1'000'000);
  CHECK(parse_quantity("1.25 MiB/s", Dimension::kRate).value == 1'310'720);
  CHECK(parse_quantity("0 B", Dimension::kSize).value == 0);
  CHECK(parse_quantity("1000000 s", Dimension::kTime).value == 1'000'000'000'000'000'000);
}

TEST_CASE("Quantity: every unit reads as its factor and is refused for other dimensions") {
  for (const Dimension dimension : kDimensions) {
    for (const Unit& unit : units_of(dimension)) {
      const std::string text = fmt::format("3 {}", unit.name);
      CHECK(parse_quantity(text, dimension).value == 3 * unit.factor);
      for (const Dimension other : kDimensions) {
        if (other == dimension) continue;
        const Parsed<std::uint64_t> wrong = parse_quantity(text, other);
        CHECK_FALSE(wrong);
        CHECK(wrong.fault.find(fmt::format("'{}' is a unit of {}", unit.name, name_of(dimension))) == 0);
      }
    }
  }
}

TEST_CASE("Quantity: a decimal is accepted exactly if it is whole in the base unit") {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::uint64_t thousandths = random() % 10'000'000;
    const Dimension dimension = kDimensions[random() % kDimensions.size()];
    const Unit unit = units_of(dimension)[random() % 3];
    const std::string text = fmt::format("{}.{:03} {}", thousandths / 1000, thousandths % 1000, unit.name);
    const Parsed<std::uint64_t> parsed = parse_quantity(text, dimension);
    INFO(text);
    CHECK(parsed.value.has_value() == (thousandths * unit.factor % 1000 == 0));
    if (parsed) CHECK(*parsed.value == thousandths * unit.factor / 1000);
  }
}

TEST_CASE("Quantity: what is shown reads back as the same value") {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::uint64_t count = (random() >> 5U) >> (random() % 59U);
    for (const Dimension dimension : kDimensions) {
      if (dimension == Dimension::kTime && count > 1'000'000'000'000'000'000) continue;
      CHECK(parse_quantity(show_quantity(count, dimension), dimension).value == count);
    }
  }
  CHECK(show_quantity(2048, Dimension::kSize) == "2 KiB");
  CHECK(show_quantity(4'000'000'000, Dimension::kRate) == "4 GB/s");
  CHECK(show_quantity(78'000, Dimension::kTime) == "78 ns");
}

TEST_CASE("Quantity: what is no quantity is refused") {
  for (const char* text : {"", "B", "KiB 2", "2", "2 KiB B", "1e3 B", "0x10 B", "1_000 B", ".5 KiB", "5. KiB",
                           "1,5 KiB", "-0 B", "nan B", "inf B", "\xC2\xB5s", "1.0000000000000000000000000 B"}) {
    const Parsed<std::uint64_t> parsed = parse_quantity(text, Dimension::kSize);
    INFO(text);
    CHECK_FALSE(parsed);
    CHECK_FALSE(parsed.fault.empty());
  }
}

TEST_CASE("Quantity: no number of digits overflows silently") {
  std::string digits = "9";
  for (int length = 1; length < 60; ++length, digits += '9') {
    for (const Dimension dimension : kDimensions) {
      for (const Unit& unit : units_of(dimension)) {
        const Parsed<std::uint64_t> parsed = parse_quantity(digits + unit.name, dimension);
        const long double exact = std::stold(digits) * static_cast<long double>(unit.factor);
        if (parsed) CHECK(static_cast<long double>(*parsed.value) == Approx(static_cast<double>(exact)));
        if (exact > 1e19L) CHECK_FALSE(parsed);
      }
    }
  }
}

TEST_CASE("Cycles: times are rounded up to whole cycles and cycles are taken as they are") {
  const Picoseconds clock{4000};
  CHECK(parse_cycles("200 ns", clock).value == Cycles{50});
  CHECK(parse_cycles("200.001 ns", clock).value == Cycles{51});
  CHECK(parse_cycles("1 ps", clock).value == Cycles{1});
  CHECK(parse_cycles("0 ns", clock).value == Cycles{0});
  CHECK(parse_cycles("17 cycles", clock).value == Cycles{17});
  CHECK_FALSE(parse_cycles("1.5 cycles", clock));
  CHECK_FALSE(parse_cycles("-1 cycles", clock));
  CHECK_FALSE(parse_cycles("17", clock));
  CHECK_FALSE(parse_cycles("17 B", clock));
}

TEST_CASE("Packets: every value of the register reads back, and values between name both neighbours") {
  for (std::int32_t eighths = kMinPaceEighths; eighths <= kMaxPaceEighths; ++eighths) {
    REQUIRE(parse_eighths(show_eighths(PacketEighths{eighths})).value == PacketEighths{eighths});
  }
  CHECK(parse_eighths("+3").value == PacketEighths{24});
  CHECK(parse_eighths("-2.50").value == PacketEighths{-20});
  for (const auto& [text, nearest] : {std::pair{"0.1", "0 and 0.125"}, std::pair{"-0.1", "-0.125 and 0"},
                                      std::pair{"2.24", "2.125 and 2.25"}, std::pair{"-3.3", "-3.375 and -3.25"}}) {
    CHECK(parse_eighths(text).fault.find(std::string("the nearest are ") + nearest) != std::string::npos);
  }
  for (const char* text : {"4096", "-4096.125", "4095.9", "1 packet", "", "one", "1e1"})
    CHECK_FALSE(parse_eighths(text));
}

}  // namespace
}  // namespace tactus::test
