#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/block_pool.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Which active flows pass which links, both ways round: the links of a flow and the flows of a link are arrays
/// without gaps. Adding and removing a flow takes time proportional to its links, wherever its entries stand; a link's
/// flows are in no order that means something, but the same calls give the same order.
class FlowIncidence {
 public:
  struct Hop {
    LinkId link = 0;
    std::int32_t place = 0;  ///< of the flow among those of the link
  };
  struct Passage {
    FlowId flow = 0;
    std::int32_t hop = 0;  ///< index in the pool of hops
  };
  template <class Element>
  struct Range {
    const Element* first = nullptr;
    const Element* last = nullptr;

    [[nodiscard]] const Element* begin() const { return first; }
    [[nodiscard]] const Element* end() const { return last; }
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(last - first); }
  };

  explicit FlowIncidence(LinkId links) : links_(static_cast<std::size_t>(links)) {}

  /// `first` to `last` is its route.
  void add(FlowId flow, const LinkRun* first, const LinkRun* last);
  void remove(FlowId flow);
  /// Removes all flows.
  void clear();

  /// Valid until the next `add` or `remove`, as is `flows_of`.
  [[nodiscard]] Range<Hop> hops_of(FlowId flow) const {
    const Row& row = flows_[static_cast<std::size_t>(flow)];
    return {hops_.at(row.first), hops_.at(row.first) + row.count};
  }
  [[nodiscard]] Range<Passage> flows_of(LinkId link) const {
    const Row& row = links_[static_cast<std::size_t>(link)];
    return {passages_.at(row.first), passages_.at(row.first) + row.count};
  }
  /// Of all flows together.
  [[nodiscard]] std::int64_t hops() const { return hop_count_; }

 private:
  struct Row {
    std::int32_t first = 0;
    std::int32_t count = 0;
    std::int32_t log_size = -1;  ///< no array yet
  };

  void append(LinkId link, FlowId flow, std::int32_t hop);
  void grow(Row& row);

  BlockPool<Hop> hops_;
  BlockPool<Passage> passages_;
  std::vector<Row> flows_;
  std::vector<Row> links_;
  std::int64_t hop_count_ = 0;
};

}  // namespace tactus
