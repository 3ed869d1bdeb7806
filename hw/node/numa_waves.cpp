#include "hw/node/numa_waves.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/node/limit_words.h"

namespace tactus {
namespace {

const LinkWaves::Names kHt = {{"write", "read", "response"}, "credits", {"posted", "non_posted", "response"}};
const LinkWaves::Names kPcieUp = {{"write", "read", "completion"}, "dllp", {"posted", "non_posted", ""}};
const LinkWaves::Names kPcieDown = {{"write", "read", "completion"}, "dllp", {"", "", "completion"}};

}  // namespace

NumaWaves::NumaWaves(NumaNode& node, const NumberOf& number_of) : node_(node) {
  LinkWaves::NumberOf number;
  if (number_of) {
    number = [&node, number_of](const LinkPacket& packet) {
      const bool read = packet.traffic != TrafficClass::kPosted;
      return number_of(packet.nic, read, node.slot(packet.nic).client_tag(packet));
    };
  }
  for (const NumaNode::Channel& channel : node.channels()) {
    const LinkWaves::Names& pcie = channel.up ? kPcieUp : kPcieDown;
    const LinkWaves::Names& names = channel.pcie ? pcie : kHt;
    links_.push_back({channel.scope, std::make_unique<LinkWaves>(*channel.channel, names, number)});
  }
  for (int memory = 0; memory < node.memories(); ++memory) {
    memories_.push_back(std::make_unique<MemoryWaves>(node.memory(memory)));
  }
}

void NumaWaves::add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) {
  const auto words = std::make_shared<const LimitWords>(node_);
  for (int nic = 0; nic < node_.nics(); ++nic) {
    const std::string inner = fmt::format("{}.nic_{}", scope, nic);
    const NumaNode& node = node_;
    probes.push_back({inner, "limit_of_writes", words->width(),
                      [=, &node] { return words->value(node.limit_of_writes(nic, now())); }, words->names()});
    probes.push_back({inner, "limit_of_reads", words->width(),
                      [=, &node] { return words->value(node.limit_of_reads(nic, now())); }, words->names()});
    node_.slot(nic).add_probes(probes, inner + ".slot");
  }
  for (const Link& link : links_) link.waves->add_probes(probes, scope + "." + link.scope, now);
  node_.add_bridge_probes(probes, scope);
  for (std::size_t i = 0; i < memories_.size(); ++i) {
    memories_[i]->add_probes(probes, fmt::format("{}.memory_{}", scope, i), now);
  }
}

Picoseconds NumaWaves::next_change(Picoseconds now) const {
  Picoseconds next = Picoseconds::max();
  for (const Link& link : links_) next = std::min(next, link.waves->next_change(now));
  for (const auto& memory : memories_) next = std::min(next, memory->next_change(now));
  return next;
}

}  // namespace tactus
