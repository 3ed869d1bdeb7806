#include "hw/nic/packet_sender.h"

#include <algorithm>
#include <set>

#include "hw/common/reports.h"
#include "hw/nic/injection_control.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/engine_rig.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr std::uint32_t kFull = 2016;

MachineConfig with_reads(int outstanding, int buffers) {
  MachineConfig config = bench_config();
  config.nic.outstanding_reads = outstanding;
  config.nic.packet_buffers = buffers;
  return config;
}

std::vector<std::uint64_t> offsets(const ScriptedMemory& memory) {
  std::vector<std::uint64_t> addresses;
  for (const MemoryRequest& request : memory.requests) addresses.push_back(request.address);
  return addresses;
}

}  // namespace

TEST_CASE("PacketSender: asks for one packet at a time unless it may have more reads under way",
          "[SEND-5][SEND-8][key:nic.outstanding_reads]") {
  EngineRig rig;
  rig.send(3 * kFull, 0x10000);
  rig.idle(500);
  REQUIRE(rig.memory.edges == std::vector<std::uint64_t>{1});
  rig.memory.tell(rig.memory.requests[0]);
  rig.idle(1);
  // Sent, and the second buffer read, from the edge of the answer on.
  CHECK(rig.memory.edges == std::vector<std::uint64_t>{1, 501});
  CHECK(rig.sent.at(0).cycle == 501);
  CHECK(offsets(rig.memory) == std::vector<std::uint64_t>{0x10000, 0x10000 + kFull});
}

TEST_CASE("PacketSender: has as many reads under way as it may and as it has buffers for, one more per edge",
          "[SEND-5][key:nic.outstanding_reads]") {
  const int reads = GENERATE(1, 2, 5, 16);
  const int buffers = GENERATE(1, 3, 16);
  EngineRig rig(with_reads(reads, buffers));
  rig.send(40 * kFull);
  rig.idle(500);
  std::vector<std::uint64_t> expected;
  for (int i = 1; i <= std::min(reads, buffers); ++i) expected.push_back(static_cast<std::uint64_t>(i));
  CHECK(rig.memory.edges == expected);
}

TEST_CASE("PacketSender: reads under way may belong to several messages", "[SEND-4]") {
  EngineRig rig(with_reads(3, 4));
  for (std::uint64_t i = 0; i < 4; ++i) rig.send(100, i << 20);
  rig.idle(50);
  CHECK(offsets(rig.memory) == std::vector<std::uint64_t>{0, 1 << 20, 2 << 20});
  CHECK(rig.engine.sender.ring.fetched() == 3);
}

TEST_CASE("PacketSender: packets leave in order, whatever order they are read in", "[SEND-8][PORT-1]") {
  EngineRig rig(with_reads(4, 4));
  rig.send(4 * kFull);
  rig.send(0);
  rig.idle(10);
  REQUIRE(rig.memory.requests.size() == 4);
  for (const std::size_t read : {std::size_t{2}, std::size_t{1}, std::size_t{3}}) {
    rig.memory.tell(rig.memory.requests[read]);
    rig.idle(200);
    CHECK(rig.sent.empty());
    CHECK(rig.engine.sender.state() == SendState::kMemory);
  }
  CHECK(rig.engine.sender.ready_packets() == 3);
  rig.memory.tell(rig.memory.requests[0]);
  rig.idle(1000);
  REQUIRE(rig.sent.size() == 5);
  for (std::uint64_t i = 0; i < 5; ++i) CHECK(rig.sent[i].cycle == 611 + 128 * i);
  CHECK(rig.sent[4].route.flits == 2);
}

TEST_CASE("PacketSender: sends all of random messages in order, with a tag of its own for each read under way") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Dice dice(seed);
    EngineRig rig(with_reads(dice.between(1, 16), dice.between(1, 16)));
    std::vector<std::uint64_t> expected;  // flits of the packets
    for (int i = 0; i < 16; ++i) {
      const int bytes = dice.below(9000);
      rig.send(static_cast<std::uint32_t>(bytes), static_cast<std::uint64_t>(i) << 32);
      for (int left = bytes; left > 0 || left == bytes; left -= 2016) {
        expected.push_back(static_cast<std::uint64_t>((32 + std::min(left, 2016) + 15) / 16));
      }
    }
    std::size_t seen = 0;
    std::vector<MemoryRequest> open;
    for (int cycle = 0; cycle < 20'000; ++cycle) {
      rig.tick();
      for (; seen < rig.memory.requests.size(); ++seen) open.push_back(rig.memory.requests[seen]);
      std::set<std::uint32_t> tags;
      for (const MemoryRequest& request : open) REQUIRE(tags.insert(request.tag).second);
      REQUIRE(open.size() <= static_cast<std::size_t>(rig.config.nic.outstanding_reads));
      if (open.empty() || !dice.chance(2)) continue;
      const auto which = static_cast<std::size_t>(dice.below(static_cast<int>(open.size())));
      rig.memory.tell(open[which]);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    }
    CAPTURE(seed);
    CHECK(rig.engine.sender.messages_done() == 16);
    std::vector<std::uint64_t> flits;
    for (const EngineRig::Sent& sent : rig.sent) flits.push_back(sent.route.flits);
    CHECK(flits == expected);
    CHECK(std::is_sorted(rig.memory.requests.begin(), rig.memory.requests.end(),
                         [](const MemoryRequest& a, const MemoryRequest& b) { return a.address < b.address; }));
  }
}

