#include "tlm_models/node/rdma/rails_waves.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/node/limit_words.h"
#include "tlm_models/node/rdma/rail_limit_words.h"

namespace tactus {

RailsWaves::RailsWaves(RailsExperiment& experiment) : experiment_(experiment) {
  for (int side = 0; side < 2; ++side) {
    const auto number_of = [&experiment, side](int nic, bool read, std::uint32_t tag) {
      return experiment.nic_in_slot(side, nic).number_of(read, tag);
    };
    nodes_[static_cast<std::size_t>(side)] = std::make_unique<NumaWaves>(experiment.node(side), number_of);
  }
  const LinkWaves::Names names = {{"packet"}, "", {"buffers", "", ""}, false};
  const auto number_of = [](const LinkPacket& packet) { return RailNic::number_of(packet); };
  for (std::size_t rail = 0; rail < experiment.rails(); ++rail) {
    cables_.emplace_back();
    for (int side = 0; side < 2; ++side) {
      cables_.back()[static_cast<std::size_t>(side)] =
          std::make_unique<LinkWaves>(experiment.cable(side, rail), names, number_of);
    }
  }
}

void RailsWaves::add_probes(ProbeList& probes, const ProbeTime& now) {
  for (int side = 0; side < 2; ++side) {
    const std::string scope = fmt::format("rails.node_{}", side);
    experiment_.process(side).add_probes(probes, scope + ".process", now);
    for (std::size_t rail = 0; rail < experiment_.rails(); ++rail) {
      experiment_.nic(side, rail).add_probes(probes, fmt::format("{}.nic_{}", scope, experiment_.nic_of(rail)), now);
    }
    nodes_[static_cast<std::size_t>(side)]->add_probes(probes, scope, now);
  }
  for (std::size_t rail = 0; rail < experiment_.rails(); ++rail) {
    const std::string scope = fmt::format("rails.rail_{}", rail);
    const RailWay& way = experiment_.way(rail);
    const auto words = std::make_shared<const RailLimitWords>(way);
    probes.push_back({scope, "limit", LimitWords::width_of(words->names().size()),
                      [=, &way] { return words->value(RailSampler::limit(way, now())); }, words->names()});
    cables_[rail][0]->add_probes(probes, scope + ".cable_to_node_1", now);
    cables_[rail][1]->add_probes(probes, scope + ".cable_to_node_0", now);
  }
}

Picoseconds RailsWaves::next_change(Picoseconds now) const {
  Picoseconds next = Picoseconds::max();
  for (const auto& node : nodes_) next = std::min(next, node->next_change(now));
  for (const auto& cable : cables_) {
    next = std::min({next, cable[0]->next_change(now), cable[1]->next_change(now)});
  }
  for (int side = 0; side < 2; ++side) next = std::min(next, experiment_.process(side).next_change(now));
  return next;
}

}  // namespace tactus
