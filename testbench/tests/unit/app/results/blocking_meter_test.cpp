#include "testbench/app/results/blocking_meter.h"

#include <fmt/core.h>

#include <map>

#include "testbench/app/results/blocked_view.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

constexpr RouterPorts kPlane{2, 4};
constexpr std::uint64_t kPlusX = 0;
constexpr std::uint64_t kMinusX = 1;
constexpr std::uint64_t kPlusY = 2;
constexpr std::uint64_t kNic0 = 4;

/// Routers next to each other, with one VC.
class Routers {
 public:
  explicit Routers(RouterPorts of = kPlane, const std::vector<std::string>& nodes = {"node_0_0", "node_1_0"})
      : ports(of) {
    for (const std::string& node : nodes) add_node(fmt::format("torus.{}", node));
  }

  /// From `cycle` on.
  void set(std::uint64_t cycle, const std::string& signal, std::uint64_t value) {
    for (std::uint32_t i = 0; i < probes.size(); ++i) {
      if (probes[i].scope + "." + probes[i].name == "torus." + signal) changes_[cycle].push_back({i, value});
    }
  }
  /// A packet is at the front of `buffer` from `cycle` on, and wants `output`.
  void front(std::uint64_t cycle, const std::string& buffer, std::uint64_t packet, std::uint64_t output) {
    set(cycle, buffer + ".front_wants", output);
    set(cycle, buffer + ".front_packet", packet);
  }
  void no_front(std::uint64_t cycle, const std::string& buffer) { front(cycle, buffer, 0, none()); }

  /// Of cycles `first` to before `last`.
  [[nodiscard]] std::optional<Blocking> worst(std::uint64_t first, std::uint64_t last, std::uint64_t packet = 0,
                                              const std::string& output = "") {
    BlockingMeter meter(probes, ports);
    if (!output.empty()) meter.look_at_output(output);
    if (packet != 0) meter.look_at(packet, values_at(last - 1));
    for (std::uint64_t cycle = first; cycle < last; ++cycle) {
      WaveChanges now = cycle == first ? whole(values_at(cycle)) : changes_[cycle];
      meter.add(Cycles{cycle}, now);
    }
    return meter.worst();
  }

  /// What stands for no port.
  [[nodiscard]] std::uint64_t none() const { return static_cast<std::uint64_t>(ports.count()); }

  ProbeList probes;
  RouterPorts ports;

 private:
  void add_node(const std::string& node) {
    const auto add = [this](const std::string& scope, const char* name) {
      probes.push_back({scope, name, 50, [] { return std::uint64_t{0}; }, {}});
    };
    for (int port = 0; port < ports.count(); ++port) {
      const std::string scope = fmt::format("{}.router.{}", node, ports.name(port));
      for (const char* name : {"granted_to", "packet", "flits_left"}) add(scope, name);
      for (const char* name : {"occupancy", "credits", "front_wants", "front_packet"}) add(scope + ".vc_0", name);
    }
    for (int engine = 0; engine < ports.nics(); ++engine) {
      const std::string scope = fmt::format("{}.nic.engine_{}", node, engine);
      for (const char* name : {"state", "credits", "pending_writes"}) add(scope, name);
      add(scope + ".vc_0", "occupancy");
    }
  }
  [[nodiscard]] std::vector<std::uint64_t> values_at(std::uint64_t cycle) const {
    std::vector<std::uint64_t> values;
    for (const Probe& probe : probes) {
      values.push_back(probe.name == "granted_to" || probe.name == "front_wants" ? none() : 0);
    }
    for (const auto& [when, list] : changes_) {
      if (when > cycle) continue;
      for (const WaveChange& change : list) values[change.probe] = change.value;
    }
    return values;
  }
  static WaveChanges whole(const std::vector<std::uint64_t>& values) {
    WaveChanges all;
    for (std::uint32_t i = 0; i < values.size(); ++i) all.push_back({i, values[i]});
    return all;
  }

  std::map<std::uint64_t, WaveChanges> changes_;
};

std::vector<std::string> texts(const BlockedView& view) {
  std::vector<std::string> all;
  for (const BlockedView::Row& row : view.rows()) all.push_back((row.probe ? "" : "# ") + row.text);
  return all;
}

}  // namespace

TEST_CASE("BlockingMeter: packets that go on as the pipeline lets them are not blocked", "[WAVE-33]") {
  Routers routers;
  routers.front(100, "node_0_0.router.nic_0.vc_0", 7, kPlusX);
  routers.no_front(102, "node_0_0.router.nic_0.vc_0");
  routers.set(102, "node_0_0.router.plus_x.granted_to", kNic0);
  // Behind one of its own input, which the output serves.
  routers.front(110, "node_0_0.router.nic_0.vc_0", 8, kPlusX);
  routers.no_front(229, "node_0_0.router.nic_0.vc_0");
  routers.set(230, "node_0_0.router.plus_x.granted_to", routers.none());
  CHECK_FALSE(routers.worst(0, 1000));
}

