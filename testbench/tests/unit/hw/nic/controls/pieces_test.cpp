#include <algorithm>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("PacedPieces: long messages over a long way or several dimensions are paced, and no others",
          "[CONTROL-14][reg:PACED_SIZE][reg:PACED_WAY.hops][reg:PACED_WAY.dimensions]") {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Dice dice(seed);
    ControlConfig control;
    const auto packets = static_cast<std::uint32_t>(dice.between(2, 10));
    control.paced_size =
        Bytes{dice.chance(30) ? packets * kFullPayload : static_cast<std::uint64_t>(dice.below(20'000))};
    control.paced_hops = dice.below(8);
    control.paced_dimensions = dice.below(3);
    const auto pieces = made("pieces", control, machine_of(9));
    const Coordinate to{dice.below(9), dice.below(9)};
    const int dx = std::min(std::abs(to[0] - kHere[0]), 9 - std::abs(to[0] - kHere[0]));
    const int dy = std::min(std::abs(to[1] - kHere[1]), 9 - std::abs(to[1] - kHere[1]));
    const bool far = dx + dy > control.paced_hops || (dx > 0) + (dy > 0) > control.paced_dimensions;
    const bool paced = packets * kFullPayload > control.paced_size.count() && far;
    CHECK(pieces->may_start(data_packet(kHere, 0, to, 0, packets, 0), Cycles{1}));
    CHECK(pieces->may_start(data_packet(kHere, 0, to, 0, packets, 1), Cycles{1}) != paced);
  }
}

TEST_CASE("PacedPieces: a node never has more packets asked for than may be in flight, and asks for all in the end",
          "[CONTROL-15][reg:PIECE_COUNT.piece][reg:PIECE_COUNT.in_flight]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    ControlConfig control;
    control.paced_size = Bytes{0};
    control.paced_hops = 0;
    control.piece = dice.between(1, 5);
    control.pieces_in_flight = dice.between(control.piece, 16);
    MachineConfig machine = machine_of(9);
    const int engines = 1 + static_cast<int>(seed % kMaxNics);
    machine.nic.count = engines;
    const auto pieces = made("pieces", control, machine);
    struct Message {
      int engine = 0;
      std::uint32_t packets = 0;
      std::uint32_t granted = 0;
      std::uint32_t taken = 0;
    };
    std::vector<Message> messages;
    std::uint32_t coming = 0;
    const auto collect = [&] {
      for (int engine = 0; engine < engines; ++engine) {
        for (const PacketHeader& told : take_all(*pieces, engine)) {
          Message& message = messages.at(static_cast<std::size_t>(told.route.destination[0]));
          REQUIRE(message.engine == engine);
          message.granted += told.transport.packet_index;
          coming += told.transport.packet_index;
        }
      }
      REQUIRE(coming <= static_cast<std::uint32_t>(control.pieces_in_flight));
    };
    for (int x = 3; x < 9; ++x) {
      if (messages.empty()) messages.resize(3);
      messages.push_back({dice.below(engines), static_cast<std::uint32_t>(dice.between(1, 30))});
      pieces->data_taken(data_packet({x, 0}, 0, kHere, messages.back().engine, messages.back().packets, 0), Cycles{1});
      collect();
    }
    while (coming > 0) {
      const auto x = static_cast<std::size_t>(dice.between(3, 8));
      Message& message = messages[x];
      if (message.taken == message.granted) continue;
      ++message.taken;
      --coming;
      pieces->data_taken(
          data_packet({static_cast<int>(x), 0}, 0, kHere, message.engine, message.packets, message.taken), Cycles{2});
      collect();
    }
    for (std::size_t x = 3; x < 9; ++x) CHECK(messages[x].taken + 1 == messages[x].packets);
  }
}

TEST_CASE("PacedPieces: one engine's packet lets a piece of another engine's message be asked for", "[CONTROL-15]") {
  ControlConfig control;
  control.paced_size = Bytes{0};
  control.paced_hops = 0;
  control.piece = control.pieces_in_flight = 2;
  const auto pieces = made("pieces", control, machine_of(9));
  pieces->data_taken(data_packet({5, 0}, 0, kHere, 0, 3, 0), Cycles{1});
  pieces->data_taken(data_packet({6, 0}, 0, kHere, 3, 3, 0), Cycles{1});
  CHECK(pieces->take_woken() == 1U);
  CHECK(take_all(*pieces, 0).size() == 1);
  CHECK(pieces->outgoing(3).empty());
  for (const std::uint32_t index : {1, 2}) pieces->data_taken(data_packet({5, 0}, 0, kHere, 0, 3, index), Cycles{2});
  CHECK(pieces->take_woken() == 1U << 3);
  CHECK(take_all(*pieces, 3).size() == 1);
}
