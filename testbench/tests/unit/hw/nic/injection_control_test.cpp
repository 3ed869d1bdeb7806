#include "hw/nic/injection_control.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "hw/nic/delay_window.h"
#include "hw/nic/injection_limit.h"
#include "hw/nic/paced_pieces.h"
#include "hw/nic/receiver_credits.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/router/dice.h"

using namespace tactus;

namespace {

constexpr Coordinate kHere{1, 2};
constexpr std::uint32_t kFullPayload = 2016;

MachineConfig machine_of(int size) {
  MachineConfig machine;
  machine.network = {size, size};
  return machine;
}

/// Packet `index` of a message of `packets` full packets.
PacketHeader packet(Coordinate from, int from_nic, Coordinate to, int to_nic, std::uint32_t packets,
                    std::uint32_t index) {
  PacketHeader header;
  header.route.source = from;
  header.route.source_nic = static_cast<std::uint8_t>(from_nic);
  header.route.destination = to;
  header.route.destination_nic = static_cast<std::uint8_t>(to_nic);
  header.route.flits = 128;
  header.transport.message_bytes = packets * kFullPayload;
  header.transport.packet_index = index;
  header.transport.payload_bytes = kFullPayload;
  return header;
}

/// A control packet for engine `nic` of this node, of `packets` packets.
PacketHeader answer(PacketKind kind, Coordinate from, int nic, std::uint32_t packets, std::uint32_t cycle = 0) {
  PacketHeader header;
  header.route.kind = kind;
  header.route.source = from;
  header.route.destination = kHere;
  header.route.destination_nic = static_cast<std::uint8_t>(nic);
  header.transport.packet_index = packets;
  header.transport.create_cycle = cycle;
  return header;
}

/// What `control` has to send by `engine`, all of it.
std::vector<PacketHeader> take_all(InjectionControl& control, int engine) {
  std::vector<PacketHeader> all;
  while (!control.outgoing(engine).empty()) all.push_back(control.outgoing(engine).take());
  return all;
}

struct FakeRoom final : RouterRoom {
  [[nodiscard]] OutputRoom towards(const RouteHeader&, Cycles) const override { return room; }
  [[nodiscard]] Cycles when(const RouteHeader&, int free, Cycles) const override {
    return Cycles{static_cast<std::uint64_t>(free)};
  }
  OutputRoom room;
};

}  // namespace

TEST_CASE("ControlQueue: what one sender has to be told is one packet, the sender that waits longest first",
          "[CONTROL-4][CONTROL-5]") {
  ControlQueue queue;
  PacketHeader first = packet({3, 3}, 2, kHere, 1, 9, 0);
  first.route.inject_cycle = 100;
  first.route.negative.set(0, true);
  queue.add(PacketKind::kAcknowledgement, first.route, 1);
  queue.add(PacketKind::kAcknowledgement, packet({3, 3}, 1, kHere, 1, 9, 0).route, 1);  // another engine there
  first.route.inject_cycle = 250;
  queue.add(PacketKind::kAcknowledgement, first.route, 1);
  const PacketHeader told = queue.take();
  CHECK(told.route.kind == PacketKind::kAcknowledgement);
  CHECK(told.route.source == kHere);
  CHECK(told.route.source_nic == 1);
  CHECK(told.route.destination == Coordinate{3, 3});
  CHECK(told.route.destination_nic == 2);
  CHECK_FALSE(told.route.negative[0]);
  CHECK(told.route.negative[1]);
  CHECK(told.route.flits == 2);
  CHECK(told.transport.packet_index == 2);
  CHECK(told.transport.create_cycle == 250);
  CHECK(told.transport.message_bytes == 0);
  CHECK(queue.take().route.destination_nic == 1);
  CHECK(queue.empty());
}

TEST_CASE("InjectionLimit: a packet goes if the free share is at least the threshold", "[CONTROL-9][reg:LIMIT.free]") {
  for (int share = 0; share <= 16; ++share) {
    ControlConfig control;
    control.free_share = share;
    FakeRoom room;
    const InjectionLimit limit(control, room);
    for (const int capacity : {3, 128, 512, 1000}) {
      room.room.capacity = capacity;
      int least = capacity + 1;
      for (room.room.free = capacity; room.room.free >= 0; --room.room.free) {
        const bool enough = static_cast<double>(room.room.free) / capacity >= share / 16.0;
        REQUIRE(limit.may_start(packet(kHere, 0, {3, 3}, 0, 1, 0), Cycles{5}) == enough);
        if (enough) least = room.room.free;
      }
      CHECK(limit.look_again(packet(kHere, 0, {3, 3}, 0, 1, 0), Cycles{5}) ==
            Cycles{static_cast<std::uint64_t>(least)});
    }
  }
}