TEST_CASE("BlockingMeter: of an output that is asked for, the worst window is told though others are worse",
          "[WAVE-34]") {
  Routers routers;
  routers.set(90, "node_0_0.router.plus_x.granted_to", kPlusY);
  routers.front(100, "node_0_0.router.nic_0.vc_0", 7, kPlusX);
  routers.set(100, "node_0_0.router.minus_x.granted_to", kPlusY);
  routers.front(120, "node_0_0.router.plus_x.vc_0", 8, 1);
  routers.no_front(130, "node_0_0.router.plus_x.vc_0");
  const auto worst_of = [&](const std::string& output) { return routers.worst(0, 300, 0, output); };
  CHECK(worst_of("")->port == 0);
  CHECK(worst_of("torus.node_0_0.router.minus_x")->port == 1);
  CHECK_FALSE(worst_of("torus.node_0_0.router.plus_y"));
  // Of a router that is not recorded there is nothing to count.
  CHECK(worst_of("torus.node_7_7.router.plus_y")->port == 0);
}

TEST_CASE("BlockingMeter: counts the cycles in which a packet waits beyond VA and SA for an output that others have",
          "[WAVE-33]") {
  Routers routers;
  routers.set(90, "node_0_0.router.plus_x.granted_to", kPlusY);
  routers.front(100, "node_0_0.router.nic_0.vc_0", 7, kPlusX);
  routers.front(120, "node_0_0.router.minus_x.vc_0", 8, kPlusX);
  routers.no_front(130, "node_0_0.router.nic_0.vc_0");
  routers.no_front(150, "node_0_0.router.minus_x.vc_0");
  const auto worst = routers.worst(0, 1000);
  REQUIRE(worst);
  CHECK(worst->router == "torus.node_0_0.router");
  CHECK(worst->port == 0);
  CHECK(worst->begin == 0_cycles);
  CHECK(worst->length == 256);
  CHECK(worst->blocked == 150 - 102);
  CHECK(worst->peak == 122_cycles);
  REQUIRE(worst->inputs.size() == 2);
  CHECK(worst->inputs[0].port == 1);
  CHECK(worst->inputs[0].cycles == 150 - 122);
  CHECK(worst->inputs[1].port == 4);
  CHECK(worst->inputs[1].cycles == 130 - 102);
}

TEST_CASE("BlockingMeter: the worst window and output are those of most packets times cycles, the earliest of several",
          "[WAVE-33]") {
  Routers routers;
  // 50 cycles in the first window, twice 40 in the third, the same again in the fourth.
  routers.front(10, "node_0_0.router.nic_0.vc_0", 1, kPlusX);
  routers.no_front(62, "node_0_0.router.nic_0.vc_0");
  for (const std::uint64_t from : {600U, 800U}) {
    for (const char* input : {"plus_y", "nic_0"}) {
      const std::string buffer = fmt::format("node_1_0.router.{}.vc_0", input);
      routers.front(from, buffer, from + buffer.size(), kMinusX);
      routers.no_front(from + 42, buffer);
    }
  }
  const auto worst = routers.worst(0, 2000);
  REQUIRE(worst);
  CHECK(worst->router == "torus.node_1_0.router");
  CHECK(worst->port == 1);
  CHECK(worst->begin == 512_cycles);
  CHECK(worst->blocked == 40);
  CHECK(worst->peak == 602_cycles);
  // What is not added does not count, nor does a window that ends early.
  CHECK(routers.worst(0, 512)->begin == 0_cycles);
  CHECK(routers.worst(650, 830)->begin == 650_cycles);
  CHECK(routers.worst(650, 830)->length == 180);
}

TEST_CASE("BlockingMeter: told to look at a packet, it counts the output that this packet waits for", "[WAVE-33]") {
  Routers routers;
  routers.front(10, "node_0_0.router.nic_0.vc_0", 1, kPlusX);
  routers.front(10, "node_0_0.router.plus_y.vc_0", 2, kPlusX);
  routers.front(30, "node_1_0.router.plus_y.vc_0", 3, kNic0);
  CHECK(routers.worst(0, 100)->router == "torus.node_0_0.router");
  const auto of_packet = routers.worst(0, 100, 3);
  REQUIRE(of_packet);
  CHECK(of_packet->router == "torus.node_1_0.router");
  CHECK(of_packet->port == 4);
  CHECK(of_packet->blocked == 100 - 32);
  CHECK(routers.worst(0, 100, 99)->router == "torus.node_0_0.router");  // it is at no front
}

