#include "testbench/app/results/packet_book.h"

#include <fmt/core.h>

#include "hw/link/packet_number.h"

namespace tactus {

PacketBook::PacketBook(MachineConfig config, const RankMap& map, Cycles after)
    : config_(std::move(config)), map_(map), after_(after) {
  const NetworkShape& network = config_.network;
  for (int node = 0; node < network.nodes(); ++node) nodes_[network.node_name(network.coordinate(node))] = node;
}

std::string PacketBook::text(std::uint64_t number) const {
  const auto found = packets_.find(number);
  if (found == packets_.end()) return fmt::format("#{}", number);
  const RouteHeader& route = found->second.route;
  std::string text =
      fmt::format("#{} {}->{}", number, config_.network.text(route.source), config_.network.text(route.destination));
  if (route.kind == PacketKind::kAcknowledgement) text += " acknowledgement";
  if (route.kind == PacketKind::kGrant) text += " grant";
  if (!route.is_control()) text += fmt::format(" message {}", found->second.message);
  return text + fmt::format(", {} flits", route.flits);
}

std::uint64_t PacketBook::injected(const std::string& node, int engine, Cycles cycle) const {
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return 0;
  const auto engines = static_cast<std::uint64_t>(config_.network.nodes()) * static_cast<std::uint64_t>(config_.nics());
  const auto of_all = static_cast<std::uint64_t>(found->second * config_.nics() + engine);
  constexpr std::uint64_t kLongest = std::uint64_t{1} << kLengthBits;  // flits, one each cycle
  const std::uint64_t last = cycle.count() & 0xFFFF'FFFFU;
  for (std::uint64_t back = 0; back < kLongest && back <= last; ++back) {
    const std::uint64_t number = (last - back) * engines + of_all;
    if (packets_.count(number) != 0) return number;
  }
  return 0;
}

void PacketBook::packet_injected(const PacketHeader& header, Cycles cycle) {
  Packet packet{header.route, 0};
  if (!header.route.is_control()) {
    numbers_.settle_before(cycle);
    std::shared_ptr<std::uint64_t>& message = messages_[message_key(map_, header)];
    if (!message) message = std::make_shared<std::uint64_t>(numbers_.next());  // nobody announced it
    packet.message = *message;
  }
  packets_[packet_number(config_, header.route)] = packet;
}

void PacketBook::packet_delivered(const PacketHeader& header, Cycles cycle) {
  delivered_.emplace_back(cycle, packet_number(config_, header.route));
  for (; delivered_.front().first + after_ < cycle; delivered_.pop_front()) packets_.erase(delivered_.front().second);
  if (!header.route.is_control() && completes_one_sided(header.transport)) {
    end_message(message_key(map_, header), cycle);
  }
}

void PacketBook::send_started(const MessageEvent& message, Cycles cycle) {
  auto number = std::make_shared<std::uint64_t>(0);
  numbers_.started(map_.processor(message.source), cycle, *number);
  std::shared_ptr<std::uint64_t>& last = messages_[{message.source, message.destination, message.tag}];
  if (last) numbers_.leave(*last);
  last = std::move(number);
}

std::shared_ptr<const std::uint64_t> PacketBook::number(const MessageKey& key) const {
  const auto found = messages_.find(key);
  return found == messages_.end() ? nullptr : found->second;
}

std::uint64_t PacketBook::message(const PacketHeader& packet, bool injected) const {
  if (injected) {  // a one-sided message ends when its last packet has come, which is written after that
    const auto found = packets_.find(packet_number(config_, packet.route));
    if (found != packets_.end()) return found->second.message;
  }
  const auto of_key = number(message_key(map_, packet));
  return of_key ? *of_key : 0;
}

void PacketBook::receive_completed(const MessageEvent& message, Cycles cycle) {
  end_message({message.source, message.destination, message.tag}, cycle);
}

void PacketBook::end_message(const MessageKey& key, Cycles cycle) {
  numbers_.settle_before(cycle);
  const auto found = messages_.find(key);
  if (found == messages_.end()) return;
  numbers_.leave(*found->second);  // a message within a node may end in the cycle in which it is started
  messages_.erase(found);
}

}  // namespace tactus
