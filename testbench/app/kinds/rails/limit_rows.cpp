#include "testbench/app/kinds/rails/limit_rows.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {

LimitRows::LimitRows(const ProbeList& probes, const RailsExperiment& experiment, std::size_t rail,
                     std::uint64_t value) {
  using Stage = RailSampler::Stage;
  for (std::size_t i = 0; i < probes.size(); ++i) probes_[probes[i].scope + "." + probes[i].name] = i;
  const RailWay& way = experiment.way(rail);
  const auto [stage, limit, part] = RailLimitWords(way).limit(value);
  const bool receives = stage != Stage::kSender;
  const NumaNode& node = receives ? *way.receiver : *way.sender;
  node_ = fmt::format("rails.rail_{}", rail);
  add("", {"limit"});
  if (stage == Stage::kCable) {
    say("the cable");
    add("cable_to_node_1", {"carries", "kind", "message", "length"});
    add("cable_to_node_1.buffers", {"credits", "occupancy"});
    return;
  }
  node_ = fmt::format("rails.node_{}", receives ? 1 : 0);
  if (stage != Stage::kPacketWork) add_resource(node, {limit, part});
  add_nic(receives, way.nic);
  add_memories(node);
}

void LimitRows::add_resource(const NumaNode& node, const LimitingResource& resource) {
  say("what the rail waits for");
  const auto channel = [&]() -> const NumaNode::Channel& {
    return node.channels()[static_cast<std::size_t>(resource.part)];
  };
  switch (resource.limit) {
    case NodeLimit::kReadTags:
      return add(fmt::format("nic_{}.slot", resource.part), {"tags", "reads", "reads_to_send"});
    case NodeLimit::kMemoryQueue:
      return add(fmt::format("memory_{}", resource.part), {"queue", "bus"});
    case NodeLimit::kHtPosted:
      return add_link(channel(), "posted");
    case NodeLimit::kHtNonPosted:
      return add_link(channel(), "non_posted");
    case NodeLimit::kHtResponse:
      return add_link(channel(), "response");
    case NodeLimit::kPciePayload:
    case NodeLimit::kPcieOverhead:
    case NodeLimit::kPcieCredits:
      return add_link(channel(), channel().up ? "posted" : "completion");
    default:
      return add_link(channel(), "");
  }
}

void LimitRows::add_link(const NumaNode::Channel& channel, const std::string& traffic) {
  if (!traffic.empty()) {
    add(channel.scope + "." + traffic, {"credits", "data_credits", "in_flight", "occupancy", "returning"});
  }
  add(channel.scope, {"carries", "kind", "message", "tag", "length"});
}

void LimitRows::add_nic(bool receives, int nic) {
  const std::string scope = fmt::format("nic_{}", nic);
  say("who waits for it");
  add(scope, {receives ? "limit_of_writes" : "limit_of_reads"});
  add(scope + (receives ? ".receive" : ".send"), {"state", "message", "packets"});
  add(scope + (receives ? ".pcie_up" : ".pcie_down"), {"carries", "kind", "message"});
}

void LimitRows::add_memories(const NumaNode& node) {
  say("memories behind it");
  for (int memory = 0; memory < node.memories(); ++memory) add(fmt::format("memory_{}", memory), {"queue", "bus"});
}

void LimitRows::add(const std::string& scope, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = probes_.find(fmt::format("{}.{}{}{}", node_, scope, scope.empty() ? "" : ".", name));
    if (found == probes_.end()) continue;
    std::string text = fmt::format("{}{}{}", scope, scope.empty() ? "" : " ", name);
    std::replace(text.begin(), text.end(), '.', ' ');
    rows_.push_back({found->second, text});
  }
}

}  // namespace tactus
