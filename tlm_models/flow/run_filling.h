#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_routes.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Fills all flows where there are few levels, as symmetric traffic has: level by level, each in one pass over the
/// flows, which looks at runs of links, and one over the links. It knows no list of the flows of a link.
///
/// Gives every flow the rate and the bottleneck, to the last bit, that filling link by link gives it, in the order in
/// which the routes of the flows meet the links. Where rounding could make that order matter it gives up. Reference:
/// docs/reference/maxmin_solver.md.
class RunFilling {
 public:
  struct Flow {
    FlowId number = 0;
    double limit = FlowSolver::kUnlimited;
    double rate = 0;  ///< found here
    LinkId bottleneck = FlowSolver::kOwnLimit;
  };
  /// What filling leaves of a link.
  struct Link {
    double spare = 0;  ///< capacity that its flows leave
    double level = 0;  ///< at which it holds flows, if it does
    std::int32_t flows = 0;   ///< on it
    std::int32_t rising = 0;  ///< of these; none at the end
    std::int32_t holds = 0;   ///< of these, whose bottleneck it is
  };

  /// Levels that differ by less than `rounding`, relative, are one.
  RunFilling(const FlowTopology& topology, double rounding);

  /// Fills `flows`, which have these `routes`. False, with nothing of use in the flows, where there are many levels or
  /// the order of links could matter.
  [[nodiscard]] bool fill(const FlowRoutes& routes, std::vector<Flow>& flows);
  /// After `fill` has succeeded, of each link.
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }

 private:
  static constexpr int kLevels = 4;
  static constexpr int kWord = 64;
  using Word = std::uint64_t;

  Link& link_at(LinkId link) { return links_[static_cast<std::size_t>(link)]; }
  void let_all_rise(const std::vector<Flow>& flows);
  void number_links(const LinkRun& run);
  [[nodiscard]] bool settle_lowest(std::vector<Flow>& flows);
  [[nodiscard]] double lowest_level(const std::vector<Flow>& flows) const;
  [[nodiscard]] bool settle_limited(std::vector<Flow>& flows, double highest);
  [[nodiscard]] bool find_full(double highest);
  [[nodiscard]] bool stays(const Link& link, double highest) const;
  void settle_full(std::vector<Flow>& flows);
  [[nodiscard]] LinkId first_full(FlowId flow) const;
  void note_settled(FlowId flow);
  void take_settled(double rate);

  const FlowRoutes* routes_ = nullptr;
  double rounding_;
  std::vector<double> capacities_;
  std::vector<Link> links_;
  std::vector<std::int32_t> steps_;  ///< flows to count, as differences between each link and the one before
  std::vector<Word> full_;           ///< bit per link: full at this level
  std::vector<Word> met_;            ///< bit per link: has its number
  std::vector<std::int32_t> order_;  ///< by link: its number in the order in which flows meet links
  std::int32_t numbered_ = 0;
  std::vector<std::int32_t> rising_;  ///< flows, by index
  double level_ = 0;
};

}  // namespace tactus
