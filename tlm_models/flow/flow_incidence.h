#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/block_pool.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Which active flows pass which links, both ways round: the links of a flow and the flows of a link are arrays without
/// gaps. A flow is taken out of those of a link by a search and by putting the last one in its place: they are in no
/// order that means something, but the same calls give the same.
class FlowIncidence {
 public:
  template <class Number>
  struct Range {
    const Number* first = nullptr;
    const Number* last = nullptr;

    [[nodiscard]] const Number* begin() const { return first; }
    [[nodiscard]] const Number* end() const { return last; }
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(last - first); }
  };

  explicit FlowIncidence(LinkId links) : of_link_(static_cast<std::size_t>(links)) {}

  void add(FlowId flow, LinkRuns route);
  void remove(FlowId flow);
  /// Removes all flows.
  void clear();

  /// Valid until the next `add` or `remove`, as is `flows_of`.
  [[nodiscard]] Range<LinkId> links_of(FlowId flow) const {
    const Row& row = of_flow_[static_cast<std::size_t>(flow)];
    return {links_.at(row.first), links_.at(row.first) + row.count};
  }
  [[nodiscard]] Range<FlowId> flows_of(LinkId link) const {
    const Row& row = of_link_[static_cast<std::size_t>(link)];
    return {flows_.at(row.first), flows_.at(row.first) + row.count};
  }

 private:
  struct Row {
    std::int32_t first = 0;
    std::int32_t count = 0;
    std::int32_t log_size = -1;  ///< no array yet
  };

  void grow(Row& row);

  BlockPool<LinkId> links_;
  BlockPool<FlowId> flows_;
  std::vector<Row> of_flow_;  ///< in `links_`
  std::vector<Row> of_link_;  ///< in `flows_`
};

}  // namespace tactus
