#include <fmt/core.h>

#include "hw/node/numa_node.h"

namespace tactus {

LimitingResource NumaNode::wire_of(int number, Picoseconds now) const {
  const bool payload = channel(number).carries_payload(now);
  return {payload ? NodeLimit::kPciePayload : NodeLimit::kPcieOverhead, number};
}

LimitingResource NumaNode::follow(int number, LinkStand stand, TrafficClass traffic, Picoseconds now) const {
  // The way is as long as the routes, which have no cycle.
  while (true) {
    const Entry& entry = entries_[static_cast<std::size_t>(number)];
    const NumaSocket& socket = *sockets_[static_cast<std::size_t>(entry.socket)];
    const LinkStand there = socket.stand(entry.port, traffic, now);
    if (!there.waits) return {stand.limit, number};
    const auto output = static_cast<std::size_t>(socket.output_of_head(entry.port, traffic));
    const std::vector<int>& outputs = outputs_[static_cast<std::size_t>(entry.socket)];
    if (output >= outputs.size()) {
      const std::vector<int>& memories = local_memories_[static_cast<std::size_t>(entry.socket)];
      return {there.limit, memories[output - outputs.size()]};
    }
    number = outputs[output];
    stand = there;
  }
}

LimitingResource NumaNode::limit_of_writes(int nic, Picoseconds now) const {
  const auto number = static_cast<std::size_t>(nic);
  const auto bridge = static_cast<std::size_t>(bridge_of_nic_[number]);
  const LinkStand stand = bridges_[bridge]->stand(nic, TrafficClass::kPosted, now);
  if (stand.waits) return follow(bridge_links_[bridge].first, stand, TrafficClass::kPosted, now);
  const int up = nic_links_[number].first;
  if (channel(up).carries(now)) return wire_of(up, now);
  if (endpoints_[number]->has_writes_to_send()) return {NodeLimit::kPcieCredits, up};
  return {};
}

LimitingResource NumaNode::limit_of_reads(int nic, Picoseconds now) const {
  const auto number = static_cast<std::size_t>(nic);
  if (!endpoints_[number]->waits_for_reads()) return {};
  const int down = nic_links_[number].second;
  if (channel(down).carries(now)) return wire_of(down, now);
  const auto bridge = static_cast<std::size_t>(bridge_of_nic_[number]);
  if (bridges_[bridge]->has_completions(nic)) return {NodeLimit::kPcieCredits, down};
  const LinkStand stand = bridges_[bridge]->stand(nic, TrafficClass::kNonPosted, now);
  if (!stand.waits || stand.limit == NodeLimit::kReadTags) return {NodeLimit::kReadTags, nic};
  return follow(bridge_links_[bridge].first, stand, TrafficClass::kNonPosted, now);
}

std::string NumaNode::name_of(const LimitingResource& resource) const {
  const auto link = [&](const char* what) {
    return fmt::format("{}: {}", channels_[static_cast<std::size_t>(resource.part)].name, what);
  };
  switch (resource.limit) {
    case NodeLimit::kNothing:
      return "nothing";
    case NodeLimit::kPciePayload:
      return link("payload");
    case NodeLimit::kPcieOverhead:
      return link("headers, ACK, flow control");
    case NodeLimit::kPcieCredits:
      return link("credits");
    case NodeLimit::kReadTags:
      return fmt::format("NIC {}: reads under way", resource.part);
    case NodeLimit::kHtWire:
      return link("wire");
    case NodeLimit::kHtPosted:
      return link("posted buffers");
    case NodeLimit::kHtNonPosted:
      return link("non-posted buffers");
    case NodeLimit::kHtResponse:
      return link("response buffers");
    case NodeLimit::kMemoryQueue:
      return fmt::format("memory {}: request queue", resource.part);
  }
  return "nothing";
}

}  // namespace tactus
