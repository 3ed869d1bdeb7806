#include "hw/nic/dma_engine.h"

#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// Answers every request after the same time.
struct SteadyMemory : DmaPort {
  explicit SteadyMemory(Picoseconds time) : answer(time) {}
  Picoseconds read(std::uint64_t address, Bytes size) override {
    reads.emplace_back(address, size.count());
    return answer;
  }
  Picoseconds write(std::uint64_t, Bytes) override { return answer; }
  Picoseconds answer;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reads;  ///< address, bytes
};

/// Gives `engine` a message of that many bytes.
void send(DmaEngine& engine, std::uint32_t bytes, std::uint64_t address) {
  nic_reg::SendDescriptor descriptor;
  descriptor.bytes = bytes;
  descriptor.source_address = address;
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(descriptor, words);
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) engine.write(nic_reg::kTxRing + 4 * w, words[w]);
  engine.write(nic_reg::kTxDoorbell, 1);
}

}  // namespace

TEST_CASE("DmaEngine: reading the low word of a counter keeps its high word for the next read", "[COUNT-1]") {
  const MachineConfig config = bench_config();
  SteadyMemory memory(Picoseconds{std::uint64_t{1} << 60});
  DmaEngine engine(config, {0, 0}, 0, memory);
  send(engine, 64, 0);
  engine.sender.tick(Cycles{10}, 0);
  const auto cycle = [](std::uint64_t high, std::uint64_t low) { return Cycles{10 + (high << 32) + low}; };
  const auto low = [&](Cycles now, bool effects) { return engine.read(nic_reg::kTxMemoryCycles, now, effects).value; };
  const auto high = [&](Cycles now) { return engine.read(nic_reg::kTxMemoryCycles + 4, now, true).value; };
  CHECK(low(cycle(3, 6), true) == 7);  // the present cycle is included
  CHECK(high(cycle(5, 0)) == 3);
  CHECK(low(cycle(7, 1), false) == 2);  // debug access
  CHECK(high(cycle(7, 1)) == 3);
  CHECK(low(cycle(8, 1), true) == 2);
  CHECK(high(cycle(8, 2)) == 8);
}

TEST_CASE("DmaEngine: the payload of packet i is read at the message's address plus i times a full payload",
          "[PIN-21][reg:TX_RING.source_address][reg:TX_RING.bytes]") {
  const MachineConfig config = bench_config();
  SteadyMemory memory(Picoseconds{0});
  DmaEngine engine(config, {0, 0}, 0, memory);
  constexpr std::uint64_t kAddress = 0x123456789ABCDEF0;
  send(engine, 2 * 2016 + 5, kAddress);
  for (std::uint64_t now = 1; now < 500; ++now) engine.sender.tick(Cycles{now}, 0);
  CHECK(memory.reads == std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                            {kAddress, 2016}, {kAddress + 2016, 2016}, {kAddress + std::uint64_t{2} * 2016, 5}});
}
