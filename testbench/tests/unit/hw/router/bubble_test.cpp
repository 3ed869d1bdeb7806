// Bubble flow control: its routes, the check before time zero, and every state that a small ring can reach.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/dependency_graph.h"
#include "hw/router/ordered_way.h"
#include "hw/router/route_function.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig bubble_machine(const NetworkShape& shape, int virtual_channels) {
  MachineConfig config;
  config.network = shape;
  config.router.virtual_channels = virtual_channels;
  config.router.flow_control = FlowControl::kBubble;
  return config;
}

/// One way round a small ring, as the rule is written: nothing of the model is used. A packet is `size` units long and
/// has links still to go; buffers are FIFOs; a packet that moves has its room in both buffers until its tail has left.
struct SmallRing {
  int nodes = 4;
  int capacity = 2;        ///< units of a buffer
  int spare = 1;           ///< units that a packet which enters leaves free
  std::vector<int> sizes;  ///< of packets
  bool at_once = false;    ///< a packet that moves takes no time, which leaves out states
};

/// A state as text: for each buffer the packets from front to back, two characters each, and what is leaving it.
using State = std::vector<std::string>;

class Explorer {
 public:
  explicit Explorer(SmallRing ring) : ring_(std::move(ring)) {}

  /// Whether packets can be in the ring of which none can ever move, whatever comes in.
  bool finds_deadlock() {
    reach(State(static_cast<std::size_t>(ring_.nodes)));
    while (!to_visit_.empty()) {
      const State state = to_visit_.back();
      to_visit_.pop_back();
      if (is_stuck(state)) return true;
      visit_entries(state);
    }
    return false;
  }
  [[nodiscard]] std::size_t states() const { return seen_.size(); }

 private:
  // Characters of a packet: its size, and the links that it has still to go. One that leaves has kLeaving for the
  // latter.
  static constexpr char kLeaving = '-';

  [[nodiscard]] int used(const std::string& buffer) const {
    int sum = 0;
    for (std::size_t i = 0; i < buffer.size(); i += 2) sum += buffer[i] - '0';
    return sum;
  }
  [[nodiscard]] bool has_room(const std::string& buffer, int units) const {
    return used(buffer) + units <= ring_.capacity;
  }
  void reach(const State& state) {
    if (seen_.insert(state).second) to_visit_.push_back(state);
  }
  /// All that can happen to packets in the ring; nothing can: true if there are any.
  bool is_stuck(const State& state) {
    bool moves = false;
    bool any = false;
    for (std::size_t at = 0; at < state.size(); ++at) {
      const std::string& buffer = state[at];
      any = any || !buffer.empty();
      // Tails leave in the order of their packets, which stand before all that wait.
      const std::size_t front = first_waiting(buffer);
      if (front > 0) {
        State next = state;
        next[at].erase(0, 2);
        reach(next);
        moves = true;
      }
      if (front >= buffer.size()) continue;
      moves = move(state, at, front) || moves;
    }
    return any && !moves;
  }
  static std::size_t first_waiting(const std::string& buffer) {
    std::size_t front = 0;
    while (front < buffer.size() && buffer[front + 1] == kLeaving) front += 2;
    return front;
  }
  bool move(const State& state, std::size_t at, std::size_t front) {
    State next = state;
    const int left = next[at][front + 1] - '0';
    next[at][front + 1] = kLeaving;
    if (ring_.at_once) next[at].erase(0, 2);
    if (left > 0) {
      const std::size_t to = (at + 1) % state.size();
      if (!has_room(state[to], state[at][front] - '0')) return false;
      next[to] += state[at][front];
      next[to] += static_cast<char>('0' + left - 1);
    }
    reach(next);
    return true;
  }
  void visit_entries(const State& state) {
    for (std::size_t at = 0; at < state.size(); ++at) {
      for (const int size : ring_.sizes) {
        if (!has_room(state[at], size + ring_.spare)) continue;
        for (int links = 1; links < ring_.nodes; ++links) {
          State next = state;
          next[at] += static_cast<char>('0' + size);
          next[at] += static_cast<char>('0' + links - 1);
          reach(next);
        }
      }
    }
  }

