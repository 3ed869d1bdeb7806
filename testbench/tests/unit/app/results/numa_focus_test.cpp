#include "testbench/app/kinds/torus/numa_focus.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/timed_events.h"
#include "hw/node/limit_words.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Opens at a blocked output, if there is one.
class OutputFocus final : public WaveFocus {
 public:
  explicit OutputFocus(bool blocked) : blocked_(blocked) {}
  void add(Cycles /*cycle*/, const WaveChanges& /*changes*/) override {}
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override {
    if (!blocked_) return std::nullopt;
    return WaveHighlight{{"blocked", "torus.node_0_0", {}}, {}, 256, {}, {}};
  }

 private:
  bool blocked_;
};

/// Probes of two nodes of a 3x3 torus, by what is changed in these tests.
struct Machine {
  enum Place : std::uint32_t { kWrites, kReads, kOtherWrites, kSlow, kNic, kCredits, kBus };
  Machine() {
    config.network = {3, 3};
    config.link.overrides = {{{{{1, 0}, {2, 0}}}, std::nullopt, BytesPerSecond{1'000'000'000}, std::nullopt}};
    TimedEvents events;
    const NumaNode node(NumaNodeConfig{}, events);
    const std::vector<std::string> words = LimitWords(node).names();
    const std::string numa = "torus.node_1_0.numa.";
    probes = {{numa + "nic_2", "limit_of_writes", 6, {}, words},
              {numa + "nic_2", "limit_of_reads", 6, {}, words},
              {"torus.node_2_0.numa.nic_0", "limit_of_writes", 6, {}, words},
              {"torus.node_1_0.router.plus_x.flit_o", "kind", 2, {}, {}},
              {"torus.node_1_0.router.nic_2.flit_i", "kind", 2, {}, {}},
              {numa + "link_0.to_socket_1.posted", "credits", 16, {}, {}},
              {numa + "memory_1", "bus", 2, {}, {}}};
    posted = static_cast<std::uint64_t>(std::find(words.begin(), words.end(), "HT socket 0 to 1: posted buffers") -
                                        words.begin());
    REQUIRE(posted < words.size());
  }
  [[nodiscard]] NumaFocus focus(bool blocked = true) const {
    return {probes, config, NumaNodeConfig{}, std::make_unique<OutputFocus>(blocked)};
  }
  [[nodiscard]] WaveChanges all_idle() const {
    WaveChanges changes;
    for (std::uint32_t i = 0; i < probes.size(); ++i) changes.push_back({i, 0});
    return changes;
  }
  MachineConfig config;
  ProbeList probes;
  std::uint64_t posted = 0;
};

std::string title(const NumaFocus& focus) {
  const std::optional<WaveHighlight> highlight = focus.highlight();
  return highlight ? highlight->group.title : "";
}

}  // namespace

TEST_CASE("NumaFocus: opens at the resource that NICs waited for, in the window with most of it", "[WAVE-71]") {
  const Machine machine;
  NumaFocus focus = machine.focus();
  focus.add(Cycles{1000}, machine.all_idle());
  focus.add(Cycles{1010}, {{Machine::kWrites, machine.posted}});
  // A second one that waits for the same makes no time longer.
  focus.add(Cycles{1100}, {{Machine::kReads, machine.posted}});
  focus.add(Cycles{1200}, {{Machine::kWrites, 0}, {Machine::kReads, 0}});
  focus.add(Cycles{1000 + 256 + 20}, {{Machine::kWrites, machine.posted}});
  focus.finish(Cycles{1000 + 2 * 256});
  const std::optional<WaveHighlight> highlight = focus.highlight();
  REQUIRE(highlight);
  CHECK(highlight->group.title == fmt::format("limit: node_1_0, HT socket 0 to 1: posted buffers, {:.0f} % of the time",
                                              100.0 * (190 + 236) / 512));
  CHECK(highlight->group.node == "torus.node_1_0");
  CHECK(highlight->begin == Cycles{1256});
  CHECK(highlight->marker == Cycles{1276});
  CHECK(highlight->length == 256);
  std::vector<std::string> rows;
  for (const WaveGroup::Row& row : highlight->group.rows) rows.push_back(row.text);
  CHECK(rows == std::vector<std::string>{"what NICs of the node wait for", "link_0 to_socket_1 posted credits",
                                         "nic_2 waits for it longest", "nic_2 limit_of_writes", "memories behind it",
                                         "memory_1 bus"});
}

TEST_CASE("NumaFocus: opens elsewhere if NICs wait for less than half of the time, or a port is busy for longer",
          "[WAVE-71]") {
  const Machine machine;
  // Ends after 1000 cycles: in the last ones a NIC waits, and in the last ones a port carries flits.
  const auto opens_at = [&](std::uint64_t waits, std::uint32_t port = Machine::kNic, std::uint64_t flits = 0) {
    NumaFocus focus = machine.focus();
    focus.add(Cycles{0}, machine.all_idle());
    for (std::uint64_t left = 999; left > 0; --left) {
      WaveChanges changes;
      if (left == waits) changes.push_back({Machine::kOtherWrites, machine.posted});
      if (left == flits) changes.push_back({port, 2});
      focus.add(Cycles{1000 - left}, changes);
    }
    focus.finish(Cycles{1000});
    return title(focus);
  };
  const auto opens_at_limit = Catch::Matchers::StartsWith("limit: node_2_0, ");
  CHECK(opens_at(499) == "blocked");
  CHECK_THAT(opens_at(500), opens_at_limit);
  CHECK_THAT(opens_at(600, Machine::kNic, 599), opens_at_limit);
  CHECK(opens_at(600, Machine::kNic, 600) == "blocked");
  // A link with a quarter of the rate is busy for four cycles with each flit.
  CHECK_THAT(opens_at(600, Machine::kSlow, 149), opens_at_limit);
  CHECK(opens_at(600, Machine::kSlow, 150) == "blocked");
}

TEST_CASE("NumaFocus: a waveform about a packet that is blocked opens there, one without anything shows everything",
          "[WAVE-71]") {
  const Machine machine;
  const auto about = [&](std::uint64_t packet, bool blocked) {
    NumaFocus focus = machine.focus(blocked);
    focus.look_at(packet, std::vector<std::uint64_t>(machine.probes.size()));
    focus.add(Cycles{0}, {{Machine::kWrites, machine.posted}});
    focus.finish(Cycles{100});
    return title(focus);
  };
  CHECK(about(5, true) == "blocked");
  CHECK_THAT(about(5, false), Catch::Matchers::StartsWith("limit: "));
  CHECK_THAT(about(0, true), Catch::Matchers::StartsWith("limit: "));
  NumaFocus output = machine.focus();
  output.look_at_output("torus.node_1_0.router.plus_x");
  output.add(Cycles{0}, {{Machine::kWrites, machine.posted}});
  output.finish(Cycles{100});
  CHECK(title(output) == "blocked");
  NumaFocus empty = machine.focus(false);
  empty.finish(Cycles{0});
  CHECK_FALSE(empty.highlight());
}

}  // namespace tactus
