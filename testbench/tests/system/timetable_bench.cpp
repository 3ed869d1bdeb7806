#include "testbench/tests/system/timetable_bench.h"

#include <fmt/core.h>

#include "hw/common/sc_time_conversion.h"
#include "hw/memory/address_map.h"
#include "testbench/tests/system/delivery_book.h"

namespace tactus::test {

Cycles TimetableSender::run(Cycles now) {
  while (next_ < table_.size() && table_[next_].when <= now) send(table_[next_++]);
  return next_ < table_.size() ? table_[next_].when : kOnInterrupt;
}

void TimetableSender::send(const Entry& entry) {
  const int engine = static_cast<int>(entry.tag % engines_);
  (void)driver().take_completions(engine);
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = entry.packet.destination;
  descriptor.destination_nic = static_cast<std::uint8_t>((entry.tag / engines_) % engines_);
  descriptor.one_sided = true;
  descriptor.tag = entry.tag;
  descriptor.bytes = static_cast<std::uint32_t>((entry.packet.flits - kHeaderFlits) * 16);
  descriptor.source_address = AddressMap::send_buffer(0, engine);
  driver().send(engine, descriptor);
}

TimetableBench::TimetableBench(const MachineConfig& machine, const std::vector<LonePacket>& packets)
    : machine_(machine),
      packets_(packets),
      seen_(packets.size()),
      // Read from memory, travel, be written to memory, and the credits' way back.
      spacing_(2 * zero_load_latency(machine, widest_hops(machine.network), 128)),
      torus_("torus", machine, cycle_level_parts()) {
  torus_.observe(this);
  for (int node = 0; node < machine.network.hosts(); ++node) {
    senders_.push_back(std::make_unique<TimetableSender>(sc_core::sc_gen_unique_name("sender"), machine));
    senders_.back()->csr_isock.bind(torus_.csr_tsock(node));
    senders_.back()->irq_i(torus_.irq(node));
  }
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto sender = static_cast<std::size_t>(machine.network.node(packets[i].source));
    senders_[sender]->add(spacing_ * (i + 1), packets[i], static_cast<std::uint32_t>(i));
  }
}

std::string TimetableBench::run() {
  sc_core::sc_start(to_sc_time(machine_.clock.edge(Cycles{(spacing_.count() * (packets_.size() + 2))})));
  std::string faults;
  for (std::size_t i = 0; i < packets_.size(); ++i) faults += fault_of(i);
  for (const std::string& fault : torus_.final_faults()) faults += fault + "\n";
  return faults;
}

std::string TimetableBench::fault_of(std::size_t packet) const {
  const LonePacket& sent = packets_[packet];
  const Seen& seen = seen_[packet];
  const std::string name = fmt::format("{} -> {}, {} flits", machine_.network.text(sent.source),
                                       machine_.network.text(sent.destination), sent.flits);
  if (seen.injections != 1 || seen.deliveries != 1) {
    return fmt::format("{}: injected {} times, delivered {} times\n", name, seen.injections, seen.deliveries);
  }
  const int hops = walked_hops(machine_.network, sent.source, sent.destination);
  const std::uint64_t expected = zero_load_latency(machine_, sent.source, sent.destination, sent.flits);
  const std::uint64_t took = seen.delivered.count() - seen.injected.count();
  if (seen.links == hops && took == expected) return {};
  return fmt::format("{}: {} links, {} cycles instead of {}, {}\n", name, seen.links, took, hops, expected);
}

void TimetableBench::packet_injected(const PacketHeader& header, Cycles cycle) {
  travelling_ = header.transport.tag;
  Seen& seen = seen_.at(travelling_);
  ++seen.injections;
  seen.injected = cycle;
}

void TimetableBench::packet_granted(const RouterGrant& grant, const RouteHeader&) {
  if (!machine_.ports().is_nic(grant.out_port)) ++seen_.at(travelling_).links;
}

void TimetableBench::packet_delivered(const PacketHeader& header, Cycles cycle) {
  Seen& seen = seen_.at(header.transport.tag);
  ++seen.deliveries;
  seen.delivered = cycle;
}

}  // namespace tactus::test
