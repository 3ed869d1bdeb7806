#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_solver.h"

namespace tactus {

enum class MfsMode : std::uint8_t {
  kFull,     ///< mode N: shares out again what flows leave over, until that changes little
  kOnePass,  ///< mode F: every flow gets the least equal share on its route
};

struct MfsConfig {
  MfsMode mode = MfsMode::kFull;
  double threshold = 0.01;  ///< mode N: change of a link's load in a pass that is none, of its bandwidth; 0 to below 1
};

/// The approximation of max-min fair sharing of mfs (figure 1, step 5). In mode N, every link offers an equal part of
/// what it has to spare to each of its flows, even to those that cannot use it, and each flow grows by the least that
/// its links offer; passes end when none changes the load of any link by more than the threshold. A flow stops at its
/// limit. Reference: docs/reference/flow_network.md.
class MfsSolver final : public FlowSolver {
 public:
  /// `topology` must outlive the solver.
  MfsSolver(const FlowTopology& topology, const MfsConfig& config);

  void add(FlowId flow, const std::vector<LinkRun>& route, double limit) override;
  void remove(FlowId flow) override;
  const std::vector<FlowId>& solve() override;
  [[nodiscard]] double rate(FlowId flow) const override { return flows_[static_cast<std::size_t>(flow)].rate; }
  /// The link of its route that offers it least: its share in one pass, what it has to spare for each flow after all
  /// passes. Of several the first.
  [[nodiscard]] LinkId bottleneck(FlowId flow) const override;
  void append_reconsidered(std::vector<FlowId>& flows) const override {
    flows.insert(flows.end(), active_.begin(), active_.end());
  }
  [[nodiscard]] std::uint64_t passes() const override { return passes_; }

 private:
  static constexpr double kNoRate = -1;

  // Bandwidths, shares and rates are whole multiples of a quantum, 2^-50 of the fastest link, in doubles. Their sums
  // are exact whatever the order of the flows, so that flows in symmetric places get the same rate to the last bit.
  struct Flow {
    double share = 0;        ///< found so far by this call of `solve`, in quanta
    double limit = 0;        ///< in quanta
    double rate = kNoRate;   ///< bytes per picosecond, of the last call
    double rate_limit = 0;   ///< bytes per picosecond
    std::int32_t index = 0;  ///< in `active_`
    std::int32_t runs = 0;
  };

  [[nodiscard]] const LinkRun* route(FlowId flow) const { return &runs_[static_cast<std::size_t>(flow) * stride_]; }
  [[nodiscard]] Flow& flow_of(FlowId flow) { return flows_[static_cast<std::size_t>(flow)]; }
  /// Adds `amount` on every link of the flow's route.
  void add_on_route(FlowId flow, double amount, std::vector<double>& links) const;
  /// The least of `shares` on its route.
  [[nodiscard]] double least_on_route(FlowId flow, const std::vector<double>& shares) const;

  void make_room(FlowId flow, std::size_t runs);
  /// One flow more or less on the route.
  void count(FlowId flow, double change);
  void share_counted_links();
  void first_pass();
  void later_passes();
  void subtract_first_pass();
  /// Divides what links have to spare among all their flows. Answers whether the last pass has changed anything by more
  /// than the threshold.
  bool divide_spare_bandwidth();
  /// Gives flows the least of what their links offer them, and takes those that cannot grow out of the loop. Answers
  /// whether any has grown.
  bool grow();
  void collect_changes();

  MfsConfig config_;
  double quantum_ = 1;             ///< bytes per picosecond
  std::vector<double> bandwidth_;  ///< by link, in quanta
  std::vector<double> tolerance_;  ///< by link: a smaller change is none
  std::vector<double> count_;      ///< by link: active flows
  std::vector<double> share_;      ///< by link: bandwidth / count
  std::vector<LinkRun> counted_;   ///< runs on which a count has changed since the last call of `solve`
  std::size_t counted_links_ = 0;  ///< links of `counted_`

  std::vector<Flow> flows_;  ///< by number
  std::vector<LinkRun> runs_;
  std::size_t stride_ = 4;  ///< places in `runs_` for each flow
  std::vector<FlowId> active_;
  std::vector<FlowId> changed_;
  std::uint64_t passes_ = 0;

  std::vector<double> spare_;        ///< by link
  std::vector<double> divided_;      ///< by link: what it had to spare when it was last divided
  std::vector<double> later_share_;  ///< by link: divided / count
  std::vector<LinkId> loop_links_;   ///< links with flows that may still grow
  std::vector<FlowId> loop_flows_;   ///< flows that may still grow
};

}  // namespace tactus
