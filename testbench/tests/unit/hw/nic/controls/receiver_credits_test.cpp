#include <map>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("ReceiverCredits: after the speculative packets of a message each needs a packet that was granted",
          "[CONTROL-12][reg:CREDITS.speculative]") {
  ControlConfig control;
  control.speculative = 3;
  const auto credits = made("receiver_credits", control, machine_of(5));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const PacketHeader next = data_packet(kHere, 0, {3, 3}, 0, 9, i);
    REQUIRE(credits->may_start(next, Cycles{1}));
    credits->started(next, Cycles{3});
  }
  const PacketHeader fourth = data_packet(kHere, 0, {3, 3}, 0, 9, 3);
  CHECK_FALSE(credits->may_start(fourth, Cycles{1}));
  CHECK(credits->control_taken(answer(PacketKind::kGrant, {3, 3}, 0, 2), Cycles{2}));
  CHECK(credits->take_woken() == 1U);
  CHECK(credits->final_faults().size() == 1);
  for (std::uint32_t i = 3; i < 5; ++i) {
    const PacketHeader next = data_packet(kHere, 0, {3, 3}, 0, 9, i);
    REQUIRE(credits->may_start(next, Cycles{3}));
    credits->started(next, Cycles{3});
  }
  CHECK_FALSE(credits->may_start(data_packet(kHere, 0, {3, 3}, 0, 9, 5), Cycles{3}));
  CHECK(credits->final_faults().empty());
  CHECK_FALSE(credits->control_taken(answer(PacketKind::kAcknowledgement, {3, 3}, 0, 1), Cycles{4}));
}

TEST_CASE("ReceiverCredits: a receiver grants at the rate of its link, in turn to the senders with backlog",
          "[CONTROL-13][reg:CREDITS.grant]") {
  constexpr std::uint32_t kPackets = 10;
  ControlConfig control;
  control.speculative = 1;
  control.grant = 4;
  const auto credits = made("receiver_credits", control, machine_of(5));
  for (const int x : {0, 3, 4}) credits->data_taken(data_packet({x, 0}, 0, kHere, 2, kPackets, 0), Cycles{50});
  credits->data_taken(data_packet({0, 4}, 0, kHere, 2, kPackets, 1), Cycles{51});  // not its first: nothing new
  credits->data_taken(data_packet({0, 4}, 0, kHere, 2, 1, 0), Cycles{51});         // no backlog
  std::vector<std::pair<std::uint64_t, int>> seen;                                 // cycle, sender
  std::map<int, std::uint32_t> granted;
  for (std::uint64_t cycle = 60; cycle < 10'000; ++cycle) {
    if (!seen.empty() && Cycles{cycle} < credits->next(2)) continue;
    credits->advance(2, Cycles{cycle});
    for (const PacketHeader& told : take_all(*credits, 2)) {
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
  CHECK(credits->next(2) == Cycles::max());
}
