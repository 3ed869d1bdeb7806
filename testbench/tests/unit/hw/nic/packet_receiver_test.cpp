#include "hw/nic/packet_receiver.h"

#include <deque>
#include <functional>
#include <map>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// Answers with the times it was given, in order.
struct ScriptedMemory : DmaPort {
  std::deque<Picoseconds> answers;
  Picoseconds read(std::uint64_t, Bytes) override { return Picoseconds{0}; }
  Picoseconds write(std::uint64_t address, Bytes) override {
    addresses.push_back(address);
    const Picoseconds answer = answers.front();
    answers.pop_front();
    return answer;
  }
  std::vector<std::uint64_t> addresses;
};

/// Ticks a receiver in every cycle and keeps what it gave back.
struct Rig {
  MachineConfig config = bench_config();
  ScriptedMemory memory;
  PacketReceiver receiver{config, NicBench::kPosition, 0, memory};
  std::uint64_t cycle = 0;
  std::map<std::uint64_t, CreditReturn> credits;

  void tick(const Flit& flit = {}) {
    ++cycle;
    receiver.tick(Cycles{cycle}, flit);
    if (receiver.credits() != 0) credits[cycle] = receiver.credits();
  }
  void give(const PacketHeader& header, int vc) {
    for (const Flit& flit : make_flits(header, vc)) tick(flit);
  }
  void idle(int cycles) {
    for (int i = 0; i < cycles; ++i) tick();
  }
};

}  // namespace

TEST_CASE("PacketReceiver: writes are done in the order of their tails", "[RECEIVE-4]") {
  Rig rig;
  rig.memory.answers = {Picoseconds{400'000}, Picoseconds{1}};
  rig.give(make_header({0, 0}, 0, 1, 16), 0);
  const std::uint64_t first_tail = rig.cycle;
  rig.give(make_header({0, 0}, 0, 2, 32), 1);
  rig.idle(200);
  REQUIRE(rig.credits.size() == 1);
  CHECK(rig.credits.begin()->first == first_tail + 100);
  CHECK(rig.credits.begin()->second == (credits_for(0, 3) | credits_for(1, 4)));
}

TEST_CASE("PacketReceiver: a packet without payload does not wait for the writes before it", "[RECEIVE-5]") {
  Rig rig;
  rig.memory.answers = {Picoseconds{400'000}};
  rig.give(make_header({0, 0}, 0, 1, 16), 0);
  rig.give(make_header({0, 0}, 0, 2, 0), 0);
  CHECK(rig.credits.at(rig.cycle) == credits_for(0, 2));
}

TEST_CASE("PacketReceiver: more credits than the port can carry in one cycle go on in the next", "[NIC-4][PIN-15]") {
  Rig rig;
  rig.memory.answers = {Picoseconds{4'000'000}, Picoseconds{1}, Picoseconds{1}};
  rig.give(make_header({0, 0}, 0, 1, 2016), 1);
  const std::uint64_t done = rig.cycle + 1000;
  rig.give(make_header({0, 0}, 0, 2, 2016), 1);
  rig.give(make_header({0, 0}, 0, 3, 2016), 0);
  rig.idle(1000);
  const std::map<std::uint64_t, CreditReturn> expected = {{done, credits_for(1, 255) | credits_for(0, 128)},
                                                          {done + 1, credits_for(1, 1)}};
  CHECK(rig.credits == expected);
  CHECK(rig.receiver.occupancy() == 0);
}

TEST_CASE("PacketReceiver: holds a slot from the flit's arrival until its credit is returned",
          "[RECEIVE-1][RECEIVE-3]") {
  Rig rig;
  rig.memory.answers = {Picoseconds{40'000}};
  rig.give(make_header({0, 0}, 0, 1, 64), 1);
  for (int i = 0; i < 9; ++i) {
    rig.tick();
    CHECK(rig.receiver.occupancy(1) == 6);
  }
  rig.tick();
  CHECK(rig.receiver.occupancy(1) == 0);
}

TEST_CASE("PacketReceiver: a message's packets go to their places in the posted receive",
          "[NIC-5][PIN-21][reg:RX_SLOTS.destination_address]") {
  Rig rig;
  rig.memory.answers = {Picoseconds{1}, Picoseconds{1}};
  nic_reg::ReceiveSlot slot;
  slot.tag = 9;
  slot.bytes = 3000;
  slot.destination_address = 0x100000;
  rig.receiver.reassembly.post(0, slot);
  // Packets that took different VCs may come in any order.
  rig.give(make_header({0, 0}, 0, 9, 3000, 1), 1);
  rig.give(make_header({0, 0}, 0, 9, 3000, 0), 0);
  CHECK(rig.memory.addresses == std::vector<std::uint64_t>{0x100000 + 2016, 0x100000});
}

TEST_CASE("PacketReceiver: as many writes can be under way as packets of three flits fit into its buffers",
          "[PIN-24]") {
  Rig rig;
  const int most = 2 * (512 / 3);
  rig.memory.answers.assign(static_cast<std::size_t>(most) + 1, Picoseconds{1'000'000'000});
  for (int i = 0; i < most; ++i) rig.give(make_header({0, 0}, 0, static_cast<std::uint32_t>(i), 16), i % 2);
  CHECK(rig.receiver.pending_writes() == most);
  CHECK(report_of([&] { rig.give(make_header({0, 0}, 0, 999, 16), 0); }) == reports::kNicReceiveOverflow);
}

TEST_CASE("PacketReceiver: says in which cycle it has to run next") {
  Rig rig;
  rig.memory.answers = {Picoseconds{40'000}};
  CHECK(rig.receiver.tick(Cycles{1}, {}) == Cycles::max());
  std::uint64_t cycle = 1;
  Cycles next;
  for (const Flit& flit : make_flits(make_header({0, 0}, 0, 1, 64), 0)) next = rig.receiver.tick(Cycles{++cycle}, flit);
  CHECK(next == Cycles{cycle + 1});
  CHECK(rig.receiver.tick(Cycles{cycle + 1}, {}) == Cycles{cycle + 10});
  CHECK(rig.receiver.tick(Cycles{cycle + 10}, {}) == Cycles{cycle + 11});  // to take the credits off the port
  CHECK(rig.receiver.tick(Cycles{cycle + 11}, {}) == Cycles::max());
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
      {"another engine's", [](auto& f) { f[0].data_lo ^= std::uint64_t{1} << 32; }},
      {"wrong length in the head", [](auto& f) { f[0].data_lo += std::uint64_t{1} << 40; }},
      {"wrong payload length", [](auto& f) { f[1].data_hi -= std::uint64_t{1} << 52; }},
      {"wrong packet index", [](auto& f) { f[1].data_hi += std::uint64_t{1} << 32; }},
  };
  const std::size_t which = GENERATE(range<std::size_t>(0, 16));
  REQUIRE(damages.size() == 16);
  INFO(damages[which].first);
  Rig rig;
  rig.memory.answers = {Picoseconds{1}, Picoseconds{1}};
  auto flits = make_flits(make_header({0, 3}, 0, 1, 160), 0);
  damages[which].second(flits);
  CHECK(report_of([&] {
          for (const Flit& flit : flits) rig.tick(flit);
          // A packet that lost its end shows with the next one.
          rig.give(make_header({0, 3}, 0, 2, 160), 0);
        }) == reports::kNicIntegrity);
}
