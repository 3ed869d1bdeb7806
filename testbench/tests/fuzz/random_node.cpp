#include "testbench/tests/fuzz/random_parts.h"

namespace tactus {
namespace {

std::uint32_t few_or_many(Dice& dice) {
  return static_cast<std::uint32_t>(dice.chance(50) ? dice.between(1, 3) : dice.between(4, 20));
}

HtBuffers random_buffers(Dice& dice) { return {few_or_many(dice), few_or_many(dice), few_or_many(dice)}; }

HtLinkConfig random_link(Dice& dice) {
  return {BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 30)) * 700'000'000},
          Picoseconds{static_cast<std::uint64_t>(dice.between(1, 60'000))}};
}

PcieLinkConfig random_slot(Dice& dice) {
  PcieLinkConfig slot;
  slot.generation = dice.between(1, 5);
  slot.lanes = 1 << dice.between(2, 5);
  slot.max_payload = Bytes{std::uint64_t{128} << dice.below(4)};
  slot.max_read_request = Bytes{std::uint64_t{128} << dice.below(6)};
  slot.read_tags = dice.between(1, 12);
  slot.latency = Picoseconds{static_cast<std::uint64_t>(dice.between(1, 50'000))};
  const auto needed = static_cast<std::uint32_t>(slot.max_payload.count() / kPcieDataCredit);
  slot.posted = {few_or_many(dice), needed * few_or_many(dice)};
  slot.completions = {few_or_many(dice) * 8, needed * few_or_many(dice) * 8};
  slot.non_posted_headers = few_or_many(dice);
  slot.tlps_per_dllp = few_or_many(dice);
  return slot;
}

MemoryControllerConfig random_controller(Dice& dice) {
  MemoryControllerConfig controller;
  controller.rate = BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 40)) * 1'000'000'000};
  controller.latency = Picoseconds{static_cast<std::uint64_t>(dice.between(0, 150'000))};
  controller.banks = 1 << dice.below(4);
  controller.queue = few_or_many(dice);
  return controller;
}

NumaNodeConfig random_numa(Dice& dice) {
  NumaNodeConfig node;
  node.sockets = dice.between(1, 3);
  node.memories.clear();
  node.socket_links.clear();
  node.bridges.clear();
  node.nics.clear();
  for (int i = 1; i < node.sockets; ++i) {
    node.socket_links.push_back({dice.below(i), i, random_link(dice), random_buffers(dice)});
  }
  for (int i = dice.between(1, 4); i > 0; --i) {
    node.memories.push_back({dice.below(node.sockets), random_controller(dice)});
  }
  const int nics = dice.between(1, 4);
  for (int nic = 0; nic < nics; ++nic) {
    if (nic == 0 || dice.chance(50)) {
      NumaNodeConfig::Bridge bridge = NumaNodeConfig::bridge_at(dice.below(node.sockets));
      bridge.link = random_link(dice);
      bridge.socket_buffers = random_buffers(dice);
      bridge.bridge_buffers = random_buffers(dice);
      bridge.reads = few_or_many(dice) * 2;
      bridge.completions = few_or_many(dice);
      bridge.slots.clear();
      node.bridges.push_back(bridge);
    }
    auto& slots = node.bridges.back().slots;
    slots.push_back(random_slot(dice));
    node.nics.push_back({static_cast<int>(node.bridges.size()) - 1, static_cast<int>(slots.size()) - 1});
  }
  return node;
}

MemoryChoice random_choice(Dice& dice, int engines, int memories) {
  if (dice.chance(50)) return {dice.chance(50) ? MemoryChoice::Kind::kNear : MemoryChoice::Kind::kFar, {}};
  MemoryChoice choice{MemoryChoice::Kind::kListed, {}};
  for (int engine = 0; engine < engines; ++engine) choice.memories.push_back(dice.below(memories));
  return choice;
}

NicChoice random_nics(Dice& dice, int engines, int nics) {
  NicChoice choice{NicChoice::Kind::kListed, {}};
  for (int engine = 0; engine < engines; ++engine) choice.nics.push_back(dice.below(nics));
  return choice;
}

}  // namespace

void choose_node(Dice& dice, Scenario& scenario) {
  // On a faster clock an access takes more cycles than a short run has.
  if (dice.chance(70) || scenario.machine.clock.picoseconds() < 1000) return;
  NodeConfig& node = scenario.node;
  node.kind = NodeKind::kNuma;
  node.numa = random_numa(dice);
  node.cpu = node.numa.memories.front().socket;
  const int engines = scenario.machine.nics();
  const auto memories = static_cast<int>(node.numa.memories.size());
  node.memory = random_choice(dice, engines, memories);
  if (dice.chance(30)) node.receive_memory = random_choice(dice, engines, memories);
  if (dice.chance(30)) node.engine_nics = random_nics(dice, engines, static_cast<int>(node.numa.nics.size()));
  scenario.machine.memory = {};
}

}  // namespace tactus
