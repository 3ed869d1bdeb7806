#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"
#include "tlm_models/traffic/checked_workload.h"

namespace tactus::checked_pattern {
namespace {

using test::broken_contract;

constexpr NetworkShape kNodes{4, 3};
const RandomStream kDraws(1, 2);

/// So many nodes further in x, not wrapped, with each message.
struct Marching final : TrafficPattern {
  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override {
    CHECK(draws.bits(3) == kDraws.bits(3));
    if (index == 9) return std::nullopt;
    return Coordinate{source[0] + static_cast<int>(index), source[1]};
  }
};
struct Changing final : TrafficPattern {
  [[nodiscard]] std::optional<Coordinate> destination(Coordinate, const RandomStream&, std::uint64_t) const override {
    return Coordinate{asked++, 0};
  }
  mutable int asked = 0;
};
struct Throwing final : TrafficPattern {
  [[nodiscard]] std::optional<Coordinate> destination(Coordinate, const RandomStream&, std::uint64_t) const override {
    throw std::runtime_error("nowhere");
  }
};

template <class P>
AlgorithmPolicy policy_of(const char* name = "odd") {
  return test::of_plugin(open_loop(
      name, "A pattern.", [](const WorkloadConfig&, const NetworkShape& nodes) -> std::unique_ptr<TrafficPattern> {
        CHECK(nodes == kNodes);
        return std::make_unique<P>();
      }));
}

template <class P>
std::string said_of_message(std::uint64_t index) {
  const AlgorithmPolicy policy = policy_of<P>();
  const CheckedPattern pattern(policy, {}, kNodes);
  return broken_contract([&] { (void)pattern.destination({1, 2}, kDraws, index); });
}

TEST_CASE("CheckedPattern: destinations of a pattern that keeps its contract are its own", "[PLUGIN-4]") {
  const AlgorithmPolicy policy = policy_of<Marching>();
  const CheckedPattern pattern(policy, {}, kNodes);
  CHECK(pattern.destination({1, 2}, kDraws, 1) == Coordinate{2, 2});
  CHECK(pattern.destination({1, 2}, kDraws, 2) == Coordinate{3, 2});
  CHECK_FALSE(pattern.destination({1, 2}, kDraws, 9).has_value());
}

TEST_CASE("CheckedPattern: a destination outside the network is reported", "[PLUGIN-4]") {
  CHECK(said_of_message<Marching>(3) ==
        "test_plugin.so: algorithm 'odd': `destination` of message 3 of (1,2) is outside the network of 4x3 nodes");
}

TEST_CASE("CheckedPattern: a destination that changes, and what a pattern throws, are reported", "[PLUGIN-4]") {
  CHECK_THAT(said_of_message<Changing>(0),
             Catch::Matchers::StartsWith(
                 "test_plugin.so: algorithm 'odd': `destination` answers differently when it is asked twice."));
  CHECK(said_of_message<Throwing>(0) == "test_plugin.so: algorithm 'odd': `destination` throws: nowhere");
  AlgorithmPolicy nothing = policy_of<Marching>();
  nothing.make_pattern = [](const WorkloadConfig&, const NetworkShape&) { return std::unique_ptr<TrafficPattern>(); };
  CHECK(broken_contract([&] { CheckedPattern(nothing, {}, kNodes); }) ==
        "test_plugin.so: algorithm 'odd': `make_pattern` makes nothing");
}

TEST_CASE("CheckedPattern: an open loop has the pattern of a plug-in checked", "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    const Registered<AlgorithmKind> marching{policy_of<Marching>("test_marching")};
  }
  WorkloadConfig config;
  config.algorithm = "test_marching";
  const auto pattern = make_traffic_pattern(config, kNodes);
  CHECK(pattern->destination({1, 2}, kDraws, 1) == Coordinate{2, 2});
  CHECK(broken_contract([&] {
          (void)pattern->destination({1, 2}, kDraws, 4);
        }) ==
        "test_plugin.so: algorithm 'test_marching': `destination` of message 4 of (1,2) is outside the network of 4x3 "
        "nodes");
}

}  // namespace
}  // namespace tactus::checked_pattern
