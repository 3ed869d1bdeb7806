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

TEST_CASE("Quantity: a prefix that can be decimal or binary is answered with both, and what each makes of the number") {
  const char* both = "; did you mean KiB (64 KiB is 65536 B) or kB (64 kB is 64000 B)?";
  for (const char* unit : {"K", "k", "KB", "Kb", "kb"}) {
    const std::string fault = parse_quantity(std::string("64 ") + unit, Dimension::kSize).fault;
    CHECK(fault == std::string("unknown unit '") + unit + "'" + both);
    CHECK(parse_quantity(std::string("64") + unit, Dimension::kSize).fault == fault);
  }
  CHECK(parse_quantity("1.5 m", Dimension::kSize).fault ==
        "unknown unit 'm'; did you mean MiB (1.5 MiB is 1572864 B) or MB (1.5 MB is 1500000 B)?");
  CHECK(parse_quantity("2 G/s", Dimension::kRate).fault ==
        "unknown unit 'G/s'; did you mean GiB/s (2 GiB/s is 2147483648 B/s) or GB/s (2 GB/s is 2000000000 B/s)?");
  // No whole number of bytes: the names alone.
  CHECK(parse_quantity("0.0001 K", Dimension::kSize).fault == "unknown unit 'K'; did you mean KiB or kB?");
  CHECK(parse_quantity("2 kib", Dimension::kSize).fault == "unknown unit 'kib'; did you mean KiB?");
  CHECK(parse_quantity("2 k", Dimension::kTime).fault.find("KiB") == std::string::npos);
}

TEST_CASE("Quantity: a blank that only looks like one is named") {
  const std::pair<const char*, const char*> texts[] = {{"64\xC2\xA0KiB", "a no-break space (U+00A0)"},
                                                       {"64\xE2\x80\xAFKiB", "a narrow no-break space (U+202F)"},
                                                       {"64\xE3\x80\x80KiB", "an ideographic space (U+3000)"},
                                                       {"\xC2\xA0"
                                                        "64 KiB",
                                                        "a no-break space (U+00A0)"}};
  for (const auto& [text, name] : texts) {
    CHECK(parse_quantity(text, Dimension::kSize).fault ==
          std::string("'") + text + "' has " + name + ": use a plain blank, or none");
  }
  CHECK(parse_cycles("17\xC2\xA0"
                     "cycles",
                     Clock{Picoseconds{4000}})
            .fault.find("U+00A0") != std::string::npos);
  CHECK(parse_count("1\xE2\x80\xAF"
                    "024")
            .fault.find("U+202F") != std::string::npos);
  CHECK(parse_eighths("1.25\xC2\xA0").fault.find("U+00A0") != std::string::npos);
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

TEST_CASE("Clock: a period is read to the attosecond and shown as a text that reads back as itself", "[key:clock]") {
  CHECK(parse_clock("4 ns").value == Clock{Picoseconds{4000}});
  CHECK(parse_clock("1.5ns").value == Clock{Picoseconds{1500}});
  CHECK(parse_clock("3418.803419 ps").value == Clock::of_attoseconds(3'418'803'419));
  CHECK(parse_clock("0.0000016 us").value == Clock::of_attoseconds(1'600'000));
  CHECK(parse_clock("1 s").value == Clock::of_attoseconds(kLongestClock));
  CHECK_FALSE(parse_clock("1.0000001 s"));
  CHECK_FALSE(parse_clock("4.0000001 ps"));
  CHECK_FALSE(parse_clock("999999999999999999999999 s"));
  CHECK_FALSE(parse_clock("4 GB/s"));
  CHECK(show_clock(Clock::of_attoseconds(3'418'803'410)) == "3418.80341 ps");
  for (std::uint64_t period = 1; period < kLongestClock / 3; period = period * 3 + period / 7 + 1) {
    REQUIRE(parse_clock(show_clock(Clock::of_attoseconds(period))).value == Clock::of_attoseconds(period));
  }
}

TEST_CASE("Cycles: times are rounded up to whole cycles and cycles are taken as they are") {
  const Clock clock{Picoseconds{4000}};
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
