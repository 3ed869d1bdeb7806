#include "hw/nic/injection_control.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/control_packets.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("ControlQueue: what one sender has to be told is one packet, the sender that waits longest first",
          "[CONTROL-4][CONTROL-5]") {
  ControlQueue queue;
  PacketHeader first = data_packet({3, 3}, 2, kHere, 1, 9, 0);
  first.route.inject_cycle = 100;
  first.route.negative.set(0, true);
  queue.add(PacketKind::kAcknowledgement, first.route, 1);
  queue.add(PacketKind::kAcknowledgement, data_packet({3, 3}, 1, kHere, 1, 9, 0).route, 1);  // another engine there
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

TEST_CASE("Injection control: none is no policy at all", "[CONTROL-1]") {
  CHECK(made("none", {}, machine_of(4)) == nullptr);
}
