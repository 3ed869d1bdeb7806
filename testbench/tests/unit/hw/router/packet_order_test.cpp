#include "hw/router/packet_order.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig machine(const NetworkShape& network, int virtual_channels) {
  MachineConfig config;
  config.network = network;
  config.nic.count = 2;
  config.router.virtual_channels = virtual_channels;
  return config;
}

std::optional<Coordinate> overtaking(const MachineConfig& config, Coordinate from, Coordinate to) {
  RouteHeader header;
  header.source = from;
  header.destination = to;
  header.source_nic = header.destination_nic = 1;
  return find_overtaking(config, *make_route_function(config), header);
}

}  // namespace

TEST_CASE("Packet order: on rings packets of a pair keep it while each class has one VC", "[OPERATION-17]") {
  const NetworkShape torus({6, 4}, {true, true});
  for (int from = 0; from < torus.nodes(); ++from) {
    for (int to = 0; to < torus.nodes(); ++to) {
      CAPTURE(from, to);
      CHECK_FALSE(overtaking(machine(torus, 2), torus.coordinate(from), torus.coordinate(to)));
    }
  }
  CHECK(overtaking(machine(torus, 3), {0, 0}, {2, 1}) == Coordinate{0, 0});
  CHECK_FALSE(overtaking(machine(torus, 3), {5, 0}, {5, 0}));
  // Of three VCs the second class has one, and a packet is in it from the wraparound link on.
  MachineConfig crossing = machine(torus, 3);
  crossing.router.dateline = "crossing";
  CHECK_FALSE(overtaking(crossing, {5, 0}, {1, 0}));
  CHECK(overtaking(crossing, {4, 0}, {1, 0}) == Coordinate{4, 0});
}

TEST_CASE("Packet order: in rows packets of a pair keep it with one VC, and may lose it from the first row on",
          "[OPERATION-17]") {
  const NetworkShape mesh({3, 3}, {false, false});
  CHECK_FALSE(overtaking(machine(mesh, 1), {0, 0}, {2, 2}));
  CHECK(overtaking(machine(mesh, 2), {0, 0}, {2, 2}) == Coordinate{0, 0});
  const NetworkShape ring_of_rows({4, 3}, {true, false});
  CHECK(overtaking(machine(ring_of_rows, 2), {0, 0}, {1, 2}) == Coordinate{1, 0});
  CHECK_FALSE(overtaking(machine(ring_of_rows, 2), {0, 0}, {3, 0}));
}

}  // namespace tactus
