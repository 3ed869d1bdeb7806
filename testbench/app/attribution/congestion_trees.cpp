#include "testbench/app/attribution/congestion_trees.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace tactus {
namespace {

std::size_t number_of(int node, int port) {
  return static_cast<std::size_t>(node) * kRouterPorts + static_cast<std::size_t>(port);
}

}  // namespace

CongestionTrees::Outputs CongestionTrees::outputs_of(const std::vector<WaitingPacket>& waiting) const {
  Outputs outputs;
  // Who waits in front of the queues of an input VC; a packet that lacks credits comes before one that has them.
  std::map<std::tuple<int, int, int>, std::pair<bool, std::size_t>> fronts;
  for (const WaitingPacket& packet : waiting) {
    const bool lacks = packet.out_port < kTorusPorts && packet.credits < packet.flits;
    Output& output = outputs[number_of(packet.node, packet.out_port)];
    ++output.packets;
    output.lacks_credits = output.lacks_credits || lacks;
    const auto place = std::make_tuple(packet.node, packet.in_port, packet.in_vc);
    const std::pair<bool, std::size_t> front{!lacks, number_of(packet.node, packet.out_port)};
    const auto known = fronts.find(place);
    if (known == fronts.end() || front < known->second) fronts[place] = front;
  }
  for (const WaitingPacket& packet : waiting) {
    Output& output = outputs[number_of(packet.node, packet.out_port)];
    if (packet.out_port >= kTorusPorts || packet.credits >= packet.flits || output.has_next) continue;
    const auto direction = static_cast<Direction>(packet.out_port);
    const int behind = torus_.node(torus_.neighbour(torus_.coordinate(packet.node), direction));
    const auto front = fronts.find({behind, static_cast<int>(opposite(direction)), packet.out_vc});
    if (front == fronts.end()) continue;  // what fills the buffer is on its way out of it
    output.has_next = true;
    output.next = front->second.second;
  }
  return outputs;
}

void CongestionTrees::sample(std::uint64_t cycle, std::uint64_t interval, const std::vector<WaitingPacket>& waiting) {
  const Outputs outputs = outputs_of(waiting);
  std::map<std::size_t, CongestionTree> found;
  for (const auto& [number, output] : outputs) {
    if (!output.lacks_credits) continue;
    std::set<std::size_t> way = {number};
    std::size_t root = number;
    bool circular = false;
    for (const Output* at = &output; at->lacks_credits && at->has_next; at = &outputs.at(root)) {
      root = at->next;
      if (way.insert(root).second) continue;
      // A ring is called by the lowest of its outputs.
      std::size_t lowest = root;
      for (std::size_t next = outputs.at(root).next; next != root; next = outputs.at(next).next) {
        lowest = std::min(lowest, next);
      }
      root = lowest;
      circular = true;
      break;
    }
    CongestionTree& tree = found[root];
    tree.root = {static_cast<int>(root / kRouterPorts), static_cast<std::int8_t>(root % kRouterPorts)};
    tree.circular = tree.circular || circular;
    tree.begin = tree.end = cycle;
    ++tree.most_outputs;
    if (number != root) tree.most_packets += output.packets;
  }
  for (auto& [root, tree] : found) {
    tree.most_packets += outputs.at(root).packets;
    take_down(tree, interval);
  }
}

void CongestionTrees::take_down(const CongestionTree& tree, std::uint64_t interval) {
  const std::size_t root = number_of(tree.root.node, tree.root.port);
  const auto known = newest_.find(root);
  const std::uint64_t packet_cycles = static_cast<std::uint64_t>(tree.most_packets) * interval;
  if (known == newest_.end() || trees_[known->second].end + interval < tree.end) {
    newest_[root] = trees_.size();
    trees_.push_back(tree);
    trees_.back().packet_cycles = packet_cycles;
    return;
  }
  CongestionTree& same = trees_[known->second];
  same.end = tree.end;
  same.circular = same.circular || tree.circular;
  same.most_outputs = std::max(same.most_outputs, tree.most_outputs);
  same.most_packets = std::max(same.most_packets, tree.most_packets);
  same.packet_cycles += packet_cycles;
}

std::vector<CongestionTree> CongestionTrees::trees() const {
  std::vector<CongestionTree> sorted = trees_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const CongestionTree& a, const CongestionTree& b) { return a.packet_cycles > b.packet_cycles; });
  return sorted;
}

}  // namespace tactus
