#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("InjectionLimit: a packet goes if the free share is at least the threshold", "[CONTROL-9][reg:LIMIT.free]") {
  for (int share = 0; share <= 16; ++share) {
    ControlConfig control;
    control.free_share = share;
    FakeRoom room;
    const auto limit = made("injection_limit", control, machine_of(5), &room);
    for (const int capacity : {3, 128, 512, 1000}) {
      room.room.capacity = capacity;
      int least = capacity + 1;
      for (room.room.free = capacity; room.room.free >= 0; --room.room.free) {
        const bool enough = static_cast<double>(room.room.free) / capacity >= share / 16.0;
        REQUIRE(limit->may_start(data_packet(kHere, 0, {3, 3}, 0, 1, 0), Cycles{5}) == enough);
        if (enough) least = room.room.free;
      }
      CHECK(limit->look_again(data_packet(kHere, 0, {3, 3}, 0, 1, 0), Cycles{5}) ==
            Cycles{static_cast<std::uint64_t>(least)});
    }
  }
}
