#include "testbench/app/results/node_limit_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tactus {

NodeLimitRows::NodeLimitRows(const ProbeList& probes, std::string scope) : scope_(std::move(scope)) {
  for (std::size_t i = 0; i < probes.size(); ++i) probes_[probes[i].scope + "." + probes[i].name] = i;
}

void NodeLimitRows::add_resource(const NumaNode& node, const LimitingResource& resource) {
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

void NodeLimitRows::add_link(const NumaNode::Channel& channel, const std::string& traffic) {
  if (!traffic.empty()) {
    add(channel.scope + "." + traffic, {"credits", "data_credits", "in_flight", "occupancy", "returning"});
  }
  add(channel.scope, {"carries", "kind", "message", "tag", "length"});
}

void NodeLimitRows::add_memories(const NumaNode& node) {
  say("memories behind it");
  for (int memory = 0; memory < node.memories(); ++memory) add(fmt::format("memory_{}", memory), {"queue", "bus"});
}

void NodeLimitRows::add(const std::string& scope, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = probes_.find(fmt::format("{}.{}{}{}", scope_, scope, scope.empty() ? "" : ".", name));
    if (found == probes_.end()) continue;
    std::string text = fmt::format("{}{}{}", scope, scope.empty() ? "" : " ", name);
    std::replace(text.begin(), text.end(), '.', ' ');
    rows_.push_back({found->second, text});
  }
}

}  // namespace tactus
