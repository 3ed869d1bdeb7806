#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/route_links.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {
namespace {

struct Shape {
  FlowTopologyKind kind;
  int arity;
  int levels;
  int nodes;
};

const std::vector<Shape> kTrees = {
    {FlowTopologyKind::kFatTree, 1, 3, 2},    {FlowTopologyKind::kFatTree, 2, 3, 16},
    {FlowTopologyKind::kFatTree, 3, 3, 54},   {FlowTopologyKind::kKaryNTree, 3, 1, 3},
    {FlowTopologyKind::kKaryNTree, 2, 5, 32}, {FlowTopologyKind::kKaryNTree, 4, 2, 16},
    {FlowTopologyKind::kKaryNTree, 3, 4, 81}, {FlowTopologyKind::kKaryNTree, 5, 3, 125},
};

FlowTopologyConfig config_of(const Shape& shape) {
  FlowTopologyConfig config;
  config.kind = shape.kind;
  config.arity = shape.arity;
  config.levels = shape.levels;
  return config;
}

/// "level 2 switch 5" of "level 2 switch 5 down 1".
std::string owner(const std::string& link) {
  const std::size_t up = link.find(" up");
  return link.substr(0, up != std::string::npos ? up : link.find(" down"));
}

/// Where the links lead, as all routes together say.
struct Wiring {
  std::map<std::string, std::string> end_of;                ///< by link
  std::map<std::string, std::set<std::string>> links_up;    ///< by switch
  std::map<std::string, std::set<std::string>> links_down;  ///< by switch
};

Wiring wiring_of(const FlowTopology& topology) {
  Wiring wiring;
  for (int from = 0; from < topology.nodes(); ++from) {
    for (int to = 0; to < topology.nodes(); ++to) {
      if (from == to) continue;
      const auto names = route_names(topology, {from, 0}, {to, 0});
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string next = i + 1 < names.size() ? owner(names[i + 1]) : "node " + std::to_string(to);
        const auto known = wiring.end_of.emplace(names[i], next).first;
        REQUIRE(known->second == next);
        (names[i].find(" up") != std::string::npos ? wiring.links_up : wiring.links_down)[owner(names[i])].insert(
            names[i]);
      }
    }
  }
  return wiring;
}

TEST_CASE("Fat tree: every link leads from one switch to one other, whatever the route",
          "[key:flow.arity][key:flow.levels][TOPOLOGY-3]") {
  for (const Shape& shape : kTrees) {
    const auto topology = make_flow_topology(config_of(shape));
    REQUIRE(topology->nodes() == shape.nodes);
    const Wiring wiring = wiring_of(*topology);
    for (const auto& [owner, links] : wiring.links_down) {
      const bool top = owner.find("level " + std::to_string(shape.levels) + " ") == 0;
      const int down = top && shape.kind == FlowTopologyKind::kFatTree ? 2 * shape.arity : shape.arity;
      REQUIRE(static_cast<int>(links.size()) == down);
      std::set<std::string> ends;
      for (const std::string& link : links) ends.insert(wiring.end_of.at(link));
      REQUIRE(ends.size() == links.size());
    }
    for (const auto& [owner, links] : wiring.links_up) {
      REQUIRE(static_cast<int>(links.size()) <= (owner.find("node") == 0 ? 1 : shape.arity));
    }
  }
}

TEST_CASE("Fat tree: a route goes up to the first common switch and down again", "[TOPOLOGY-1][TOPOLOGY-2]") {
  for (const Shape& shape : kTrees) {
    const auto topology = make_flow_topology(config_of(shape));
    for (int from = 0; from < shape.nodes; ++from) {
      for (int to = 0; to < shape.nodes; ++to) {
        if (from == to) continue;
        int level = 1;
        for (int a = from / shape.arity, b = to / shape.arity; a != b && level < shape.levels; ++level) {
          a /= shape.arity;
          b /= shape.arity;
        }
        const auto names = route_names(*topology, {from, 0}, {to, 0});
        REQUIRE(static_cast<int>(names.size()) == 2 * level);
        REQUIRE(topology->hops({from, 0}, {to, 0}) == 2 * level - 1);
        REQUIRE(names.front() == "node " + std::to_string(from) + " up");
        for (int i = 0; i < 2 * level; ++i) {
          REQUIRE((names[static_cast<std::size_t>(i)].find(" up") != std::string::npos) == (i < level));
        }
      }
    }
  }
}

