#include "testbench/app/explain/rails_suggestions.h"

#include "testbench/app/explain/node_candidates.h"

namespace tactus {
namespace {

void add_rails(NodeCandidates& list, const Scenario& scenario) {
  list.add("rails.cable_bandwidth: twice",
           [](Scenario& changed) { changed.rails.cable.rate = doubled(changed.rails.cable.rate); });
  list.add("rails.packet_time: half", [](Scenario& changed) {
    changed.rails.nic.packet_time = Picoseconds{changed.rails.nic.packet_time.count() / 2};
  });
  list.add("rails.read_ahead: twice", [](Scenario& changed) { changed.rails.nic.read_ahead *= 2; });
  if (rail_nics(scenario.rails, scenario.node.numa).size() < 2) return;
  list.add("rdma.split=measured", [](Scenario& changed) { changed.rails.rdma.split = RailSplit::kMeasured; });
  list.add("rdma.split=near", [](Scenario& changed) { changed.rails.rdma.split = RailSplit::kNear; });
}

}  // namespace

std::vector<Suggestion> rails_suggestions(const Scenario& scenario) {
  const MemoryChoice near{MemoryChoice::Kind::kNear, {}};
  NodeCandidates list(scenario);
  list.add("node.receive_memory=near", [&](Scenario& changed) { changed.node.receive_memory = near; });
  list.add("node.send_memory=near", [&](Scenario& changed) { changed.node.send_memory = near; });
  list.add_memory_queues();
  list.add_posted_buffers();
  list.add_other_link_buffers();
  list.add_link_rates();
  list.add_posted_buffers_of_bridges();
  list.add_other_bridge_buffers();
  list.add_bridge_reads();
  list.add_bridge_rates();
  list.add_slot_rates();
  list.add_payloads();
  list.add_read_tags();
  list.add_posted_credits();
  add_rails(list, scenario);
  return list.take();
}

}  // namespace tactus
