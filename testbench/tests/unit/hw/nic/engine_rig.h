#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "hw/nic/dma_engine.h"
#include "testbench/tests/unit/hw/memory/scripted_memory.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

namespace tactus::test {

/// Engine 0 of the bench's NIC without SystemC, called in every cycle, before a memory that says what it is told.
struct EngineRig : MemoryClient {
  explicit EngineRig(MachineConfig machine = bench_config()) : config(std::move(machine)) { memory.connect(*this); }

  void done(int number, MemoryAnswer answer, std::uint32_t tag) override {
    CHECK(number == 0);
    engine.done(answer, tag);
  }
  /// One edge: takes a flit, sends one and gets its credit back.
  void tick(const Flit& flit = {}) {
    ++cycle;
    const Cycles now{cycle};
    engine.receiver.tick(now, flit);
    if (engine.receiver.credits() != 0) credits[cycle] = engine.receiver.credits();
    engine.sender.tick(now, engine.sender.sends_flit(Cycles{cycle - 1}) ? 1 : 0);
    note(engine.sender.flit(now));
  }
  void idle(int cycles) {
    for (int i = 0; i < cycles; ++i) tick();
  }
  void idle_to(std::uint64_t edge) {
    while (cycle < edge) tick();
  }
  void give(const PacketHeader& header, int vc) {
    for (const Flit& flit : make_flits(header, vc)) tick(flit);
  }
  /// Fills the next ring entry and rings the doorbell; the status of that.
  RegisterResult send(const nic_reg::SendDescriptor& descriptor) {
    std::uint32_t words[nic_reg::kDescriptorWords];
    nic_reg::encode(descriptor, config.network.dimensions(), words);
    std::uint64_t address = nic_reg::kTxRing + doorbell % nic_reg::kRingEntries * nic_reg::kDescriptorBytes;
    for (const std::uint32_t word : words) {
      engine.write(address, word);
      address += 4;
    }
    return engine.write(nic_reg::kTxDoorbell, ++doorbell);
  }
  void send(std::uint32_t bytes, std::uint64_t source_address = 0) {
    nic_reg::SendDescriptor descriptor;
    descriptor.bytes = bytes;
    descriptor.source_address = source_address;
    send(descriptor);
  }

  struct Sent {
    std::uint64_t cycle = 0;
    RouteHeader route;
    std::uint64_t remote_address = 0;
  };
  /// Places and remote address are known with the second flit.
  void note(const Flit& flit) {
    if (flit.head) sent.push_back({cycle, unpack_route(flit, config.network.dimensions()), 0});
    if (head.head && flit.valid) {
      const PacketHeader header = unpack(head, flit, config.network.dimensions());
      sent.back().route = header.route;
      sent.back().remote_address = header.remote_address;
    }
    head = flit;
  }
  MachineConfig config;
  ScriptedMemory memory;
  DmaEngine engine{{config, NicBench::kPosition, 0, memory}};
  std::uint64_t cycle = 0;
  std::uint32_t doorbell = 0;
  Flit head;                                      ///< the last flit
  std::vector<Sent> sent;                         ///< heads
  std::map<std::uint64_t, CreditReturn> credits;  ///< by cycle
};

}  // namespace tactus::test
