#include "hw/node/wait_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "hw/link/packet_number.h"

namespace tactus {
namespace {

using Buffer = std::tuple<int, int, int>;  // node, input port, VC

/// Input port and node at the far end of an output, one that leads to another router.
std::pair<int, int> far_end(const NetworkShape& shape, const WaitingPacket& packet) {
  const auto direction = static_cast<Direction>(packet.out_port);
  return {shape.node(shape.neighbour(shape.coordinate(packet.node), direction)), static_cast<int>(opposite(direction))};
}

}  // namespace

WaitGraph::WaitGraph(NetworkShape shape, int nics, std::vector<WaitingPacket> packets)
    : shape_(shape), ports_(router_ports(shape, nics)), packets_(std::move(packets)), waits_for_(packets_.size()) {
  std::map<Buffer, std::vector<int>> fronts;
  for (std::size_t i = 0; i < packets_.size(); ++i) {
    fronts[{packets_[i].node, packets_[i].in_port, packets_[i].in_vc}].push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < packets_.size(); ++i) {
    if (ports_.is_nic(packets_[i].out_port) || packets_[i].credits >= packets_[i].needed()) continue;
    const auto [node, port] = far_end(shape_, packets_[i]);
    const auto found = fronts.find({node, port, packets_[i].out_vc});
    if (found != fronts.end()) waits_for_[i] = found->second;
  }
}

std::vector<int> WaitGraph::find_cycle() const {
  enum class Mark { kNew, kOpen, kDone };
  std::vector<Mark> marks(packets_.size(), Mark::kNew);
  std::vector<std::pair<int, std::size_t>> path;  // packet, next edge to follow
  for (std::size_t start = 0; start < packets_.size(); ++start) {
    if (marks[start] != Mark::kNew) continue;
    marks[start] = Mark::kOpen;
    path.emplace_back(static_cast<int>(start), 0);
    while (!path.empty()) {
      auto& [at, edge] = path.back();
      const auto& edges = waits_for_[static_cast<std::size_t>(at)];
      if (edge == edges.size()) {
        marks[static_cast<std::size_t>(at)] = Mark::kDone;
        path.pop_back();
        continue;
      }
      const int next = edges[edge++];
      Mark& mark = marks[static_cast<std::size_t>(next)];
      if (mark == Mark::kOpen) {
        std::vector<int> cycle;
        const auto first = std::find_if(path.begin(), path.end(), [next](const auto& p) { return p.first == next; });
        for (auto it = first; it != path.end(); ++it) cycle.push_back(it->first);
        return cycle;
      }
      if (mark == Mark::kNew) {
        mark = Mark::kOpen;
        path.emplace_back(next, 0);
      }
    }
  }
  return {};
}

std::vector<int> WaitGraph::chain_from_oldest() const {
  std::vector<int> chain;
  if (packets_.empty()) return chain;
  const auto oldest = std::min_element(packets_.begin(), packets_.end(), [](const auto& a, const auto& b) {
    return static_cast<std::int32_t>(a.header.inject_cycle - b.header.inject_cycle) < 0;
  });
  chain.push_back(static_cast<int>(oldest - packets_.begin()));
  while (chain.size() <= packets_.size()) {
    const auto& next = waits_for_[static_cast<std::size_t>(chain.back())];
    if (next.empty()) break;
    chain.push_back(next.front());
  }
  return chain;
}

std::string WaitGraph::describe(const WaitingPacket& p) const {
  const Coordinate here = shape_.coordinate(p.node);
  return fmt::format(
      "packet {}, {} -> {} of {} flits, injected in cycle {}: in router {}, {} {}, VC {}; "
      "wants {} VC {}: {} credits of {} needed",
      packet_number(shape_, ports_.nics(), p.header), shape_.text(p.header.source), shape_.text(p.header.destination),
      p.flits, p.header.inject_cycle, shape_.text(here), shape_.is_graph() ? "from" : "port",
      shape_.side_text(here, p.in_port), p.in_vc, shape_.output_text(here, p.out_port), p.out_vc, p.credits,
      p.needed());
}

std::string WaitGraph::report(const std::function<int(int, int, int)>& occupancy) const {
  const std::vector<int> cycle = find_cycle();
  const std::vector<int> list = cycle.empty() ? chain_from_oldest() : cycle;
  std::string text = fmt::format("{} packets wait at the front of a router queue.", packets_.size());
  if (list.empty()) return text + "\n";
  text += cycle.empty()
              ? " The oldest waits, one behind the other, for:\n"
              : fmt::format(" Circular wait of {} packets, each for the next, the last for the first:\n", cycle.size());
  for (const int i : list) text += "  " + describe(packets_[static_cast<std::size_t>(i)]) + "\n";
  const WaitingPacket& last = packets_[static_cast<std::size_t>(list.back())];
  if (cycle.empty() && !ports_.is_nic(last.out_port) && last.credits < last.needed()) {
    const auto [node, port] = far_end(shape_, last);
    text += fmt::format("  The buffer behind that port holds {} flits: credits have been lost.\n",
                        occupancy(node, port, last.out_vc));
  }
  return text;
}

}  // namespace tactus
