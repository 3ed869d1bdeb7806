#include "testbench/app/explain/node_candidates.h"

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {

using Numa = NumaNodeConfig;

Settings NodeCandidates::difference(const Scenario& changed) const {
  const auto before = resolved_configuration(scenario_);
  Settings settings;
  for (const auto& [key, value] : resolved_configuration(changed)) {
    const auto same = std::find(before.begin(), before.end(), std::pair(key, value));
    if (same == before.end()) settings.push_back(fmt::format("{}={}", key, value));
  }
  return settings;
}

void NodeCandidates::add_memory_queues() {
  add_each("memories: queue twice as long", &Numa::memories,
           [](Numa::Memory& memory) { memory.controller.queue *= 2; });
}
void NodeCandidates::add_memory_banks() {
  add_each("memories: twice as many banks", &Numa::memories,
           [](Numa::Memory& memory) { memory.controller.banks *= 2; });
}
void NodeCandidates::add_memory_rates() {
  add_each("memories: twice the rate", &Numa::memories,
           [](Numa::Memory& memory) { memory.controller.rate = doubled(memory.controller.rate); });
}

void NodeCandidates::add_posted_buffers() {
  using Link = Numa::SocketLink;
  add_each("links: twice as many posted buffers", &Numa::socket_links, [](Link& link) { link.buffers.posted *= 2; });
  add_each("links: four times as many posted buffers", &Numa::socket_links,
           [](Link& link) { link.buffers.posted *= 4; });
}
void NodeCandidates::add_other_link_buffers() {
  using Link = Numa::SocketLink;
  add_each("links: twice as many non-posted buffers", &Numa::socket_links,
           [](Link& link) { link.buffers.non_posted *= 2; });
  add_each("links: twice as many response buffers", &Numa::socket_links,
           [](Link& link) { link.buffers.response *= 2; });
}
void NodeCandidates::add_link_rates() {
  add_each("links: twice the rate", &Numa::socket_links,
           [](Numa::SocketLink& link) { link.link.rate = doubled(link.link.rate); });
}

void NodeCandidates::add_posted_buffers_of_bridges() {
  add_each("bridges: twice as many posted buffers of the socket", &Numa::bridges,
           [](Numa::Bridge& bridge) { bridge.socket_buffers.posted *= 2; });
}
void NodeCandidates::add_other_bridge_buffers() {
  add_each("bridges: twice as many non-posted buffers of the socket", &Numa::bridges,
           [](Numa::Bridge& bridge) { bridge.socket_buffers.non_posted *= 2; });
  add_each("bridges: twice as many response buffers", &Numa::bridges,
           [](Numa::Bridge& bridge) { bridge.bridge_buffers.response *= 2; });
}
void NodeCandidates::add_bridge_reads() {
  add_each("bridges: twice as many reads under way", &Numa::bridges, [](Numa::Bridge& bridge) { bridge.reads *= 2; });
}
void NodeCandidates::add_bridge_rates() {
  add_each("bridges: twice the rate", &Numa::bridges,
           [](Numa::Bridge& bridge) { bridge.link.rate = doubled(bridge.link.rate); });
}

void NodeCandidates::add_slot_rates() {
  add_each_slot("slots: the next generation",
                [](PcieLinkConfig& slot) { slot.generation = std::min(5, slot.generation + 1); });
  add_each_slot("slots: twice as many lanes", [](PcieLinkConfig& slot) { slot.lanes = std::min(32, 2 * slot.lanes); });
}
void NodeCandidates::add_payloads() {
  add_each_slot("slots: twice the largest payload",
                [](PcieLinkConfig& slot) { slot.max_payload = std::min(Bytes{4096}, slot.max_payload * 2); });
}
void NodeCandidates::add_read_tags() {
  add_each_slot("slots: twice as many read tags",
                [](PcieLinkConfig& slot) { slot.read_tags = std::min(64, 2 * slot.read_tags); });
}
void NodeCandidates::add_posted_credits() {
  add_each_slot("slots: twice as many posted credits", [](PcieLinkConfig& slot) {
    slot.posted.headers *= 2;
    slot.posted.data *= 2;
  });
}

}  // namespace tactus
