#include "testbench/tests/system/delivery_book.h"

#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kPlusX = 0;
constexpr int kNode = 5;  // (1,1) of 4x4

MachineConfig machine() { return {}; }

/// First of `packets` packets of a message of (1,1) to (2,1), injected in cycle 100.
PacketHeader packet(std::uint32_t index = 0, std::uint32_t inject_cycle = 100) {
  PacketHeader header;
  header.route.source = {1, 1};
  header.route.destination = {2, 1};
  header.route.destination_nic = 3;
  header.route.flits = 128;
  header.route.inject_cycle = inject_cycle;
  header.transport.message_bytes = 2 * 2016;
  header.transport.payload_bytes = 2016;
  header.transport.packet_index = index;
  return header;
}

void travel(DeliveryBook& book, const PacketHeader& header) {
  book.packet_granted({kNode, 4, kPlusX, 0, Cycles{104}}, header.route);
  book.packet_granted({kNode + 1, 1, 7, 0, Cycles{130}}, header.route);
}

void inject_and_travel(DeliveryBook& book, const PacketHeader& header) {
  book.packet_injected(header, Cycles{header.route.inject_cycle});
  travel(book, header);
}

constexpr Cycles kEarliest{100 + 26 + 128 + 4};

}  // namespace

TEST_CASE("DeliveryBook: two packets that arrive make one complete message and no fault") {
  DeliveryBook book(machine());
  inject_and_travel(book, packet(0));
  book.packet_delivered(packet(0), kEarliest);
  CHECK(book.incomplete_messages() == 1);
  inject_and_travel(book, packet(1, 228));
  CHECK(book.packets_in_flight() == 1);
  CHECK(book.longest_latency(Cycles{1000}) == 772);
  book.packet_delivered(packet(1, 228), kEarliest + Cycles{128});
  CHECK(book.faults().empty());
  CHECK(book.complete_messages() == std::map<std::pair<int, int>, int>{{{kNode, kNode + 1}, 1}});
  CHECK(book.incomplete_messages() == 0);
  CHECK(book.flits_injected() == 256);
  CHECK(book.flits_delivered() == 256);
  CHECK(book.packets_in_flight() == 0);
  CHECK(book.longest_latency(Cycles{1000}) == 158);
}

TEST_CASE("DeliveryBook: a packet that is delivered twice, or was never injected, is a fault") {
  DeliveryBook book(machine());
  inject_and_travel(book, packet());
  book.packet_delivered(packet(), kEarliest);
  CHECK(book.faults().empty());
  book.packet_delivered(packet(), kEarliest);
  CHECK(book.faults().size() == 1);
  book.packet_granted({kNode, 4, kPlusX, 0, Cycles{304}}, packet(1, 300).route);
  CHECK(book.faults().size() == 2);
}

TEST_CASE("DeliveryBook: two packets at once on one NIC port, and a cycle that does not match, are faults") {
  DeliveryBook book(machine());
  book.packet_injected(packet(0), Cycles{100});
  book.packet_injected(packet(1), Cycles{100});
  CHECK(book.faults().size() == 1);
  book.packet_injected(packet(1, 250), Cycles{251});
  CHECK(book.faults().size() == 2);
}

TEST_CASE("DeliveryBook: part of a message that comes twice is a fault, and does not complete it") {
  DeliveryBook book(machine());
  inject_and_travel(book, packet(0));
  book.packet_delivered(packet(0), kEarliest);
  inject_and_travel(book, packet(0, 228));
  book.packet_delivered(packet(0, 228), kEarliest + Cycles{128});
  CHECK(book.faults().size() == 1);
  CHECK(book.complete_messages().empty());
}

TEST_CASE("DeliveryBook: a packet at a node where it is not, or that leaves at the wrong node or NIC, is a fault") {
  DeliveryBook elsewhere(machine());
  elsewhere.packet_injected(packet(), Cycles{100});
  elsewhere.packet_granted({kNode + 1, 1, 7, 0, Cycles{104}}, packet().route);
  CHECK(elsewhere.faults().size() == 1);

  DeliveryBook wrong_node(machine());
  wrong_node.packet_injected(packet(), Cycles{100});
  wrong_node.packet_granted({kNode, 4, 7, 0, Cycles{104}}, packet().route);
  CHECK(wrong_node.faults().size() == 1);

  DeliveryBook wrong_nic(machine());
  wrong_nic.packet_injected(packet(), Cycles{100});
  wrong_nic.packet_granted({kNode, 4, kPlusX, 0, Cycles{104}}, packet().route);
  wrong_nic.packet_granted({kNode + 1, 1, 4, 0, Cycles{130}}, packet().route);
  CHECK(wrong_nic.faults().size() == 1);
}

TEST_CASE("DeliveryBook: a detour, and a packet faster than an empty network allows, are faults") {
  DeliveryBook detour(machine());
  detour.packet_injected(packet(), Cycles{100});
  for (int node : {kNode, kNode - 1, kNode + 2}) detour.packet_granted({node, 4, 1, 0, Cycles{104}}, packet().route);
  detour.packet_granted({kNode + 1, 0, 7, 0, Cycles{200}}, packet().route);
  CHECK(detour.faults().empty());
  detour.packet_delivered(packet(), Cycles{1000});
  CHECK(detour.faults().size() == 1);

  DeliveryBook fast(machine());
  inject_and_travel(fast, packet());
  fast.packet_delivered(packet(), Cycles{kEarliest.count() - 1});
  CHECK(fast.faults().size() == 1);
}
