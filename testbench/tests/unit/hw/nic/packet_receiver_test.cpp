#include "hw/nic/packet_receiver.h"

#include <functional>

#include "hw/common/reports.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/engine_rig.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Credits = std::map<std::uint64_t, CreditReturn>;

/// What a memory says to a receiver and to another engine, which nobody asks.
struct Listener : MemoryClient {
  DmaEngine* engine = nullptr;
  void done(int number, MemoryAnswer answer, std::uint32_t tag) override {
    if (number == 0) engine->done(answer, tag);
  }
};

/// Packets of random lengths, now and then with a pause between them.
std::vector<Flit> random_flits(Dice& dice, int vc) {
  std::vector<Flit> flits;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const auto bytes = static_cast<std::uint32_t>(dice.chance(50) ? 2016 : dice.below(2016));
    for (const Flit& flit : make_flits(make_header({0, 0}, 0, 100 * i + static_cast<std::uint32_t>(vc), bytes), vc)) {
      flits.push_back(flit);
    }
    if (dice.chance(20)) flits.resize(flits.size() + static_cast<std::size_t>(dice.below(300)));
  }
  return flits;
}

/// Credits of random packets, by `mixed` on one VC or flit by flit on two, with an engine that moves `rate`; another
/// engine writes to the same memory.
Credits random_credits(BytesPerSecond rate, bool mixed, std::uint64_t seed) {
  Dice dice(seed);
  MachineConfig config = bench_config();
  config.nic.dma_rate = rate;
  config.nic.receive_buffer = Bytes{1024 * 1024};
  Memory memory(config);
  DmaEngine engine({config, NicBench::kPosition, 0, memory});
  Listener listener;
  listener.engine = &engine;
  memory.connect(listener);
  const std::vector<Flit> flits[] = {random_flits(dice, 0), random_flits(dice, 1)};
  std::size_t next[] = {0, 0};
  Credits credits;
  for (std::uint64_t cycle = 1; cycle < 30'000; ++cycle) {
    memory.answer(Cycles{cycle});
    if (dice.chance(1)) memory.request({1, 0, MemoryRequest::Kind::kWrite, 0, Bytes{2016}}, Cycles{cycle});
    const auto vc = static_cast<std::size_t>(mixed ? dice.below(2) : 0);
    engine.receiver.tick(Cycles{cycle}, next[vc] < flits[vc].size() ? flits[vc][next[vc]++] : Flit{});
    if (engine.receiver.credits() != 0) credits[cycle] = engine.receiver.credits();
  }
  CHECK(engine.receiver.packets() >= 40);
  return credits;
}

}  // namespace

TEST_CASE("PacketReceiver: credits come back in the order in which the memory takes the packets",
          "[RECEIVE-3][RECEIVE-4][PORT-1]") {
  EngineRig rig;
  rig.give(make_header({0, 0}, 0, 1, 16), 0);
  rig.give(make_header({0, 0}, 0, 2, 32), 1);
  rig.idle(100);
  REQUIRE(rig.credits.empty());
  rig.memory.tell(rig.memory.requests.at(1));
  rig.idle(50);
  rig.memory.tell(rig.memory.requests.at(0));
  rig.idle(50);
  CHECK(rig.credits == Credits{{108, credits_for(1, 4)}, {158, credits_for(0, 3)}});
}

