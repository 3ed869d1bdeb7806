#include <fmt/format.h>

#include <map>

#include "hw/common/sc_time_conversion.h"
#include "hw/node/torus.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/memory_bench.h"
#include "tlm_models/packet/packet_torus.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// What came of a plan on one machine.
struct Outcome {
  explicit Outcome(int nodes) : requests(static_cast<std::size_t>(nodes)) {}
  std::vector<std::vector<SeenRequest>> requests;  ///< by node
  std::unique_ptr<Fabric> fabric;
  std::unique_ptr<PlannedRun> run;
};

/// A 3 x 2 machine whose buffers, rates and reads under way are drawn.
MachineConfig random_machine(std::uint64_t seed) {
  Dice dice(seed);
  MachineConfig machine;
  machine.network = {3, 2};
  machine.nic.mtu = Bytes{dice.chance(50) ? 2048U : 256U};
  machine.nic.outstanding_reads = dice.between(1, 8);
  machine.nic.packet_buffers = dice.between(1, 8);
  machine.nic.receive_buffer = machine.nic.mtu * static_cast<std::uint64_t>(dice.between(1, 3));
  machine.nic.dma_rate = BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 16)) * 1'000'000'000};
  return machine;
}

/// One-sided bytes that `plan` sends to each node, by address, as the packets' requests to memory should have them.
std::map<std::uint64_t, std::uint64_t> one_sided_bytes(const Plan& plan, int node, const MachineConfig& machine) {
  std::map<std::uint64_t, std::uint64_t> bytes;
  for (const PlannedMessage& message : plan) {
    if (message.destination != node || !message.one_sided) continue;
    const std::uint64_t most = machine.max_payload().count();
    for (std::uint64_t offset = 0; offset < message.bytes; offset += most) {
      bytes[address_of(message) + offset] = std::min(most, message.bytes - offset);
    }
  }
  return bytes;
}

using Request = std::array<std::uint64_t, 6>;
std::vector<Request> as_numbers(const std::vector<SeenRequest>& requests) {
  std::vector<Request> numbers;
  for (const auto& [edge, request] : requests) {
    numbers.push_back({edge, static_cast<std::uint64_t>(request.engine), request.tag,
                       static_cast<std::uint64_t>(request.kind), request.address, request.bytes.count()});
  }
  return numbers;
}

}  // namespace

TEST_CASE("Levels: with memories that answer late and in any order they do the same in every cycle",
          "[PORT-1][EQUAL-1][long]") {
  constexpr int kMachines = 12;
  constexpr int kMessages = 250;
  std::vector<MachineConfig> machines;
  std::vector<Plan> plans;
  // Of each machine: cycle level, packet level, with two threads, with three and nodes on pins.
  std::vector<std::unique_ptr<Outcome>> outcomes;
  for (std::uint64_t seed = 0; seed < kMachines; ++seed) {
    machines.push_back(random_machine(seed));
    const int nodes = machines.back().network.nodes();
    plans.push_back(random_plan(seed, nodes, kMessages));
    for (int level = 0; level < 4; ++level) {
      const auto name = fmt::format("machine_{}_{}", seed, level);
      outcomes.push_back(std::make_unique<Outcome>(nodes));
      Outcome& outcome = *outcomes.back();
      const MemoryFactory memories = PlannedRun::erratic_memories(seed, outcome.requests);
      if (level == 0) {
        NodeParts parts = cycle_level_parts();
        parts.memory = memories;
        outcome.fabric = std::make_unique<Torus>(name.c_str(), machines.back(), std::move(parts));
      } else {
        const Threading threading{level, 0};
        IslandSetup island;
        island.parts = cycle_level_parts();
        island.parts.memory = memories;
        if (level == 3) island.nodes = {1, 3};
        outcome.fabric =
            std::make_unique<PacketTorus>(name.c_str(), machines.back(), threading, PacketTimings{}, memories, island);
      }
      outcome.run = std::make_unique<PlannedRun>(*outcome.fabric, plans.back());
    }
  }
  sc_core::sc_start(to_sc_time(machines[0].clock.edge(Cycles{60'000})));
  for (std::size_t m = 0; m < kMachines; ++m) {
    CAPTURE(m);
    const Outcome& cycle = *outcomes[4 * m];
    CHECK(cycle.fabric->drained());
    CHECK(cycle.fabric->final_faults() == std::vector<std::string>{});
    CHECK(cycle.fabric->packets_delivered() > 150);
    for (std::size_t level = 1; level < 4; ++level) {
      const Outcome& packet = *outcomes[4 * m + level];
      CHECK(packet.fabric->drained());
      CHECK(packet.fabric->final_faults() == std::vector<std::string>{});
      const bool same = packet.run->happened() == cycle.run->happened();
      CHECK(same);
      for (std::size_t node = 0; node < cycle.requests.size(); ++node) {
        const bool same_requests = as_numbers(packet.requests[node]) == as_numbers(cycle.requests[node]);
        CHECK(same_requests);
      }
    }
    for (std::size_t node = 0; node < cycle.requests.size(); ++node) {
      auto expected = one_sided_bytes(plans[m], static_cast<int>(node), machines[m]);
      for (const auto& [edge, request] : cycle.requests[node]) {
        const auto found = expected.find(request.address);
        if (request.kind == MemoryRequest::Kind::kRead || found == expected.end()) continue;
        CHECK(request.bytes.count() == found->second);
        expected.erase(found);
      }
      CHECK(expected.empty());
    }
  }
}

TEST_CASE("Levels: four senders of 100 KiB into one engine of 1 GB/s are received at 1 GB/s",
          "[SERVER-3][key:nic.dma_rate]") {
  constexpr std::uint32_t kBytes = 100 * 1024;
  MachineConfig machine;
  machine.network = {4, 4};
  machine.nic.dma_rate = BytesPerSecond{1'000'000'000};
  Plan plan;
  for (const int source : {1, 3, 4, 12}) {
    plan.push_back({source, 0, 2, static_cast<std::uint32_t>(source), kBytes, Cycles{10}, false, Cycles{1}});
  }
  Torus cycle("cycle", machine, cycle_level_parts());
  PacketTorus packet("packet", machine);
  PlannedRun on_pins(cycle, plan);
  PlannedRun by_packets(packet, plan);
  sc_core::sc_start(to_sc_time(machine.clock.edge(Cycles{200'000})));
  CHECK(cycle.drained());
  CHECK(by_packets.happened() == on_pins.happened());
  // 1 B per ns: a cycle takes 4 B. Until the first packet has come the engine has nothing to write.
  const std::uint64_t writing = 4 * kBytes / 4;
  const std::uint64_t last = on_pins.happened().back()[0];
  CHECK(last > 10 + writing);
  CHECK(last < 10 + writing + 1000);
}
