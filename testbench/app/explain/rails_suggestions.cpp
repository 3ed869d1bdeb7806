#include "testbench/app/explain/rails_suggestions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

/// Settings by which `changed` differs from `scenario`.
Settings difference(const Scenario& scenario, const Scenario& changed) {
  const auto before = resolved_configuration(scenario);
  Settings settings;
  for (const auto& [key, value] : resolved_configuration(changed)) {
    const auto same = std::find(before.begin(), before.end(), std::pair(key, value));
    if (same == before.end()) settings.push_back(fmt::format("{}={}", key, value));
  }
  return settings;
}

class RailsCandidates {
 public:
  explicit RailsCandidates(const Scenario& scenario) : scenario_(scenario) {}

  std::vector<Suggestion> take() {
    add_memories();
    add_socket_links();
    add_bridges();
    add_slots();
    add_rails();
    return std::move(list_);
  }

 private:
  using Numa = NumaNodeConfig;

  /// What `change` makes of the scenario, unless that is nothing.
  template <class Change>
  void add(const char* name, Change&& change) {
    Scenario changed = scenario_;
    change(changed);
    Settings settings = difference(scenario_, changed);
    if (!settings.empty()) list_.push_back({std::move(settings), name});
  }
  /// `change` is made to each of the `parts` of the node.
  template <class Part, class Change>
  void add_each(const char* name, std::vector<Part> Numa::*parts, Change&& change) {
    add(name, [&](Scenario& scenario) {
      for (Part& part : scenario.node.numa.*parts) change(part);
    });
  }
  template <class Change>
  void add_each_slot(const char* name, Change&& change) {
    add_each(name, &Numa::bridges, [&](Numa::Bridge& bridge) {
      for (PcieLinkConfig& slot : bridge.slots) change(slot);
    });
  }

  void add_memories() {
    const MemoryChoice near{MemoryChoice::Kind::kNear, {}};
    add("node.receive_memory=near", [&](Scenario& scenario) { scenario.node.receive_memory = near; });
    add("node.send_memory=near", [&](Scenario& scenario) { scenario.node.send_memory = near; });
    add_each("memories: queue twice as long", &Numa::memories,
             [](Numa::Memory& memory) { memory.controller.queue *= 2; });
  }
  void add_socket_links() {
    using Link = Numa::SocketLink;
    add_each("links: twice as many posted buffers", &Numa::socket_links, [](Link& link) { link.buffers.posted *= 2; });
    add_each("links: four times as many posted buffers", &Numa::socket_links,
             [](Link& link) { link.buffers.posted *= 4; });
    add_each("links: twice as many non-posted buffers", &Numa::socket_links,
             [](Link& link) { link.buffers.non_posted *= 2; });
    add_each("links: twice as many response buffers", &Numa::socket_links,
             [](Link& link) { link.buffers.response *= 2; });
    add_each("links: twice the rate", &Numa::socket_links,
             [](Link& link) { link.link.rate = doubled(link.link.rate); });
  }
  void add_bridges() {
    using Bridge = Numa::Bridge;
    add_each("bridges: twice as many posted buffers of the socket", &Numa::bridges,
             [](Bridge& bridge) { bridge.socket_buffers.posted *= 2; });
    add_each("bridges: twice as many non-posted buffers of the socket", &Numa::bridges,
             [](Bridge& bridge) { bridge.socket_buffers.non_posted *= 2; });
    add_each("bridges: twice as many response buffers", &Numa::bridges,
             [](Bridge& bridge) { bridge.bridge_buffers.response *= 2; });
    add_each("bridges: twice as many reads under way", &Numa::bridges, [](Bridge& bridge) { bridge.reads *= 2; });
    add_each("bridges: twice the rate", &Numa::bridges,
             [](Bridge& bridge) { bridge.link.rate = doubled(bridge.link.rate); });
  }
  void add_slots() {
    add_each_slot("slots: the next generation",
                  [](PcieLinkConfig& slot) { slot.generation = std::min(5, slot.generation + 1); });
    add_each_slot("slots: twice as many lanes",
                  [](PcieLinkConfig& slot) { slot.lanes = std::min(32, 2 * slot.lanes); });
    add_each_slot("slots: twice the largest payload",
                  [](PcieLinkConfig& slot) { slot.max_payload = std::min(Bytes{4096}, slot.max_payload * 2); });
    add_each_slot("slots: twice as many read tags",
                  [](PcieLinkConfig& slot) { slot.read_tags = std::min(64, 2 * slot.read_tags); });
    add_each_slot("slots: twice as many posted credits", [](PcieLinkConfig& slot) {
      slot.posted.headers *= 2;
      slot.posted.data *= 2;
    });
  }
  void add_rails() {
    add("rails.cable_bandwidth: twice",
        [](Scenario& scenario) { scenario.rails.cable.rate = doubled(scenario.rails.cable.rate); });
    add("rails.packet_time: half",
        [](Scenario& scenario) { scenario.rails.nic.packet_time = half(scenario.rails.nic.packet_time); });
    add("rails.read_ahead: twice", [](Scenario& scenario) { scenario.rails.nic.read_ahead *= 2; });
    if (rail_nics(scenario_.rails, scenario_.node.numa).size() < 2) return;
    add("rdma.split=measured", [](Scenario& scenario) { scenario.rails.rdma.split = RailSplit::kMeasured; });
    add("rdma.split=near", [](Scenario& scenario) { scenario.rails.rdma.split = RailSplit::kNear; });
  }
  static Picoseconds half(Picoseconds time) { return Picoseconds{time.count() / 2}; }
  static BytesPerSecond doubled(BytesPerSecond rate) { return BytesPerSecond{2 * rate.count()}; }

  const Scenario& scenario_;
  std::vector<Suggestion> list_;
};

}  // namespace

std::vector<Suggestion> rails_suggestions(const Scenario& scenario) { return RailsCandidates(scenario).take(); }

}  // namespace tactus