  SmallRing ring_;
  std::set<State> seen_;
  std::vector<State> to_visit_;
};

/// A rule that decides as the right one does, but for `change`.
RouteRule changed_rule(const MachineConfig& config, const std::function<void(RouteDecision&, bool enters)>& change) {
  return
      [routes = std::shared_ptr<const RouteFunction>(make_route_function(config)), change,
       directions = config.network.directions()](Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
        RouteDecision decision = routes->route(here, in_port, in_vc, header);
        if (decision.out_port < directions) {
          change(decision, in_port != static_cast<int>(opposite(static_cast<Direction>(decision.out_port))));
        }
        return decision;
      };
}

}  // namespace

TEST_CASE("Bubble: of all states that a small ring can reach none is a deadlock, but with entry at one room some are",
          "[ROUTE-53]") {
  for (const int nodes : {3, 4}) {
    CAPTURE(nodes);
    Explorer with_bubble({nodes, 2, 1, {1}});
    CHECK_FALSE(with_bubble.finds_deadlock());
    CHECK(with_bubble.states() > (nodes == 3 ? 500 : 30'000));
    CHECK(Explorer({nodes, 2, 0, {1}}).finds_deadlock());
  }
  CHECK_FALSE(Explorer({3, 3, 1, {1}}).finds_deadlock());
}

TEST_CASE("Bubble: credits that counted flits would let small packets split the bubble, and rings stand still",
          "[ROUTE-54]") {
  // Five slots, packets of one and of two: whoever enters leaves two slots free, room for any packet.
  CHECK(Explorer({3, 5, 2, {1, 2}, true}).finds_deadlock());
  CHECK_FALSE(Explorer({3, 5, 2, {2}, true}).finds_deadlock());
  CHECK_FALSE(Explorer({4, 5, 2, {2}}).finds_deadlock());
}

TEST_CASE("Bubble: a packet enters a ring on any VC with two rooms, goes on in its VC with one, and needs one in a row",
          "[ROUTE-52]") {
  const MachineConfig config = bubble_machine(NetworkShape({8, 6}, {true, false}), 3);
  const auto routes = make_route_function(config);
  RouteHeader header;
  header.source = {0, 2};
  header.destination = {3, 5};
  const auto plus_x = static_cast<std::uint8_t>(Direction::kPlusX);
  const auto minus_x = static_cast<int>(Direction::kMinusX);
  const auto plus_y = static_cast<std::uint8_t>(Direction::kPlusY);
  const int nic = config.ports().nic_port(0);
  CHECK(routes->route({0, 2}, nic, 0, header) == RouteDecision{plus_x, 0b111, 1, 0b111});
  for (int vc = 0; vc < 3; ++vc) {
    CHECK(routes->route({1, 2}, minus_x, vc, header) ==
          RouteDecision{plus_x, static_cast<std::uint8_t>(1U << static_cast<unsigned>(vc)), 1});
  }
  CHECK(routes->route({3, 2}, minus_x, 2, header) == RouteDecision{plus_y, 0b111, 1});
  CHECK(routes->route({3, 5}, static_cast<int>(Direction::kMinusY), 1, header) ==
        RouteDecision{static_cast<std::uint8_t>(nic), 0b111, 0});
  // The turn into a ring is an entry, too.
  const auto rings = make_route_function(bubble_machine({8, 6}, 3));
  CHECK(rings->route({3, 2}, minus_x, 2, header) == RouteDecision{plus_y, 0b111, 1, 0b111});
}

TEST_CASE("Bubble: a packet that chooses its way leaves one where it comes to the escape VC of a ring, and else none",
          "[ROUTE-58]") {
  MachineConfig config = bubble_machine(NetworkShape({8, 8, 4}, {true, true, false}), 3);
  config.router.routing = "minimal_adaptive";
  const auto routes = make_route_function(config);
  RouteHeader header;
  header.destination = {3, 2, 2};
  const auto port = [](Direction direction) { return static_cast<int>(direction); };
  const auto choices = [&](Coordinate here, int in_port, int in_vc) {
    std::vector<RouteDecision> list;
    for (const RouteChoice& choice : routes->choices(here, in_port, in_vc, header)) list.push_back(choice);
    return list;
  };
  const auto way = [&](Direction direction, std::uint8_t vcs, std::uint8_t bubble_vcs) {
    return RouteDecision{static_cast<std::uint8_t>(direction), vcs, 1, bubble_vcs};
  };
  const RouteDecision by_y = way(Direction::kPlusY, 0b011, 0);
  const RouteDecision by_z = way(Direction::kPlusZ, 0b011, 0);
  using Ways = std::vector<RouteDecision>;
  CHECK(choices({0, 0, 0}, config.ports().nic_port(0), 0) == Ways{way(Direction::kPlusX, 0b111, 0b100), by_y, by_z});
  // In the ring, from an adaptive VC and on the escape VC.
  CHECK(choices({1, 0, 0}, port(Direction::kMinusX), 1) == Ways{way(Direction::kPlusX, 0b111, 0b100), by_y, by_z});
  CHECK(choices({1, 0, 0}, port(Direction::kMinusX), 2) == Ways{way(Direction::kPlusX, 0b111, 0), by_y, by_z});
  // By a turn; in a row no bubble is needed.
  CHECK(choices({3, 0, 2}, port(Direction::kMinusX), 2) == Ways{way(Direction::kPlusY, 0b111, 0b100)});
  CHECK(choices({3, 2, 1}, port(Direction::kMinusY), 0) == Ways{way(Direction::kPlusZ, 0b111, 0)});
}

TEST_CASE("Bubble: tori of any VCs pass the check before time zero, with every routing that has it",
          "[dependency][ROUTE-53][ROUTE-57][key:router.flow_control]") {
  for (const char* routing : {"dimension_order", "o1turn", "valiant", "romm", "minimal_adaptive"}) {
    for (const int virtual_channels : {1, 2, 3, 8}) {
      MachineConfig config = bubble_machine({8, 5, 4}, virtual_channels);
      config.router.routing = routing;
      const RoutingPolicy& chosen = policy(config.router.routing);
      if (virtual_channels < chosen.sets + (chosen.adaptive ? 1 : 0)) continue;
      CAPTURE(routing, virtual_channels);
      CHECK_FALSE(find_dependency_cycle(config).has_value());
      config.network = NetworkShape({8, 5, 4}, {true, false, true});
      CHECK_FALSE(find_dependency_cycle(config).has_value());
    }
  }
}

TEST_CASE("Bubble: the check before time zero refuses ways that break the rule", "[dependency][ROUTE-53]") {
  const MachineConfig config = bubble_machine({6, 6}, 2);
  const auto refused = [&](const std::function<void(RouteDecision&, bool)>& change) {
    return find_dependency_cycle(config.network, {0, 1}, 2, changed_rule(config, change)).has_value();
  };
  CHECK_FALSE(refused([](RouteDecision&, bool) {}));
  // Entry at one room; in one of two dimensions only, the first of which is entered from NICs alone.
  CHECK(refused([](RouteDecision& way, bool) { way.bubble_vcs = 0; }));
  CHECK(refused([](RouteDecision& way, bool) { way.bubble_vcs = way.out_port < 2 ? 0 : way.bubble_vcs; }));
  CHECK(refused([](RouteDecision& way, bool) { way.bubble_vcs = way.out_port >= 2 ? 0 : way.bubble_vcs; }));
  // On one of two VCs only.
  CHECK(refused([](RouteDecision& way, bool) { way.bubble_vcs &= 0b10; }));
  // A VC is changed in the ring, with room for one packet.
  CHECK(refused([](RouteDecision& way, bool) { way.vc_mask = 0b11; }));
  CHECK(refused([](RouteDecision& way, bool enters) { way.vc_mask = enters ? 0b01 : 0b10; }));
  // Whoever goes on needs two rooms, which are not there.
  CHECK(refused([](RouteDecision& way, bool) { way.bubble_vcs = way.vc_mask; }));
  // Credits count flits.
  CHECK(refused([](RouteDecision& way, bool) { way.rooms = 0; }));
}

}  // namespace tactus
