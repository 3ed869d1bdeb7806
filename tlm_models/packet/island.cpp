#include "tlm_models/packet/island.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {

// Towards the node, a wire's end is the cable's; away from it, its beginning.
Island::Border::Border(const std::string& name, ClockDomain& domain, const MachineConfig& config,
                       BorderLink::FarEnd far, BorderSink& network, const BorderFaults& faults)
    : flit_in((name + "_flit_in").c_str(), domain),
      credit_in((name + "_credit_in").c_str(), domain),
      flit_out((name + "_flit_out").c_str(), domain),
      credit_out((name + "_credit_out").c_str(), domain),
      room(config.faults.repeat_packets() ? std::make_unique<Wire<LinkRoom>>((name + "_room").c_str(), domain)
                                          : nullptr),
      link(name.c_str(), domain, config, far, network, faults) {
  link.tell_room(room.get());
  link.flit_o(flit_in);
  link.credit_o(credit_in);
  link.flit_i(flit_out);
  link.credit_i(credit_out);
}

Island::Island(const MachineConfig& config, const IslandSetup& setup, BorderSink& network)
    : domain_("clock", config.clock),
      nodes_(domain_, config, setup.parts, setup.nodes),
      border_of_(index(config.network.nodes(), 0)) {
  for (const int node : setup.nodes) {
    for (int port = 0; port < config.ports().directions(); ++port) {
      add_border(config, node, static_cast<Direction>(port), network, setup.faults);
    }
  }
}

void Island::add_border(const MachineConfig& config, int node, Direction direction, BorderSink& network,
                        const BorderFaults& faults) {
  const Coordinate at = config.network.coordinate(node);
  if (!config.has_link(at, direction)) return;
  const int neighbour = config.network.node(config.network.neighbour(at, direction));
  if (nodes_.contains(neighbour)) return;
  const auto port = static_cast<std::size_t>(direction);
  const std::string name = fmt::format("border_{}_{}", config.network.joined(at, "_"), config.ports().name(port));
  borders_.push_back(std::make_unique<Border>(
      name, domain_, config, BorderLink::FarEnd{neighbour, static_cast<int>(opposite(direction))}, network, faults));
  Border& border = *borders_.back();
  border_of_[index(node, static_cast<int>(port))] = &border;
  nodes_.node(node).flit_i[port](border.flit_in);
  nodes_.node(node).credit_i[port](border.credit_in);
  nodes_.node(node).flit_o[port](border.flit_out);
  nodes_.node(node).credit_o[port](border.credit_out);
  if (border.room) nodes_.node(node).router().wait_for_room(static_cast<int>(port), *border.room);
}

RetryCounts Island::retries(int node, Direction direction, std::uint64_t now) const {
  const int port = static_cast<int>(direction);
  RetryCounts counts = nodes_.retries(node, port);
  const Border* const border = border_of_[index(node, port)];
  if (border == nullptr) return counts;
  const RetryCounts schedule = border->link.retries(now);
  counts.repetitions = schedule.repetitions;
  counts.discarded_flits = schedule.discarded_flits;
  return counts;
}

void Island::cross(const Crossing& crossing) { border_of_[index(crossing.node, crossing.port)]->link.accept(crossing); }

bool Island::borders_empty() const {
  return std::all_of(borders_.begin(), borders_.end(), [](const auto& border) { return border->link.empty(); });
}

std::vector<std::string> Island::conservation_faults() const {
  std::uint64_t come = nodes_.flits_sent();
  std::uint64_t gone = nodes_.flits_received();
  std::uint64_t present = nodes_.flits_present();
  for (const auto& border : borders_) {
    come += border->link.flits_in();
    gone += border->link.flits_out();
    present += border->flit_in.under_way() + border->flit_out.under_way();
  }
  if (come == gone + present) return {};
  return {fmt::format("nodes on pins: {} flits have come, {} gone and {} are there", come, gone, present)};
}

std::vector<std::string> Island::final_faults() const {
  std::vector<std::string> faults = nodes_.final_faults();
  for (const auto& border : borders_) {
    const auto more = border->link.final_faults();
    faults.insert(faults.end(), more.begin(), more.end());
  }
  return faults;
}

}  // namespace tactus
