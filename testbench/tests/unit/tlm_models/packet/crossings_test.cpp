#include "tlm_models/packet/crossings.h"

#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/packet/first_interrupt.h"

using namespace tactus;

namespace {

Crossing to_node(int node) {
  Crossing crossing;
  crossing.node = node;
  return crossing;
}

/// Nodes of what region `to` takes, and after which edge.
std::vector<std::pair<int, std::uint64_t>> taken(Crossings& crossings, std::size_t to) {
  std::vector<std::pair<int, std::uint64_t>> all;
  crossings.take(to, [&](const Crossing& crossing, std::uint64_t now) { all.emplace_back(crossing.node, now); });
  return all;
}

}  // namespace

TEST_CASE("Crossings: what is put down in a window is taken once, after it, by whom it is for") {
  using Taken = std::vector<std::pair<int, std::uint64_t>>;
  Crossings crossings(3);
  crossings.put(0, 1, to_node(10));
  crossings.put(2, 1, to_node(12));
  crossings.put(0, 1, to_node(11));
  crossings.put(1, 2, to_node(20));
  CHECK_FALSE(crossings.any());
  CHECK(taken(crossings, 1).empty());

  crossings.end_window(24);
  CHECK(crossings.any());
  CHECK(crossings.matter_from() == 24);
  crossings.put(1, 0, to_node(1));  // of the next window
  CHECK(taken(crossings, 0).empty());
  CHECK(taken(crossings, 1) == Taken{{10, 23}, {11, 23}, {12, 23}});
  CHECK(taken(crossings, 1).empty());
  CHECK(crossings.any());
  CHECK(taken(crossings, 2) == Taken{{20, 23}});
  crossings.all_taken();
  CHECK_FALSE(crossings.any());

  crossings.end_window(40);
  CHECK(crossings.any());
  CHECK(taken(crossings, 0) == Taken{{1, 39}});
  crossings.end_window(50);
  CHECK_FALSE(crossings.any());
}

TEST_CASE("FirstInterrupt: knows the first edge that it was told, until it forgets it") {
  FirstInterrupt interrupt;
  CHECK(interrupt.edge() == PacketWheel::kNever);
  for (const std::uint64_t edge : {30U, 20U, 25U}) interrupt.changed_at(edge);
  CHECK(interrupt.edge() == 20);
  interrupt.forget();
  CHECK(interrupt.edge() == PacketWheel::kNever);
}
