#include "testbench/app/attribution/congestion_trees.h"

#include <algorithm>
#include <utility>

namespace tactus {

CongestionTrees::CongestionTrees(const NetworkShape& network, RouterPorts ports)
    : ports_(ports),
      outputs_(number_of(network.nodes(), 0)),
      fronts_(outputs_.size() * kMaxVirtualChannels, kNone),
      newest_(outputs_.size(), kNone) {
  for (int node = 0; node < network.nodes(); ++node) {
    const Coordinate here = network.coordinate(node);
    for (int port = 0; port < network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      const int behind = network.node(network.neighbour(here, direction));
      inputs_behind_.push_back(static_cast<std::uint32_t>(number_of(behind, static_cast<int>(opposite(direction)))));
    }
  }
}

void CongestionTrees::look_at_fronts(const std::vector<WaitingPacket>& waiting) {
  for (const WaitingPacket& packet : waiting) {
    const bool lacks = lacks_credits(packet);
    const std::size_t number = number_of(packet.node, packet.out_port);
    Output& output = outputs_[number];
    if (output.packets == 0) wanted_.push_back(number);
    ++output.packets;
    output.lacks_credits = output.lacks_credits || lacks;
    std::size_t& front = front_of(number_of(packet.node, packet.in_port), packet.in_vc);
    front = std::min(front, lacks ? number : number + outputs_.size());
  }
}

void CongestionTrees::look_behind(const std::vector<WaitingPacket>& waiting) {
  for (const WaitingPacket& packet : waiting) {
    if (!lacks_credits(packet)) continue;
    Output& output = outputs_[number_of(packet.node, packet.out_port)];
    if (output.next != kNone) continue;
    const std::size_t link = static_cast<std::size_t>(packet.node * ports_.directions() + packet.out_port);
    const std::size_t front = front_of(inputs_behind_[link], packet.out_vc);
    if (front == kNone) continue;  // what fills the buffer is on its way out of it
    output.next = front < outputs_.size() ? front : front - outputs_.size();
  }
}

void CongestionTrees::find_root(std::size_t number) {
  way_.clear();
  std::size_t at = number;
  for (; outputs_[at].root == kNone; at = outputs_[at].next) {
    Output& output = outputs_[at];
    if (output.is_on_way) {
      // A ring is called by the lowest of its outputs.
      output.root = *std::min_element(std::find(way_.begin(), way_.end(), at), way_.end());
      output.circular = true;
      break;
    }
    output.is_on_way = true;
    way_.push_back(at);
    if (!output.lacks_credits || output.next == kNone) output.root = at;
    if (output.root != kNone) break;
  }
  for (const std::size_t before : way_) {
    outputs_[before].root = outputs_[at].root;
    outputs_[before].circular = outputs_[at].circular;
  }
}

void CongestionTrees::sample(std::uint64_t cycle, std::uint64_t interval, const std::vector<WaitingPacket>& waiting) {
  look_at_fronts(waiting);
  look_behind(waiting);
  for (const std::size_t number : wanted_) {
    if (!outputs_[number].lacks_credits) continue;
    find_root(number);
    const Output& output = outputs_[number];
    Output& root = outputs_[output.root];
    if (root.held_outputs++ == 0) roots_.push_back(output.root);
    if (number != output.root) root.held_packets += output.packets;
    root.circular = root.circular || output.circular;
  }
  std::sort(roots_.begin(), roots_.end());
  for (const std::size_t number : roots_) {
    const Output& root = outputs_[number];
    take_down({place_of(number), root.circular, cycle, cycle, root.held_outputs, root.held_packets + root.packets, 0},
              interval);
  }
  forget(waiting);
}

void CongestionTrees::forget(const std::vector<WaitingPacket>& waiting) {
  for (const std::size_t number : wanted_) outputs_[number] = {};
  for (const WaitingPacket& packet : waiting) front_of(number_of(packet.node, packet.in_port), packet.in_vc) = kNone;
  wanted_.clear();
  roots_.clear();
}

void CongestionTrees::take_down(const CongestionTree& tree, std::uint64_t interval) {
  std::size_t& newest = newest_[number_of(tree.root.node, tree.root.port)];
  const std::uint64_t packet_cycles = static_cast<std::uint64_t>(tree.most_packets) * interval;
  if (newest == kNone || trees_[newest].end + interval < tree.end) {
    newest = trees_.size();
    trees_.push_back(tree);
    trees_.back().packet_cycles = packet_cycles;
    return;
  }
  CongestionTree& same = trees_[newest];
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
