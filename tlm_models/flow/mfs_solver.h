#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_solver.h"

namespace tactus {

enum class MfsMode : std::uint8_t {
  kFull,     ///< mode N: shares out again what flows leave over, until links have less than the threshold to spare
  kOnePass,  ///< mode F: every flow gets the least equal share on its route
};

struct MfsConfig {
  MfsMode mode = MfsMode::kFull;
  double threshold = 0.01;  ///< mode N: part of its bandwidth below which a link has nothing to spare; 0 to below 1
};

/// The approximation of max-min fair sharing of mfs (section 2): in each pass every link divides what it has to spare
/// equally among the flows that can still grow, and each of these grows by the least of the shares on its route. A
/// flow stops at its limit, or when a link of its route has nothing to spare. Reference:
/// docs/reference/flow_network.md.
class MfsSolver final : public FlowSolver {
 public:
  /// `topology` must outlive the solver.
  MfsSolver(const FlowTopology& topology, const MfsConfig& config);

  void add(FlowId flow, const std::vector<LinkRun>& route, double limit) override;
  void remove(FlowId flow) override;
  const std::vector<FlowId>& solve() override;
  [[nodiscard]] double rate(FlowId flow) const override { return flows_[static_cast<std::size_t>(flow)].rate; }
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

  /// Less than a quantum for each flow is nothing: this ends the loop even if the threshold is 0.
  [[nodiscard]] bool is_spent(std::size_t link) const { return spare_[link] < std::max(keeps_[link], growing_[link]); }

  void make_room(FlowId flow, std::size_t runs);
  /// One flow more or less on the route.
  void count(FlowId flow, double change);
  void share_counted_links();
  void first_pass();
  void later_passes();
  void subtract_first_pass();
  /// Begins the list of the links that flows in the loop use.
  void list_links();
  /// Takes the links that have nothing to spare out of the loop.
  void find_spent_links();
  /// Takes the flows that cannot grow any more out of the loop.
  void drop_finished_flows();
  void divide_spare_bandwidth();
  void grow();
  void collect_changes();

  MfsConfig config_;
  double quantum_ = 1;             ///< bytes per picosecond
  std::vector<double> bandwidth_;  ///< by link, in quanta
  std::vector<double> keeps_;      ///< by link: below this it has nothing to spare
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
  std::vector<double> growing_;      ///< by link: flows in the loop
  std::vector<double> later_share_;  ///< by link: spare / growing; 0 if the link has nothing to spare
  std::vector<LinkId> loop_links_;   ///< links in the loop
  std::vector<FlowId> loop_flows_;   ///< flows in the loop
};

}  // namespace tactus
