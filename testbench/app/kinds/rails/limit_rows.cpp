#include "testbench/app/kinds/rails/limit_rows.h"

#include <fmt/core.h>

namespace tactus {

LimitRows::LimitRows(const ProbeList& probes, const RailsExperiment& experiment, std::size_t rail, std::uint64_t value)
    : rows_(probes, fmt::format("rails.rail_{}", rail)) {
  using Stage = RailSampler::Stage;
  const RailWay& way = experiment.way(rail);
  const auto [stage, limit, part] = RailLimitWords(way).limit(value);
  const bool receives = stage != Stage::kSender;
  const NumaNode& node = receives ? *way.receiver : *way.sender;
  rows_.add("", {"limit"});
  if (stage == Stage::kCable) {
    rows_.say("the cable");
    rows_.add("cable_to_node_1", {"carries", "kind", "message", "length"});
    rows_.add("cable_to_node_1.buffers", {"credits", "occupancy"});
    return;
  }
  rows_.look_in(fmt::format("rails.node_{}", receives ? 1 : 0));
  if (stage != Stage::kPacketWork) {
    rows_.say("what the rail waits for");
    rows_.add_resource(node, {limit, part});
  }
  add_nic(receives, way.nic);
  rows_.add_memories(node);
}

void LimitRows::add_nic(bool receives, int nic) {
  const std::string scope = fmt::format("nic_{}", nic);
  rows_.say("who waits for it");
  rows_.add(scope, {receives ? "limit_of_writes" : "limit_of_reads"});
  rows_.add(scope + (receives ? ".receive" : ".send"), {"state", "message", "packets"});
  rows_.add(scope + (receives ? ".pcie_up" : ".pcie_down"), {"carries", "kind", "message"});
}

}  // namespace tactus
