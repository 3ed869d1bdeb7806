#include <functional>
#include <string>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "tlm_models/packet/flit_stream.h"
#include "tlm_models/packet/packet_assembly.h"

namespace tactus {
namespace {

MachineConfig machine() {
  MachineConfig machine;
  machine.network = {5, 4};
  machine.router.virtual_channels = 3;
  return machine;
}

PacketHeader random_header(Dice& dice) {
  const auto small = [&](int bound) { return static_cast<std::uint8_t>(dice.below(bound)); };
  PacketHeader header;
  header.route.source = {dice.below(5), dice.below(4)};
  header.route.destination = {dice.below(5), dice.below(4)};
  header.route.source_nic = small(4);
  header.route.destination_nic = small(4);
  header.route.negative.set(0, dice.chance(50));
  header.route.negative.set(1, dice.chance(50));
  header.route.flits = static_cast<std::uint16_t>(dice.between(2, 1023));
  header.route.inject_cycle = static_cast<std::uint32_t>(dice.bits());
  header.transport.tag = static_cast<std::uint32_t>(dice.bits());
  header.transport.message_bytes = dice.bits() >> 28;
  header.transport.packet_index = static_cast<std::uint32_t>(dice.below(1 << 20));
  header.transport.payload_bytes = static_cast<std::uint16_t>(dice.below(2017));
  header.transport.create_cycle = static_cast<std::uint32_t>(dice.bits());
  header.transport.one_sided = dice.chance(50);
  if (header.transport.one_sided) {
    header.remote_address = dice.bits() >> 16;
  } else {
    header.route.source_place = small(64);
    header.route.destination_place = small(64);
  }
  return header;
}

/// Every bit that a packet's header flits have.
bool same_header(const PacketHeader& a, const PacketHeader& b) {
  return pack_head(a, 2) == pack_head(b, 2) && pack_transport(a) == pack_transport(b) &&
         a.remote_address == b.remote_address && a.route.source_place == b.route.source_place &&
         a.route.destination_place == b.route.destination_place;
}

std::vector<Flit> flits_of(const PacketHeader& header, int vc) {
  FlitStream stream(2);
  stream.add(header, vc, 0);
  std::vector<Flit> flits;
  while (!stream.empty()) flits.push_back(stream.take());
  return flits;
}

/// What the assembly finds wrong with `flits`, one per cycle from cycle 10 on; empty if nothing.
std::string fault_of(const std::vector<Flit>& flits) {
  const MachineConfig config = machine();
  PacketAssembly assembly(config);
  try {
    for (std::size_t i = 0; i < flits.size(); ++i) {
      if (flits[i].valid) assembly.take(flits[i], 10 + i);
    }
  } catch (const PacketAssembly::Fault& fault) {
    return fault.what;
  }
  return "";
}

TEST_CASE("Border: packets that become flits are the same packets again, known with their second flit") {
  const MachineConfig config = machine();
  Dice dice(1);
  FlitStream stream(2);
  PacketAssembly assembly(config);
  struct Sent {
    PacketHeader header;
    int vc;
    std::uint64_t head;
  };
  std::vector<Sent> sent;
  std::uint64_t free = 1;
  for (int i = 0; i < 500; ++i) {
    const PacketHeader header = random_header(dice);
    const std::uint64_t head = free + (dice.chance(50) ? 0 : static_cast<std::uint64_t>(dice.below(50)));
    sent.push_back({header, dice.below(3), head});
    stream.add(header, sent.back().vc, head);
    free = head + header.route.flits;
  }
  std::size_t known = 0;
  for (std::uint64_t cycle = 0; cycle < free; ++cycle) {
    REQUIRE(stream.next() >= cycle);
    if (stream.next() != cycle) continue;
    const PacketAssembly::Packet* packet = assembly.take(stream.take(), cycle);
    const bool second = known < sent.size() && cycle == sent[known].head + 1;
    REQUIRE((packet != nullptr) == second);
    if (packet == nullptr) continue;
    REQUIRE(packet->head == sent[known].head);
    REQUIRE(packet->vc == sent[known].vc);
    REQUIRE(same_header(packet->header, sent[known].header));
    ++known;
  }
  CHECK(known == sent.size());
  CHECK(stream.empty());
  CHECK(stream.next() == FlitStream::kNever);
}

TEST_CASE("Border: the flits of a packet are those that its NIC sent: head, transport, pattern, tail on the last") {
  Dice dice(2);
  PacketHeader header = random_header(dice);
  header.route.flits = 5;
  const std::vector<Flit> flits = flits_of(header, 2);
  REQUIRE(flits.size() == 5);
  for (std::size_t i = 0; i < flits.size(); ++i) {
    CAPTURE(i);
    CHECK(flits[i].valid);
    CHECK(flits[i].vc == 2);
    CHECK(flits[i].head == (i == 0));
    CHECK(flits[i].tail == (i == 4));
    if (i < 2) continue;
    CHECK(flits[i].data_lo == PayloadPattern(header, 2).lo(static_cast<int>(i)));
    CHECK(flits[i].data_hi == PayloadPattern(header, 2).hi());
  }
}

TEST_CASE("Border: flits that the packet level cannot stand for are told by name", "[ISLAND-5]") {
  Dice dice(3);
  PacketHeader header = random_header(dice);
  header.route.flits = 4;
  const std::vector<Flit> good = flits_of(header, 1);
  const auto fault = [&](const std::function<void(std::vector<Flit>&)>& spoil) {
    std::vector<Flit> flits = good;
    flits.insert(flits.end(), good.begin(), good.end());
    spoil(flits);
    return fault_of(flits);
  };
  using Flits = std::vector<Flit>;
  CHECK(fault([](Flits&) {}) == "");
  CHECK(fault([](Flits& f) { f[2].vc = 3; }) == "a flit on VC 3, which does not exist");
  CHECK(fault([](Flits& f) { f[2].vc = 0; }) == "a packet on VC 1 goes on on VC 0");
  CHECK(fault([](Flits& f) { f[0].valid = false; }) == "a flit that belongs to no packet");
  CHECK(fault([](Flits& f) { f[2].valid = false; }) == "a packet with a bubble");
  CHECK(fault([](Flits& f) { f.erase(f.begin() + 2); }) == "a packet longer or shorter than its header says");
  CHECK(fault([](Flits& f) { f[3].tail = false; }) == "a packet longer or shorter than its header says");
  CHECK(fault([](Flits& f) { f.erase(f.begin() + 3); }) == "a head flit before the tail of the last packet");
  CHECK(fault([](Flits& f) { f[0].tail = true; }) == "a packet shorter than its header");
  PacketHeader far = header;
  far.route.destination = {5, 0};
  CHECK(fault_of(flits_of(far, 1)) == "a packet to (5,0), which does not exist");
}

}  // namespace
}  // namespace tactus