TEST_CASE("PacketSender: a memory that answers at once leaves the engine's own rate") {
  MachineConfig config = with_reads(4, 4);
  config.nic.dma_rate = BytesPerSecond{1'000'000'000};  // 504 cycles a packet, 128 on the port
  EngineRig rig(config);
  rig.memory.at_once = true;
  rig.send(6 * kFull);
  rig.idle(4000);
  REQUIRE(rig.sent.size() == 6);
  for (std::uint64_t i = 0; i < 6; ++i) CHECK(rig.sent[i].cycle == 1 + 504 * (i + 1));
}

TEST_CASE("PacketSender: an answer at the edge of the request lets the packet go at that edge", "[SEND-3][PORT-1]") {
  EngineRig rig;
  rig.config.nic.dma_rate = BytesPerSecond{1'000'000'000'000};  // 16 B in 16 ps
  rig.memory.at_once = true;
  rig.send(16);
  rig.idle(10);
  REQUIRE(rig.sent.size() == 1);
  // The engine itself takes its 16 ps, until the next edge.
  CHECK(rig.sent[0].cycle == 2);
}

TEST_CASE("PacketSender: says in which cycle it has to run next, and whether for a read") {
  EngineRig rig(with_reads(2, 3));
  PacketSender& sender = rig.engine.sender.queue(0);
  rig.send(3 * kFull);
  CHECK(sender.tick(Cycles{1}, 0) == Cycles{2});  // the second read
  CHECK(sender.tick(Cycles{2}, 0) == Cycles::max());
  CHECK(sender.awaits_read());
  rig.memory.tell(rig.memory.requests.at(0));
  CHECK(sender.tick(Cycles{50}, 0) == Cycles{50 + 128});
  CHECK(rig.memory.requests.size() == 3);
  // It sends, and has no buffer for another read.
  CHECK_FALSE(sender.awaits_read());
}

TEST_CASE("PacketSender: an answer to nothing that was asked is a protocol fault", "[NIC-11][PORT-2]") {
  EngineRig rig;
  rig.send(kFull);
  rig.idle(3);
  const MemoryRequest request = rig.memory.requests.at(0);
  MemoryRequest wrong = request;
  ++wrong.tag;
  CHECK(report_of([&] { rig.memory.tell(wrong); }) == reports::kNicProtocol);
  rig.memory.tell(request);
  CHECK(report_of([&] { rig.memory.tell(request); }) == reports::kNicProtocol);
}

TEST_CASE("PacketSender: each one-sided packet carries the address that it is written to, others none but places",
          "[PACKET-3][reg:TX_RING.destination_address][reg:TX_RING.one_sided]") {
  EngineRig rig;
  rig.memory.at_once = true;
  nic_reg::SendDescriptor descriptor;
  descriptor.destination_address = 0xABCD'1234'5678;
  descriptor.source_place = 7;
  descriptor.destination_place = 9;
  descriptor.bytes = 2 * kFull + 5;
  rig.send(descriptor);
  descriptor.one_sided = true;
  rig.send(descriptor);
  rig.idle(2000);
  REQUIRE(rig.sent.size() == 6);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(rig.sent[i].route.source_place == 7);
    CHECK(rig.sent[i].route.destination_place == 9);
    // Places would stand where the address does, and change it.
    CHECK(rig.sent[3 + i].remote_address == 0xABCD'1234'5678 + kFull * i);
  }
}

TEST_CASE("PacketSender: a one-sided message that does not fit 48 bits of address is refused", "[reg:TX_DOORBELL]") {
  EngineRig rig;
  nic_reg::SendDescriptor descriptor;
  descriptor.one_sided = true;
  descriptor.bytes = 100;
  descriptor.destination_address = (std::uint64_t{1} << 48) - 100;
  CHECK(rig.send(descriptor).status == RegisterResult::Status::kOk);
  ++descriptor.destination_address;
  CHECK(rig.send(descriptor).status == RegisterResult::Status::kRefused);
  descriptor.one_sided = false;
  --rig.doorbell;
  CHECK(rig.send(descriptor).status == RegisterResult::Status::kOk);
}

TEST_CASE("PacketSender: a control packet that waits for nothing but the port lacks no credits", "[SEND-14]") {
  const std::vector<Flit> flits = make_flits(make_header(kPeer, 0, 1, 64, 0), 0);
  bool waited = false;
  // The tail of what is sent leaves before, with and after the tail of what has to be answered.
  for (std::size_t shift = 0; shift < flits.size(); ++shift) {
    EngineRig rig;
    ControlConfig control;
    control.kind = "delay_window";
    const auto window = make_injection_control({control, rig.config, NicBench::kPosition});
    rig.engine.follow(window.get());
    for (std::size_t i = 0; i < flits.size(); ++i) {
      if (i == shift) rig.send(0);
      rig.tick(flits[i]);
      CAPTURE(shift, i);
      CHECK(rig.engine.sender.queue(0).credits_lacking() == 0);
    }
    waited = waited || !window->outgoing(0).empty();
  }
  CHECK(waited);
}