TEST_CASE("BlockedView: who waits, who has the output, its credits, and the buffer behind it", "[WAVE-34]") {
  Routers routers;
  routers.front(10, "node_0_0.router.nic_0.vc_0", 1, kPlusX);
  const auto worst = routers.worst(0, 100);
  REQUIRE(worst);
  const BlockedView view(routers.probes, {4, 4}, routers.ports, *worst);
  CHECK(view.node() == "torus.node_0_0");
  CHECK(view.title() == "blocked: node_0_0 plus_x, 88 of 100 cycles");
  CHECK(texts(view) ==
        std::vector<std::string>{"# who waits for plus_x from cycle 0 on", "nic_0 vc_0 front_packet",
                                 "nic_0 vc_0 front_wants", "nic_0 vc_0 occupancy", "engine_0 state", "engine_0 credits",
                                 "# who has it", "plus_x granted_to", "plus_x packet", "plus_x flits_left",
                                 "# room behind it", "plus_x vc_0 credits", "node_1_0 minus_x vc_0 occupancy",
                                 "node_1_0 minus_x vc_0 front_packet", "node_1_0 minus_x vc_0 front_wants"});
  for (const BlockedView::Row& row : view.rows()) {
    if (!row.probe) continue;
    const Probe& probe = routers.probes[*row.probe];
    CHECK(row.text.find(probe.name) != std::string::npos);
    const bool behind = row.text.rfind("node_1_0", 0) == 0;
    CHECK(probe.scope.rfind(behind ? "torus.node_1_0" : "torus.node_0_0", 0) == 0);
  }
}

TEST_CASE("BlockedView: says that the node behind an output is not recorded; behind a NIC's port is the NIC",
          "[WAVE-34]") {
  Routers routers;
  routers.front(10, "node_1_0.router.minus_x.vc_0", 1, kPlusX);
  const auto of_link = routers.worst(0, 100);
  REQUIRE(of_link);
  CHECK(texts(BlockedView(routers.probes, {4, 4}, kPlane, *of_link)).back() ==
        "# node_2_0 behind it is not recorded (waves.nodes)");
  // In a ring of two the node behind is the other one again.
  CHECK(texts(BlockedView(routers.probes, {2, 2}, kPlane, *of_link)).back() == "node_0_0 minus_x vc_0 front_wants");

  Routers to_nic;
  to_nic.front(10, "node_1_0.router.minus_x.vc_0", 1, kNic0);
  const auto of_nic = to_nic.worst(0, 100);
  REQUIRE(of_nic);
  const auto rows = texts(BlockedView(to_nic.probes, {4, 4}, kPlane, *of_nic));
  REQUIRE(rows.size() > 2);
  CHECK(rows[rows.size() - 2] == "engine_0 vc_0 occupancy");
  CHECK(rows.back() == "engine_0 pending_writes");
}

TEST_CASE("BlockingMeter: a packet of any input is blocked by any output, of routers with any ports",
          "[WAVE-33][WAVE-34]") {
  struct Machine {
    NetworkShape network;
    int nics;
    std::vector<std::string> nodes;
  };
  for (const Machine& machine :
       {Machine{NetworkShape({4}), 1, {"node_0", "node_1"}}, Machine{NetworkShape({4, 4}), 8, {"node_0_0", "node_0_1"}},
        Machine{NetworkShape({4, 4, 4}), 6, {"node_0_0_0", "node_0_0_1"}},
        Machine{NetworkShape({3, 3, 3, 3}), 8, {"node_0_0_0_0", "node_0_0_0_1"}}}) {
    const RouterPorts ports{machine.network.dimensions(), machine.nics};
    // The one output that leads from the first of the nodes to the second.
    const int to_next = 2 * (machine.network.dimensions() - 1);
    for (int input = 0; input < ports.count(); ++input) {
      for (int output = 0; output < ports.count(); ++output) {
        CAPTURE(machine.network.text(), input, output);
        Routers routers(ports, machine.nodes);
        const std::string router = machine.nodes[0] + ".router.";
        routers.front(10, fmt::format("{}{}.vc_0", router, ports.name(input)), 5, static_cast<std::uint64_t>(output));
        routers.no_front(60, fmt::format("{}{}.vc_0", router, ports.name(input)));
        const auto worst = routers.worst(0, 100);
        REQUIRE(worst);
        CHECK(worst->port == output);
        CHECK(worst->blocked == 60 - 12);
        REQUIRE(worst->inputs.size() == 1);
        CHECK(worst->inputs[0].port == input);

        const BlockedView view(routers.probes, machine.network, ports, *worst);
        CHECK(view.title() == fmt::format("blocked: {} {}, 48 of 100 cycles", machine.nodes[0], ports.name(output)));
        const auto rows = texts(view);
        const auto shows = [&](const std::string& row) { return std::count(rows.begin(), rows.end(), row) == 1; };
        CHECK(shows(fmt::format("{} vc_0 front_wants", ports.name(input))));
        if (input >= ports.directions()) CHECK(shows(fmt::format("engine_{} state", input - ports.directions())));
        if (output >= ports.directions()) {
          CHECK(rows.back() == fmt::format("engine_{} pending_writes", output - ports.directions()));
        } else if (output == to_next) {
          CHECK(rows.back() == fmt::format("{} {} vc_0 front_wants", machine.nodes[1], ports.name(to_next + 1)));
        } else {
          CHECK(rows.back().find("is not recorded") != std::string::npos);
        }
      }
    }
  }
}