TEST_CASE("Fat tree: what comes down for a node comes the same way, and nothing else comes down there",
          "[TOPOLOGY-8]") {
  for (const Shape& shape : kTrees) {
    const auto topology = make_flow_topology(config_of(shape));
    std::map<LinkId, int> node_of;                      // by link on the way down
    std::map<std::pair<int, std::size_t>, LinkId> way;  // by node and links left to go
    for (int from = 0; from < shape.nodes; ++from) {
      for (int to = 0; to < shape.nodes; ++to) {
        if (from == to) continue;
        const auto links = route_links(*topology, {from, 0}, {to, 0});
        for (std::size_t i = links.size() / 2; i < links.size(); ++i) {
          REQUIRE(node_of.emplace(links[i], to).first->second == to);
          REQUIRE(way.emplace(std::pair(to, links.size() - i), links[i]).first->second == links[i]);
        }
      }
    }
  }
}

TEST_CASE("Fat tree: no two messages of a shift by any distance share a link", "[TOPOLOGY-9]") {
  for (const Shape& shape : kTrees) {
    const auto topology = make_flow_topology(config_of(shape));
    for (int shift = 1; shift < shape.nodes; ++shift) {
      std::set<LinkId> used;
      for (int from = 0; from < shape.nodes; ++from) {
        for (const LinkId link : route_links(*topology, {from, 0}, {(from + shift) % shape.nodes, 0})) {
          REQUIRE(used.insert(link).second);
        }
      }
    }
  }
}

TEST_CASE("Fat tree: links of a level have that level's bandwidth", "[key:flow.bandwidth]") {
  FlowTopologyConfig config = config_of({FlowTopologyKind::kKaryNTree, 2, 3, 8});
  config.bandwidths = {BytesPerSecond{1'000'000'000}, BytesPerSecond{2'000'000'000}, BytesPerSecond{4'000'000'000}};
  const auto topology = make_flow_topology(config);
  std::vector<double> bandwidths;
  for (const LinkId link : route_links(*topology, {0, 0}, {7, 0})) bandwidths.push_back(topology->bandwidth(link));
  CHECK(bandwidths == std::vector<double>{1e-3, 2e-3, 4e-3, 4e-3, 2e-3, 1e-3});
}

TEST_CASE("Fat tree: links with a speed of their own are those of a number, level and way", "[FLUID-32][TOPOLOGY-3]") {
  FlowTopologyConfig config = config_of({FlowTopologyKind::kKaryNTree, 2, 3, 8});
  config.extra_delays = {Picoseconds{100}, Picoseconds{7}, Picoseconds{30}};
  const auto own = [](int number, std::size_t level, bool up, std::uint64_t bandwidth, std::uint64_t delay) {
    return FlowLinkSpeed{number, level, up, BytesPerSecond{bandwidth}, Picoseconds{delay}};
  };
  config.own_links = {own(3, 0, true, 1'000'000'000, 5), own(5, 1, true, 2'000'000'000, 6),
                      own(6, 2, false, 3'000'000'000, 0)};
  REQUIRE(validate(config).empty());
  const auto topology = make_flow_topology(config);
  const std::map<std::string, std::pair<double, std::uint64_t>> owns = {
      {"node 3 up", {1e-3, 5}}, {"level 1 switch 2 up 1", {2e-3, 6}}, {"level 3 switch 2 down 1", {3e-3, 0}}};
  int found = 0;
  for (LinkId link = 0; link < topology->links(); ++link) {
    const std::string name = topology->link_name(link);
    CAPTURE(name);
    const auto has_own = owns.find(name);
    found += has_own != owns.end() ? 1 : 0;
    const int level = link / 8 % 3;
    const std::uint64_t of_level = level == 0 ? 100 : level == 1 ? 7 : 30;
    const auto expected = has_own != owns.end() ? has_own->second : std::pair{4e-3, of_level};
    CHECK(topology->bandwidth(link) == Approx(expected.first));
    CHECK(topology->extra_delay({link, 1}).count() == expected.second);
  }
  CHECK(found == 3);
  CHECK_FALSE(make_flow_topology(config_of({FlowTopologyKind::kKaryNTree, 2, 3, 8}))->delays_differ());
}

}  // namespace
}  // namespace tactus
