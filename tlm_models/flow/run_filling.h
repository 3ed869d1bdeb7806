#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_routes.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Fills all flows where there are few levels, as symmetric traffic has. It keeps no list of the flows of a link, but
/// finds them where their runs begin, and so needs an entry for each run where lists need one for each link.
///
/// Levels, and links at one level in the order in which flows meet them, come as when links are filled with lists: the
/// same rates and bottlenecks to the last bit. Reference: docs/reference/maxmin_solver.md.
class RunFilling {
 public:
  struct Flow {
    FlowId number = 0;
    double limit = FlowSolver::kUnlimited;
    double rate = 0;                            ///< found here
    LinkId bottleneck = FlowSolver::kOwnLimit;  ///< found here
    bool settled = false;                       ///< rate and bottleneck are found
  };
  /// Result of filling for a link that flows pass.
  struct Link {
    std::int32_t flows = 0;
    std::int32_t holds = 0;  ///< flows whose bottleneck it is
    double level = 0;        ///< at which it holds them
  };

  /// Levels that differ by less than `rounding`, relative, are one.
  RunFilling(const FlowTopology& topology, double rounding);

  /// Fills `flows`, which have these `routes`. False, with nothing of use in the flows, if that takes many levels or
  /// long searches.
  [[nodiscard]] bool fill(const FlowRoutes& routes, std::vector<Flow>& flows);
  /// After `fill` has succeeded.
  [[nodiscard]] const Link& link(LinkId link) const { return links_[static_cast<std::size_t>(link)]; }
  /// The capacity that the flows of `link` leave, the same.
  [[nodiscard]] double spare(LinkId link) const { return spare_[static_cast<std::size_t>(link)]; }

 private:
  static constexpr int kLevels = 4;
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kAhead = 8;  ///< flows whose routes are asked for before they are needed

  /// A run of a flow, in a list of those that begin at the same link.
  struct Entry {
    std::int32_t next = kNone;
    std::int32_t flow = 0;  ///< by index
    LinkId begin = 0;
    LinkId end = 0;  ///< behind its last link
  };

  void let_all_rise(const std::vector<Flow>& flows);
  void count_flows();
  void note_met(const LinkRun& run);
  void settle_lowest(std::vector<Flow>& flows);
  [[nodiscard]] double lowest_level(const std::vector<Flow>& flows);
  void settle_on(LinkId number, std::vector<Flow>& flows);
  void settle(Flow& flow, std::int32_t index, double rate, LinkId bottleneck);

  const FlowRoutes* routes_ = nullptr;
  double rounding_;
  std::vector<double> capacities_;

  // By link:
  std::vector<Link> links_;
  std::vector<double> spare_;         ///< capacity that settled flows leave
  std::vector<std::int32_t> rising_;  ///< flows on it
  std::vector<std::int32_t> begins_;  ///< the first entry of the runs that begin there
  std::vector<std::int32_t> steps_;   ///< flows, as differences between each link and the one before
  std::vector<std::uint64_t> met_;    ///< a bit: a flow has met it

  std::vector<Entry> entries_;               ///< entries of all flows, one flow after the other
  std::vector<std::int32_t> first_entries_;  ///< first entry of each flow by index, and behind the last flow
  std::vector<LinkId> order_;                ///< links in the order in which flows meet them
  std::vector<std::int32_t> limited_;        ///< flows that have limits and rise, by index
  std::int32_t longest_ = 0;                 ///< run
  std::int64_t left_ = 0;                    ///< flows that rise
  std::int64_t work_ = 0;                    ///< entries and lists looked at
  double level_ = 0;
};

}  // namespace tactus
