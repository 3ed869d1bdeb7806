#include "hw/router/table_check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "hw/router/dependency_graph.h"
#include "hw/router/route_function.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace tactus {
namespace {

/// A table that is made entry by entry, whose lines count from 1.
class MadeTable {
 public:
  explicit MadeTable(MachineConfig config)
      : config_(std::move(config)),
        table_(std::make_shared<RouteTable>(config_.network, config_.router.virtual_channels)) {
    config_.router.routing = "table";
    config_.router.table = table_;
  }
  /// False if entries before have all packets of the pair.
  bool set(int node, int to, Direction port, unsigned vcs, RouteEntry entry = {}) {
    entry.out_port = static_cast<std::uint8_t>(port);
    entry.vc_mask = static_cast<std::uint8_t>(vcs);
    entry.line = static_cast<int>(table_->entries().size()) + 1;
    return table_->give(node, to, table_->add(entry));
  }
  [[nodiscard]] const MachineConfig& config() const { return config_; }
  [[nodiscard]] CheckedTable checked() const { return check_table(config_); }

 private:
  MachineConfig config_;
  std::shared_ptr<RouteTable> table_;
};

MachineConfig ring(int nodes, int virtual_channels, bool wraps = true) {
  MachineConfig config;
  config.network = NetworkShape({nodes}, {wraps});
  config.nic.count = 1;
  config.router.virtual_channels = virtual_channels;
  return config;
}

/// All packets of a ring in one direction.
MadeTable one_way(int nodes, int virtual_channels) {
  MadeTable table(ring(nodes, virtual_channels));
  for (int node = 0; node < nodes; ++node) {
    for (int to = 0; to < nodes; ++to) {
      if (node != to) table.set(node, to, Direction::kPlusX, 1);
    }
  }
  return table;
}

std::vector<std::string> texts(const CheckedTable& checked) {
  std::vector<std::string> list;
  for (const TableFault& fault : checked.faults) list.push_back(fault.text);
  return list;
}

TEST_CASE("Table check: pairs without an entry are counted, and the first is named", "[ROUTE-35]") {
  MadeTable table(ring(3, 1, false));
  table.set(0, 2, Direction::kPlusX, 1);
  table.set(1, 2, Direction::kPlusX, 1);
  table.set(2, 0, Direction::kMinusX, 1);
  table.set(1, 0, Direction::kMinusX, 1);
  table.set(2, 1, Direction::kMinusX, 1);
  CHECK(texts(table.checked()) == std::vector<std::string>{"no entry takes packets of (0) to (1)"});
  CHECK(table.checked().faults.front().entry == nullptr);
  MadeTable empty(ring(3, 1, false));
  CHECK(texts(empty.checked()) ==
        std::vector<std::string>{"no entry takes packets of (1) to (0); 6 pairs of nodes have none"});
}

TEST_CASE("Table check: an input that no entry takes is told with the shortest way to it", "[ROUTE-35]") {
  MadeTable table(ring(4, 2, false));
  RouteEntry nic_only;
  nic_only.in_ports = RouteEntry::kNic;
  for (int node = 0; node < 3; ++node) {
    table.set(node, 3, Direction::kPlusX, node == 0 ? 3 : 2, node == 2 ? nic_only : RouteEntry{});
  }
  for (int to = 0; to < 3; ++to) {
    for (int node = 0; node < 4; ++node) {
      if (node != to) table.set(node, to, node < to ? Direction::kPlusX : Direction::kMinusX, 1);
    }
  }
  CHECK(texts(table.checked()) ==
        std::vector<std::string>{"no entry takes packets to (3) that come to (2) by minus_x on VC 1: (1) -> (2)"});
  CHECK(table.checked().faults.front().entry->line == 3);
}

TEST_CASE("Table check: of packets that go round the shortest circle of nodes is told", "[ROUTE-35]") {
  MadeTable table(ring(5, 1));
  for (int node = 0; node < 5; ++node) {
    for (int to = 0; to < 5; ++to) {
      if (node == to) continue;
      // To node 4 all the way round but for nodes 1 and 2, which send packets to each other.
      const bool back = to == 4 && node == 2;
      table.set(node, to, back ? Direction::kMinusX : Direction::kPlusX, 1);
    }
  }
  CHECK(texts(table.checked()) ==
        std::vector<std::string>{"packets to (4) may go round and never arrive: (1) -> (2) -> (1)"});
  CHECK(table.checked().faults.front().entry->line == 8);
}

TEST_CASE("Table check: of inputs without an entry for several destinations the nearest one is told", "[ROUTE-35]") {
  MadeTable table(ring(6, 2, false));
  RouteEntry from_nic;
  from_nic.in_ports = RouteEntry::kNic;
  RouteEntry on_vc_0;
  on_vc_0.in_vcs = 1;
  for (int node = 0; node < 6; ++node) {
    for (int to = 0; to < 6; ++to) {
      if (node == to) continue;
      const Direction port = node < to ? Direction::kPlusX : Direction::kMinusX;
      const bool stops = to == 4 && node == 3;
      if (to == 4 && node == 2) table.set(node, to, port, 1, from_nic);
      if (to == 5 && node == 2) {
        table.set(node, to, port, 1, from_nic);
      } else {
        table.set(node, to, port, to == 4 && node == 2 ? 2 : 1, stops ? on_vc_0 : RouteEntry{});
      }
    }
  }
  CHECK(texts(table.checked()) ==
        std::vector<std::string>{"no entry takes packets to (5) that come to (2) by minus_x on VC 0: (1) -> (2); 2 "
                                 "inputs have none for some destination"});
}

TEST_CASE("Table check: of circles that packets to several destinations go round the shortest one is told",
          "[ROUTE-35]") {
  MachineConfig config = ring(3, 1);
  config.network = {3, 3};
  MadeTable table(config);
  const std::map<std::pair<int, int>, Direction> wrong = {
      {{0, 3}, Direction::kPlusX},  {{1, 3}, Direction::kPlusX}, {{2, 3}, Direction::kPlusX},  // round the first row
      {{0, 8}, Direction::kPlusX},  {{1, 8}, Direction::kPlusY},                               // round a square
      {{4, 8}, Direction::kMinusX}, {{3, 8}, Direction::kMinusY}};
  for (int node = 0; node < 9; ++node) {
    for (int to = 0; to < 9; ++to) {
      const auto found = wrong.find({node, to});
      const Direction right = node % 3 != to % 3 ? Direction::kPlusX : Direction::kPlusY;
      if (node != to) table.set(node, to, found == wrong.end() ? right : found->second, 1);
    }
  }
  CHECK(texts(table.checked()) ==
        std::vector<std::string>{"packets to (0,1) may go round and never arrive: (0,0) -> (1,0) -> (2,0) -> (0,0); 2 "
                                 "destinations have such circles"});
}

TEST_CASE("Table check: a ring one way round can deadlock, with two VCs and a dateline it cannot",
          "[ROUTE-36][dependency]") {
  const MadeTable table = one_way(4, 1);
  const CheckedTable checked = table.checked();
  CHECK(checked.faults.empty());
  REQUIRE(checked.cycle.has_value());
  CHECK(describe(table.config().network, *checked.cycle) ==
        "(0) plus_x VC 0 -> (1) plus_x VC 0 -> (2) plus_x VC 0 -> (3) plus_x VC 0 -> (0) plus_x VC 0");
  REQUIRE(checked.waits.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {  // an entry of the node that the channel leaves, and of the next one
    CHECK((checked.waits[i].holds->line - 1) / 3 == static_cast<int>(i));
    CHECK((checked.waits[i].waits->line - 1) / 3 == static_cast<int>(i + 1) % 4);
  }
  MadeTable dateline(ring(4, 2));
  for (int node = 0; node < 4; ++node) {
    for (int to = 0; to < 4; ++to) {
      if (node != to) dateline.set(node, to, Direction::kPlusX, to < node ? 1 : 2);  // before the dateline VC 0
    }
  }
  CHECK(dateline.checked().faults.empty());
  CHECK_FALSE(dateline.checked().cycle.has_value());
}

/// A place of a packet: node, input, VC; the input of a NIC is -1.
struct Head {
  int node;
  int port;
  int vc;
  [[nodiscard]] auto key() const { return std::make_tuple(node, port, vc); }
  friend bool operator<(const Head& a, const Head& b) { return a.key() < b.key(); }
};

/// What a table does with packets, by walking each from its source along every VC.
struct Walked {
  std::set<std::pair<int, int>> missing;
  bool unmatched = false;
  bool goes_round = false;
  std::map<Head, std::set<Head>> waits;  ///< by input, the inputs that a packet in it can wait for
};

void walk(const MachineConfig& config, const RouteTable& table, Head at, int to, std::vector<Head>& way,
          Walked& walked) {
  const NetworkShape& shape = config.network;
  if (at.node == to) return;
  if (std::any_of(way.begin(), way.end(), [&](const Head& head) { return head.key() == at.key(); })) {
    walked.goes_round = true;
    return;
  }
  const RouteEntry* entry = table.find(at.node, to, at.port < 0 ? shape.directions() : at.port, at.vc);
  if (entry == nullptr) {
    if (at.port < 0) walked.missing.insert({at.node, to});
    walked.unmatched = walked.unmatched || at.port >= 0;
    return;
  }
  way.push_back(at);
  const auto link = static_cast<Direction>(entry->out_port);
  for (int vc = 0; vc < config.router.virtual_channels; ++vc) {
    if ((entry->vc_mask >> vc & 1) == 0) continue;
    const Head next{shape.node(shape.neighbour(shape.coordinate(at.node), link)), static_cast<int>(opposite(link)), vc};
    if (at.port >= 0) walked.waits[at].insert(next);
    walk(config, table, next, to, way, walked);
  }
  way.pop_back();
}

/// Edges of the shortest circle among the waits, 0 if there is none.
int shortest_circle(const std::map<Head, std::set<Head>>& waits) {
  int shortest = 0;
  for (const auto& start : waits) {
    std::map<Head, int> far;
    std::vector<Head> reached;
    const auto reach = [&](const Head& from, int steps) {
      const auto next = waits.find(from);
      if (next == waits.end()) return;
      for (const Head& to : next->second) {
        if (far.emplace(to, steps).second) reached.push_back(to);
      }
    };
    reach(start.first, 1);
    for (std::size_t followed = 0; followed != reached.size();) {
      const Head from = reached[followed++];
      reach(from, far.at(from) + 1);
    }
    const auto back = far.find(start.first);
    if (back != far.end() && (shortest == 0 || back->second < shortest)) shortest = back->second;
  }
  return shortest;
}

TEST_CASE("Table check: of random tables it says what walking every packet says, and its circles are shortest",
          "[ROUTE-39][ROUTE-35][ROUTE-36][dependency]") {
  Dice dice(35);
  std::map<std::string, int> kinds;
  for (int i = 0; i < 1500; ++i) {
    MachineConfig config = ring(3, dice.between(1, 2));
    config.network = dice.chance(50) ? NetworkShape({3, 3}, {i % 4 < 2, i % 3 < 1}) : NetworkShape({2, 2, 2});
    const NetworkShape& shape = config.network;
    MadeTable made(config);
    const int wrong = i % 3 == 0 ? 0 : 2;  // in a hundred entries
    for (int node = 0; node < shape.nodes(); ++node) {
      for (int to = 0; to < shape.nodes(); ++to) {
        if (node == to || dice.chance(wrong)) continue;
        const Coordinate here = shape.coordinate(node);
        std::vector<Direction> ways;
        for (int port = 0; port < shape.directions(); ++port) {
          const auto link = static_cast<Direction>(port);
          if (!shape.has_link(here, link)) continue;
          const Coordinate there = shape.neighbour(here, link);
          const Coordinate end = shape.coordinate(to);
          if (shape.hops(there, end) < shape.hops(here, end) || dice.chance(wrong)) ways.push_back(link);
        }
        const unsigned all = (1U << config.router.virtual_channels) - 1;
        const auto any_way = [&] { return ways[static_cast<std::size_t>(dice.below(static_cast<int>(ways.size())))]; };
        const auto any_vcs = [&] { return 1U + static_cast<unsigned>(dice.below(static_cast<int>(all))); };
        if (dice.chance(20)) {
          RouteEntry entry;
          entry.in_ports = static_cast<std::uint16_t>(RouteEntry::kNic | dice.bits());
          entry.in_vcs = static_cast<std::uint8_t>(dice.between(1, 3));
          made.set(node, to, any_way(), any_vcs(), entry);
          if (dice.chance(wrong)) continue;
        }
        made.set(node, to, any_way(), any_vcs());
      }
    }
    CAPTURE(i, shape.text());
    Walked walked;
    for (int node = 0; node < shape.nodes(); ++node) {
      for (int to = 0; to < shape.nodes(); ++to) {
        std::vector<Head> way;
        walk(config, *made.config().router.table, {node, -1, 0}, to, way, walked);
      }
    }
    const CheckedTable checked = made.checked();
    std::string all;
    for (const std::string& text : texts(checked)) all += text + "\n";
    CAPTURE(all);
    CHECK((all.find("no entry takes packets of ") != std::string::npos) == !walked.missing.empty());
    CHECK((all.find("that come to") != std::string::npos) == walked.unmatched);
    CHECK((all.find("may go round") != std::string::npos) == walked.goes_round);
    if (walked.missing.size() > 1) CHECK_THAT(all, Contains(std::to_string(walked.missing.size()) + " pairs"));
    ++kinds[walked.goes_round        ? "round"
            : walked.unmatched       ? "unmatched"
            : walked.missing.empty() ? "arrives"
                                     : "missing"];
    if (!checked.faults.empty()) continue;
    const int length = shortest_circle(walked.waits);
    CHECK((checked.cycle ? static_cast<int>(checked.cycle->size()) : 0) == length);
    CHECK(find_dependency_cycle(made.config()) == checked.cycle);
    ++kinds[length > 0 ? "deadlocks" : "free"];
    for (std::size_t k = 0; checked.cycle && k < checked.cycle->size(); ++k) {
      const Channel& held = (*checked.cycle)[k];
      const Channel& next = (*checked.cycle)[(k + 1) % checked.cycle->size()];
      CHECK(shape.neighbour(held.node, held.direction) == next.node);
      const auto leads_to = [](const RouteEntry& entry, const Channel& channel) {
        return entry.out_port == static_cast<int>(channel.direction) && (entry.vc_mask >> channel.vc & 1) != 0;
      };
      REQUIRE(checked.waits[k].waits != nullptr);
      CHECK(leads_to(*checked.waits[k].holds, held));
      CHECK(leads_to(*checked.waits[k].waits, next));
    }
  }
  for (const char* kind : {"round", "missing", "arrives", "deadlocks", "free"}) {
    CAPTURE(kind);
    CHECK(kinds[kind] > 20);
  }
}

TEST_CASE("Table check: a table for another machine, or of too many nodes, is refused", "[ROUTE-37]") {
  MachineConfig config = one_way(4, 1).config();
  CHECK(table_refusal(config) == "");
  config.router.virtual_channels = 2;
  CHECK_THAT(table_refusal(config), Equals("its table is for router.virtual_channels 1"));
  config.network = NetworkShape({5});
  CHECK_THAT(table_refusal(config), Equals("its table is for a network of 4"));
  config.router.table = nullptr;
  CHECK_THAT(table_refusal(config), Equals("it needs a table (router.table)"));
  config.network = {128, 64};
  CHECK_THAT(table_refusal(config), Contains("use at most 4096 nodes instead of 8192"));
  CHECK(policy(RoutingName("table")).refuses(config) == table_refusal(config));
}

}  // namespace
}  // namespace tactus