TEST_CASE("PacketReceiver: credits come back when the packet has left, its message is done when it is visible",
          "[RECEIVE-2][RECEIVE-3][NIC-21][PORT-3]") {
  EngineRig rig;
  nic_reg::ReceiveSlot slot;
  slot.tag = 9;
  slot.bytes = 64;
  rig.engine.receiver.reassembly.post(5, slot);
  rig.give(make_header({0, 0}, 0, 9, 64), 1);
  const std::uint64_t delivered = rig.cycle;
  rig.idle(9);
  rig.memory.tell(rig.memory.requests.at(0), MemoryAnswer::kTaken);
  rig.idle(100);
  CHECK(rig.credits == Credits{{delivered + 10, credits_for(1, 6)}});
  CHECK(rig.engine.receiver.occupancy() == 0);
  CHECK(rig.engine.receiver.pending_writes() == 1);
  CHECK(rig.engine.receiver.reassembly.done() == 0);
  CHECK_FALSE(rig.engine.receiver.final_faults().empty());
  rig.memory.tell(rig.memory.requests.at(0), MemoryAnswer::kVisible);
  rig.idle(1);
  CHECK(rig.credits.size() == 1);
  CHECK(rig.engine.receiver.pending_writes() == 0);
  CHECK(rig.engine.receiver.reassembly.done() == 1U << 5);
  CHECK(rig.engine.receiver.final_faults().empty());
}

TEST_CASE("PacketReceiver: a packet without payload does not wait for the writes before it", "[RECEIVE-5]") {
  EngineRig rig;
  rig.give(make_header({0, 0}, 0, 1, 16), 0);
  rig.give(make_header({0, 0}, 0, 2, 0), 0);
  CHECK(rig.credits.at(rig.cycle) == credits_for(0, 2));
  CHECK(rig.engine.receiver.dropped() == 0);
}

TEST_CASE("PacketReceiver: more credits than the port can carry in one cycle go on in the next", "[NIC-4][PIN-15]") {
  EngineRig rig;
  rig.give(make_header({0, 0}, 0, 1, 2016), 1);
  rig.give(make_header({0, 0}, 0, 2, 2016), 1);
  rig.give(make_header({0, 0}, 0, 3, 2016), 0);
  rig.idle_to(999);
  for (const MemoryRequest& request : std::vector(rig.memory.requests)) rig.memory.tell(request);
  rig.idle(10);
  CHECK(rig.credits == Credits{{1000, credits_for(1, 255) | credits_for(0, 128)}, {1001, credits_for(1, 1)}});
  CHECK(rig.engine.receiver.occupancy() == 0);
}

TEST_CASE("PacketReceiver: holds a slot from the flit's arrival until its credit is returned",
          "[RECEIVE-1][RECEIVE-3]") {
  EngineRig rig;
  rig.give(make_header({0, 0}, 0, 1, 64), 1);
  for (int i = 0; i < 9; ++i) {
    rig.tick();
    CHECK(rig.engine.receiver.occupancy(1) == 6);
  }
  rig.memory.tell(rig.memory.requests.at(0));
  rig.tick();
  CHECK(rig.engine.receiver.occupancy(1) == 0);
}

TEST_CASE("PacketReceiver: a message's packets go to their places in the posted receive",
          "[NIC-5][PIN-21][reg:RX_SLOTS.destination_address]") {
  EngineRig rig;
  nic_reg::ReceiveSlot slot;
  slot.tag = 9;
  slot.bytes = 3000;
  slot.destination_address = 0x100000;
  rig.engine.receiver.reassembly.post(0, slot);
  // Packets that took different VCs may come in any order.
  rig.give(make_header({0, 0}, 0, 9, 3000, 1), 1);
  rig.give(make_header({0, 0}, 0, 9, 3000, 0), 0);
  REQUIRE(rig.memory.requests.size() == 2);
  CHECK(rig.memory.requests[0].address == 0x100000 + 2016);
  CHECK(rig.memory.requests[0].bytes == Bytes{984});
  CHECK(rig.memory.requests[1].address == 0x100000);
  CHECK(rig.memory.requests[1].bytes == Bytes{2016});
}

TEST_CASE("PacketReceiver: a one-sided packet is written where it says, be its message of one packet or of several",
          "[MATCH-3][PACKET-3][PIN-21]") {
  EngineRig rig;
  for (const std::uint32_t bytes : {100U, 3000U}) {
    PacketHeader header = make_header({0, 0}, 0, bytes, bytes);
    header.transport.one_sided = true;
    header.remote_address = 0xFEDC'BA98'7654;
    rig.give(header, 0);
    CHECK(rig.memory.requests.back().address == 0xFEDC'BA98'7654);
  }
}