TEST_CASE("DelayWindow: as many packets are under way as the window has whole packets",
          "[CONTROL-10][reg:DELAY_WINDOW.first]") {
  ControlConfig control;
  control.kind = ControlKind::kDelayWindow;
  control.first_window = 3;
  DelayWindow window(control, {5, 5}, kHere);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const PacketHeader next = packet(kHere, 2, {3, 3}, 0, 9, i);
    REQUIRE(window.may_start(next, Cycles{1}));
    window.started(next);
  }
  CHECK_FALSE(window.may_start(packet(kHere, 2, {3, 3}, 0, 9, 3), Cycles{1}));
  CHECK(window.may_start(packet(kHere, 1, {3, 3}, 0, 9, 3), Cycles{1}));  // engines have windows of their own
  CHECK(window.final_faults().size() == 1);
  CHECK(window.control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 2, 2), Cycles{100}));
  CHECK(window.take_woken() == 1U << 2);
  CHECK(window.may_start(packet(kHere, 2, {3, 3}, 0, 9, 3), Cycles{100}));
  // One packet is under way: nobody can have taken two.
  CHECK_FALSE(window.control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 2, 2), Cycles{101}));
  CHECK_FALSE(window.control_taken(answer(PacketKind::kGrant, {3, 3}, 2, 1), Cycles{101}));
}

TEST_CASE("DelayWindow: the window follows Swift's rule, worked out in floating point",
          "[CONTROL-11][reg:DELAY_TARGET.target][reg:DELAY_PER_HOP.delay][reg:DELAY_WINDOW.largest]"
          "[reg:DELAY_WINDOW.increase]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    ControlConfig control;
    control.target_delay = Cycles{static_cast<std::uint64_t>(dice.between(1, 2000))};
    control.delay_per_hop = Cycles{static_cast<std::uint64_t>(dice.below(100))};
    control.largest_window = dice.between(1, 255);
    control.first_window = dice.between(1, control.largest_window);
    control.increase = PacketEighths{dice.below(40)};
    DelayWindow window(control, {7, 7}, kHere);
    double expected = control.first_window;
    double may_shrink = 0;
    std::uint64_t now = 1000;
    for (int step = 0; step < 300; ++step) {
      now += static_cast<std::uint64_t>(dice.between(1, 400));
      const int count = dice.between(1, 3);
      for (int i = 0; i < count; ++i) window.started(packet(kHere, 0, {0, 0}, 0, 9, 1));
      const Coordinate from{dice.below(7), dice.below(7)};
      const int delay = dice.between(1, 3000);
      const auto injected = static_cast<std::uint32_t>(now - static_cast<std::uint64_t>(delay));
      REQUIRE(window.control_taken(
          answer(PacketKind::kAcknowledgement, from, 0, static_cast<std::uint32_t>(count), injected), Cycles{now}));
      const int dx = std::abs(from[0] - kHere[0]);
      const int dy = std::abs(from[1] - kHere[1]);
      const int hops = std::min(dx, 7 - dx) + std::min(dy, 7 - dy);
      const double target =
          static_cast<double>(control.target_delay.count()) + hops * static_cast<double>(control.delay_per_hop.count());
      if (delay < target) {
        expected += control.increase.eighths() / 8.0 * count / expected;
      } else if (static_cast<double>(now) >= may_shrink) {
        expected *= std::max(1 - 13.0 / 16 * (delay - target) / delay, 0.5);
        may_shrink = static_cast<double>(now) + delay;
      }
      expected = std::min(std::max(expected, 1.0), static_cast<double>(control.largest_window));
      REQUIRE(static_cast<double>(window.window(0)) / 65536 == Approx(expected).epsilon(0.002));
    }
  }
}

TEST_CASE("DelayWindow: every packet of a message that is taken is acknowledged to the engine that sent it",
          "[CONTROL-10]") {
  DelayWindow window(ControlConfig{}, {5, 5}, kHere);
  PacketHeader data = packet({3, 3}, 1, kHere, 2, 9, 4);
  data.route.inject_cycle = 77;
  window.data_taken(data, Cycles{500});
  CHECK(window.take_woken() == 1U << 2);
  CHECK(window.outgoing(1).empty());
  const std::vector<PacketHeader> told = take_all(window, 2);
  REQUIRE(told.size() == 1);
  CHECK(told[0].route.kind == PacketKind::kAcknowledgement);
  CHECK(told[0].transport.packet_index == 1);
  CHECK(told[0].transport.create_cycle == 77);
}

TEST_CASE("ReceiverCredits: after the speculative packets of a message each needs a packet that was granted",
          "[CONTROL-12][reg:CREDITS.speculative]") {
  ControlConfig control;
  control.speculative = 3;
  ReceiverCredits credits(control, machine_of(5));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const PacketHeader next = packet(kHere, 0, {3, 3}, 0, 9, i);
    REQUIRE(credits.may_start(next, Cycles{1}));
    credits.started(next);
  }
  const PacketHeader fourth = packet(kHere, 0, {3, 3}, 0, 9, 3);
  CHECK_FALSE(credits.may_start(fourth, Cycles{1}));
  CHECK(credits.control_taken(answer(PacketKind::kGrant, {3, 3}, 0, 2), Cycles{2}));
  CHECK(credits.take_woken() == 1U);
  CHECK(credits.final_faults().size() == 1);
  for (std::uint32_t i = 3; i < 5; ++i) {
    const PacketHeader next = packet(kHere, 0, {3, 3}, 0, 9, i);
    REQUIRE(credits.may_start(next, Cycles{3}));
    credits.started(next);
  }
  CHECK_FALSE(credits.may_start(packet(kHere, 0, {3, 3}, 0, 9, 5), Cycles{3}));
  CHECK(credits.final_faults().empty());
  CHECK_FALSE(credits.control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 0, 1), Cycles{4}));
}

