#include "testbench/tests/system/memory_bench.h"

#include <algorithm>
#include <map>

#include "hw/memory/address_map.h"

namespace tactus::test {
namespace {

constexpr int kEngines = 4;  // of each node

enum : std::uint64_t { kInjected, kGranted, kDelivered, kSent, kReceived };

std::uint64_t number(int value) { return static_cast<std::uint64_t>(value); }
std::uint64_t place(Coordinate at, int engine) { return number(at[0]) << 16 | number(at[1]) << 8 | number(engine); }

}  // namespace

Plan random_plan(std::uint64_t seed, int nodes, int messages) {
  Dice dice(seed);
  std::map<std::pair<int, int>, int> sends, receives;  // by node and engine
  Plan plan;
  for (int i = 0; i < messages; ++i) {
    PlannedMessage message;
    message.source = dice.below(nodes);
    message.destination = dice.below(nodes);
    message.engine = dice.below(kEngines);
    message.tag = static_cast<std::uint32_t>(i);
    message.bytes = static_cast<std::uint32_t>(dice.chance(60) ? dice.below(300) : dice.below(7000));
    message.send = Cycles{number(dice.between(1, 4000))};
    message.post = Cycles{number(dice.between(1, 8000))};
    message.one_sided = dice.chance(50);
    if (message.source == message.destination || sends[{message.source, message.engine}] == 16) continue;
    if (!message.one_sided && receives[{message.destination, message.engine}]++ == 16) continue;
    ++sends[{message.source, message.engine}];
    plan.push_back(message);
  }
  return plan;
}

std::uint64_t address_of(const PlannedMessage& message) {
  return AddressMap::receive_buffer(message.source, message.engine) + (std::uint64_t{message.tag} << 16);
}

PlanProcessor::PlanProcessor(const Plan& plan, const MachineConfig& machine, int node, std::vector<Happening>& happened)
    : Processor(sc_core::sc_gen_unique_name("processor"), machine.clock, {}, nic_reg::kIrqSend | nic_reg::kIrqReceive),
      driver_(csr_isock, machine.nics(), machine.network.dimensions()),
      torus_(machine.network),
      node_(node),
      happened_(happened) {
  for (const PlannedMessage& message : plan) {
    if (message.source == node) to_send_.push_back(message);
    if (message.destination == node && !message.one_sided) to_post_.push_back(message);
  }
  std::stable_sort(to_send_.begin(), to_send_.end(), [](const auto& a, const auto& b) { return a.send > b.send; });
  std::stable_sort(to_post_.begin(), to_post_.end(), [](const auto& a, const auto& b) { return a.post > b.post; });
}

void PlanProcessor::take_completions(int engine, Cycles now) {
  const NicDriver::Completions completions = driver_.take_completions(engine);
  if (completions.sends != 0)
    happened_.push_back({now.count(), kSent, number(node_), number(engine), completions.sends});
  if (completions.receives != 0) {
    happened_.push_back({now.count(), kReceived, number(node_), number(engine), completions.receives});
  }
}

Cycles PlanProcessor::run(Cycles now) {
  for (; !to_post_.empty() && to_post_.back().post <= now; to_post_.pop_back()) {
    const PlannedMessage& message = to_post_.back();
    nic_reg::ReceiveSlot slot;
    const Coordinate source = torus_.coordinate(message.source);
    slot.source = source;
    slot.tag = message.tag;
    slot.bytes = message.bytes;
    slot.destination_address = address_of(message);
    driver().post_receive(message.engine, slot);
  }
  for (; !to_send_.empty() && to_send_.back().send <= now; to_send_.pop_back()) {
    const PlannedMessage& message = to_send_.back();
    nic_reg::SendDescriptor descriptor;
    const Coordinate destination = torus_.coordinate(message.destination);
    descriptor.destination = destination;
    descriptor.destination_nic = static_cast<std::uint8_t>(message.engine);
    descriptor.tag = message.tag;
    descriptor.bytes = message.bytes;
    descriptor.one_sided = message.one_sided;
    descriptor.source_address = AddressMap::send_buffer(message.source, message.engine);
    descriptor.destination_address = address_of(message);
    driver().send(message.engine, descriptor);
  }
  const Cycles send = to_send_.empty() ? kOnInterrupt : to_send_.back().send;
  return to_post_.empty() ? send : std::min(send, to_post_.back().post);
}

MemoryFactory PlannedRun::erratic_memories(std::uint64_t seed, std::vector<std::vector<SeenRequest>>& seen) {
  return [seed, &seen](int node) {
    return std::make_unique<ErraticMemory>(seed * 1000 + number(node), seen.at(static_cast<std::size_t>(node)));
  };
}

PlannedRun::PlannedRun(Fabric& fabric, const Plan& plan) {
  fabric.observe(this);
  const MachineConfig& machine = fabric.config();
  for (int node = 0; node < machine.network.nodes(); ++node) {
    processors_.push_back(std::make_unique<PlanProcessor>(plan, machine, node, happened_));
    processors_.back()->csr_isock.bind(fabric.csr_tsock(node));
    processors_.back()->irq_i(fabric.irq(node));
  }
}

std::vector<Happening> PlannedRun::happened() const {
  std::vector<Happening> sorted = happened_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

void PlannedRun::packet_injected(const PacketHeader& header, Cycles cycle) {
  happened_.push_back({cycle.count(), kInjected, place(header.route.source, header.route.source_nic),
                       header.transport.tag, header.transport.packet_index, header.remote_address});
}

void PlannedRun::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  happened_.push_back({grant.cycle.count(), kGranted, number(grant.node), number(grant.in_port),
                       number(grant.out_port) << 8 | number(grant.out_vc), header.inject_cycle});
}

void PlannedRun::packet_delivered(const PacketHeader& header, Cycles cycle) {
  happened_.push_back({cycle.count(), kDelivered, place(header.route.destination, header.route.destination_nic),
                       header.transport.tag, header.transport.packet_index, header.remote_address});
}

}  // namespace tactus::test