TEST_CASE("PacketReceiver: upper bits of the first flit are an address in one-sided packets and places in others",
          "[PACKET-3]") {
  struct Headers final : PacketObserver {
    std::vector<PacketHeader> seen;
    void packet_delivered(const PacketHeader& header, Cycles) override { seen.push_back(header); }
  } observer;
  EngineRig rig;
  rig.engine.receiver.observe(&observer);
  PacketHeader one_sided = make_header({0, 0}, 0, 1, 100);
  one_sided.transport.one_sided = true;
  one_sided.remote_address = 0xFEDC'BA98'7654;
  rig.give(one_sided, 0);
  PacketHeader between_ranks = make_header({0, 0}, 0, 2, 100);
  between_ranks.route.source_place = 63;
  between_ranks.route.destination_place = 5;
  rig.give(between_ranks, 0);
  REQUIRE(observer.seen.size() == 2);
  CHECK((observer.seen[0].route.source_place == 0 && observer.seen[0].route.destination_place == 0));
  CHECK(observer.seen[0].remote_address == 0xFEDC'BA98'7654);
  CHECK((observer.seen[1].route.source_place == 63 && observer.seen[1].route.destination_place == 5));
  CHECK(observer.seen[1].remote_address == 0);
}

TEST_CASE("PacketReceiver: writes no faster than the engine's own rate, one packet after the other", "[SERVER-3]") {
  MachineConfig config = bench_config();
  config.nic.dma_rate = BytesPerSecond{1'000'000'000};  // 504 cycles a packet, 128 on the port
  config.nic.receive_buffer = Bytes{64 * 1024};
  EngineRig rig(config);
  rig.memory.at_once = true;
  Credits expected;
  for (std::uint32_t i = 0; i < 20; ++i) {
    rig.give(make_header({0, 0}, 0, i, 2016), 0);
    expected[128 + 504 * (i + 1)] = credits_for(0, 128);
  }
  rig.idle(20'000);
  CHECK(rig.credits == expected);
}

TEST_CASE("PacketReceiver: an engine as fast as its memory never bounds what the memory takes", "[SERVER-5]") {
  // On two VCs at a time tails may be a cycle apart.
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const bool mixed = seed % 2 != 0;
    const Credits unbounded = random_credits(BytesPerSecond{1'000'000'000'000}, mixed, seed);
    const bool same = random_credits(MachineConfig{}.memory_bandwidth(), mixed, seed) == unbounded;
    const bool same_if_slower = random_credits(BytesPerSecond{8'000'000'000}, mixed, seed) == unbounded;
    CAPTURE(seed);
    CHECK(same);
    CHECK_FALSE(same_if_slower);
  }
}

TEST_CASE("PacketReceiver: as many writes can be under way as packets of three flits fit into its buffers",
          "[PIN-24]") {
  EngineRig rig;
  const int most = 2 * (512 / 3);
  for (int i = 0; i < most; ++i) rig.give(make_header({0, 0}, 0, static_cast<std::uint32_t>(i), 16), i % 2);
  CHECK(rig.engine.receiver.pending_writes() == most);
  CHECK(report_of([&] { rig.give(make_header({0, 0}, 0, 999, 16), 0); }) == reports::kNicReceiveOverflow);
}

TEST_CASE("PacketReceiver: says in which cycle it has to run next") {
  MachineConfig config = bench_config();
  config.nic.dma_rate = BytesPerSecond{1'600'000'000};  // 64 B in 10 cycles
  EngineRig rig(config);
  PacketReceiver& receiver = rig.engine.receiver;
  CHECK(receiver.tick(Cycles{1}, {}) == Cycles::max());
  std::uint64_t cycle = 1;
  Cycles next;
  for (const Flit& flit : make_flits(make_header({0, 0}, 0, 1, 64), 0)) next = receiver.tick(Cycles{++cycle}, flit);
  CHECK(next == Cycles{cycle + 1});
  CHECK(receiver.tick(Cycles{cycle + 1}, {}) == Cycles::max());
  rig.memory.tell(rig.memory.requests.at(0));
  CHECK(receiver.tick(Cycles{cycle + 4}, {}) == Cycles{cycle + 10});
  CHECK(receiver.tick(Cycles{cycle + 10}, {}) == Cycles{cycle + 11});  // to take the credits off the port
  CHECK(receiver.tick(Cycles{cycle + 11}, {}) == Cycles::max());
}

TEST_CASE("PacketReceiver: an answer to nothing that was asked is a protocol fault", "[NIC-11][PORT-2]") {
  EngineRig rig;
  rig.give(make_header({0, 0}, 0, 1, 64), 0);
  const MemoryRequest request = rig.memory.requests.at(0);
  MemoryRequest wrong = request;
  ++wrong.tag;
  CHECK(report_of([&] { rig.memory.tell(wrong); }) == reports::kNicProtocol);
  rig.memory.tell(request);
  rig.idle(10);
  CHECK(report_of([&] { rig.memory.tell(request); }) == reports::kNicProtocol);
}

TEST_CASE("PacketReceiver: a packet that is not what was sent, or is at the wrong place, is an integrity fault",
          "[NIC-8][PACKET-5]") {
  using Damage = std::function<void(std::vector<Flit>&)>;
  const std::vector<std::pair<const char*, Damage>> damages = {
      {"wrong data", [](auto& f) { f[5].data_lo ^= 1; }},
      {"wrong upper data", [](auto& f) { f[5].data_hi ^= std::uint64_t{1} << 63; }},
      {"flits swapped", [](auto& f) { std::swap(f[4], f[5]); }},
      {"a flit lost", [](auto& f) { f.erase(f.begin() + 4); }},
      {"a flit twice", [](auto& f) { f.insert(f.begin() + 4, f[4]); }},
      {"head lost", [](auto& f) { f.erase(f.begin()); }},
      {"tail mark lost", [](auto& f) { f.back().tail = false; }},
      {"tail mark too early", [](auto& f) { f[4].tail = true; }},
      {"second head", [](auto& f) { f.insert(f.begin() + 3, f[0]); }},
      {"flit of another VC", [](auto& f) { f[3].vc = 1; }},
      {"VC that there is not",
       [](auto& f) {
         for (auto& flit : f) flit.vc = 2;
       }},
      {"another node's", [](auto& f) { f[0].data_lo ^= 1; }},
      {"another engine's", [](auto& f) { f[0].data_hi ^= 1; }},
      {"wrong length in the head", [](auto& f) { f[0].data_hi += std::uint64_t{1} << 12; }},
      {"wrong payload length", [](auto& f) { f[0].data_hi += std::uint64_t{1} << 28; }},
      {"wrong message length", [](auto& f) { f[1].data_lo += std::uint64_t{1} << 32; }},
      {"wrong packet index", [](auto& f) { f[1].data_hi += std::uint64_t{1} << 32; }},
  };
  const std::size_t which = GENERATE(range<std::size_t>(0, 17));
  REQUIRE(damages.size() == 17);
  INFO(damages[which].first);
  EngineRig rig;
  auto flits = make_flits(make_header({0, 3}, 0, 1, 160), 0);
  damages[which].second(flits);
  CHECK(report_of([&] {
          for (const Flit& flit : flits) rig.tick(flit);
          // A packet that lost its end shows with the next one.
          rig.give(make_header({0, 3}, 0, 2, 160), 0);
        }) == reports::kNicIntegrity);
}