TEST_CASE("ReceiverCredits: a receiver grants at the rate of its link, in turn to the senders with backlog",
          "[CONTROL-13][reg:CREDITS.grant]") {
  constexpr std::uint32_t kPackets = 10;
  ControlConfig control;
  control.speculative = 1;
  control.grant = 4;
  ReceiverCredits credits(control, machine_of(5));
  for (const int x : {0, 3, 4}) credits.data_taken(packet({x, 0}, 0, kHere, 2, kPackets, 0), Cycles{50});
  credits.data_taken(packet({0, 4}, 0, kHere, 2, kPackets, 1), Cycles{51});  // not its first: nothing new
  credits.data_taken(packet({0, 4}, 0, kHere, 2, 1, 0), Cycles{51});         // no backlog
  std::vector<std::pair<std::uint64_t, int>> seen;                           // cycle, sender
  std::map<int, std::uint32_t> granted;
  for (std::uint64_t cycle = 60; cycle < 10'000; ++cycle) {
    if (!seen.empty() && Cycles{cycle} < credits.next(2)) continue;
    credits.advance(2, Cycles{cycle});
    for (const PacketHeader& told : take_all(credits, 2)) {
      CHECK(told.route.kind == PacketKind::kGrant);
      seen.emplace_back(cycle, told.route.destination[0]);
      granted[told.route.destination[0]] += told.transport.packet_index;
    }
  }
  // Nine packets each, in fours and a rest; a grant of n packets keeps the link for 128 n cycles.
  const std::vector<std::pair<std::uint64_t, int>> expected = {{60, 0},   {572, 3},  {1084, 4}, {1596, 0}, {2108, 3},
                                                               {2620, 4}, {3132, 0}, {3260, 3}, {3388, 4}};
  CHECK(seen == expected);
  CHECK(granted == std::map<int, std::uint32_t>{{0, 9}, {3, 9}, {4, 9}});
  CHECK(credits.next(2) == Cycles::max());
}

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
    PacedPieces pieces(control, machine_of(9));
    const Coordinate to{dice.below(9), dice.below(9)};
    const int dx = std::min(std::abs(to[0] - kHere[0]), 9 - std::abs(to[0] - kHere[0]));
    const int dy = std::min(std::abs(to[1] - kHere[1]), 9 - std::abs(to[1] - kHere[1]));
    const bool far = dx + dy > control.paced_hops || (dx > 0) + (dy > 0) > control.paced_dimensions;
    const bool paced = packets * kFullPayload > control.paced_size.count() && far;
    CHECK(pieces.may_start(packet(kHere, 0, to, 0, packets, 0), Cycles{1}));
    CHECK(pieces.may_start(packet(kHere, 0, to, 0, packets, 1), Cycles{1}) != paced);
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
    PacedPieces pieces(control, machine);
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
        for (const PacketHeader& told : take_all(pieces, engine)) {
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
      pieces.data_taken(packet({x, 0}, 0, kHere, messages.back().engine, messages.back().packets, 0), Cycles{1});
      collect();
    }
    while (coming > 0) {
      const auto x = static_cast<std::size_t>(dice.between(3, 8));
      Message& message = messages[x];
      if (message.taken == message.granted) continue;
      ++message.taken;
      --coming;
      pieces.data_taken(packet({static_cast<int>(x), 0}, 0, kHere, message.engine, message.packets, message.taken),
                        Cycles{2});
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
  PacedPieces pieces(control, machine_of(9));
  pieces.data_taken(packet({5, 0}, 0, kHere, 0, 3, 0), Cycles{1});
  pieces.data_taken(packet({6, 0}, 0, kHere, 3, 3, 0), Cycles{1});
  CHECK(pieces.take_woken() == 1U);
  CHECK(take_all(pieces, 0).size() == 1);
  CHECK(pieces.outgoing(3).empty());
  for (const std::uint32_t index : {1, 2}) pieces.data_taken(packet({5, 0}, 0, kHere, 0, 3, index), Cycles{2});
  CHECK(pieces.take_woken() == 1U << 3);
  CHECK(take_all(pieces, 3).size() == 1);
}

TEST_CASE("Injection control: none is no policy at all", "[CONTROL-1]") {
  CHECK(make_injection_control(ControlConfig{}, machine_of(4), kHere, nullptr) == nullptr);
}
