#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/explain/explanation.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Changes to NUMA nodes that may make a scenario faster, in a list. A change is made to all parts of its kind.
class NodeCandidates {
 public:
  /// `scenario` must outlive it.
  explicit NodeCandidates(const Scenario& scenario) : scenario_(scenario) {}

  /// The scenario with `change`, unless that is nothing.
  template <class Change>
  void add(const char* name, Change&& change) {
    Scenario changed = scenario_;
    change(changed);
    Settings settings = difference(changed);
    if (!settings.empty()) list_.push_back({std::move(settings), name});
  }
  void add_memory_queues();
  void add_memory_banks();
  void add_memory_rates();
  void add_posted_buffers();      ///< between sockets
  void add_other_link_buffers();  ///< non-posted and response buffers between sockets
  void add_link_rates();
  void add_posted_buffers_of_bridges();
  void add_other_bridge_buffers();
  void add_bridge_reads();
  void add_bridge_rates();
  void add_slot_rates();
  void add_payloads();
  void add_read_tags();
  void add_posted_credits();

  std::vector<Suggestion> take() { return std::move(list_); }

 private:
  /// Settings by which `changed` differs from the scenario.
  [[nodiscard]] Settings difference(const Scenario& changed) const;
  /// `change` is made to each of the `parts` of the node.
  template <class Part, class Change>
  void add_each(const char* name, std::vector<Part> NumaNodeConfig::*parts, Change&& change) {
    add(name, [&](Scenario& scenario) {
      for (Part& part : scenario.node.numa.*parts) change(part);
    });
  }
  template <class Change>
  void add_each_slot(const char* name, Change&& change) {
    add_each(name, &NumaNodeConfig::bridges, [&](NumaNodeConfig::Bridge& bridge) {
      for (PcieLinkConfig& slot : bridge.slots) change(slot);
    });
  }

  const Scenario& scenario_;
  std::vector<Suggestion> list_;
};

constexpr BytesPerSecond doubled(BytesPerSecond rate) { return BytesPerSecond{2 * rate.count()}; }

}  // namespace tactus
