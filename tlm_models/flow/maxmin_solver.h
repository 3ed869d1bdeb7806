#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/flow/flow_changes.h"
#include "tlm_models/flow/flow_incidence.h"
#include "tlm_models/flow/flow_routes.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/level_tree.h"
#include "tlm_models/flow/run_filling.h"

namespace tactus {

/// Max-min fair rates: no flow can get more without taking from one that has no more than it. Equivalently, every flow
/// has a bottleneck, a link that is full and on which no flow has a higher rate, or has its limit.
///
/// Progressive filling: all rates rise together from 0; where a link is full, its flows have their rates. After a few
/// changes only flows that these affect are filled again, in the order of the levels at which something happens; after
/// many, all flows. Either way rates are computed from capacities and other rates, never by adding to what they were,
/// so that no error accumulates. Reference: docs/reference/maxmin_solver.md.
class MaxMinSolver final : public FlowSolver {
 public:
  /// Takes the bandwidths of `topology`, which need not outlive it.
  explicit MaxMinSolver(const FlowTopology& topology);

  void add(FlowId number, const std::vector<LinkRun>& route, double limit) override;
  void remove(FlowId number) override;
  const std::vector<FlowId>& solve() override;
  [[nodiscard]] double rate(FlowId flow) const override { return shares_[static_cast<std::size_t>(flow)].rate; }
  /// The link at which filling has fixed its rate.
  [[nodiscard]] LinkId bottleneck(FlowId flow) const override {
    return flows_[static_cast<std::size_t>(flow)].bottleneck;
  }
  void append_reconsidered(std::vector<FlowId>& flows) const override;
  /// One per call of `solve` that finds changes, two if so many flows were affected that all were filled after all.
  [[nodiscard]] std::uint64_t passes() const override { return passes_; }

 private:
  static constexpr double kNew = -1;
  /// Levels and sums that differ by less, relative to a link's capacity, differ by rounding.
  static constexpr double kRounding = 4e-15;
  /// Solutions after few changes that follow on one by runs before it is no longer thought to come again.
  static constexpr int kRemembered = 16;
  /// How much less than its capacity a link's room is, relative: far more than what adding and subtracting cost.
  static constexpr double kMargin = 1e-9;

  enum class Phase : std::uint8_t {
    kHeld,     ///< has the rate of the last solution, and keeps it if nothing happens to it below that level
    kRising,   ///< its rate is the present level
    kSettled,  ///< has its new rate
  };
  struct Flow {
    double limit = kUnlimited;
    double rate_before = 0;         ///< in the last solution, or kNew; if touched
    LinkId bottleneck = kOwnLimit;  ///< unless rising
    Phase phase = Phase::kHeld;
    bool active = false;
    bool touched = false;  ///< is in touched_
  };
  /// Rates that a link asks of its flows, apart from the rest of them and so small: most of the time goes to these.
  struct Share {
    double rate = 0;  ///< 0 while rising
    double held = 0;  ///< rate if the flow is held, else 0
  };
  /// Some of a number of items, chosen without branches.
  class Chosen {
   public:
    Chosen(std::vector<std::int32_t>& room, std::int32_t most) {
      if (room.size() <= static_cast<std::size_t>(most)) room.resize(2 * static_cast<std::size_t>(most) + 2);
      items_ = room.data();
    }
    void add(std::int32_t item, bool chosen) {
      items_[size_] = item;
      size_ += chosen ? 1 : 0;
    }
    [[nodiscard]] std::int32_t size() const { return size_; }
    [[nodiscard]] const std::int32_t* begin() const { return items_; }
    [[nodiscard]] const std::int32_t* end() const { return items_ + size_; }

   private:
    std::int32_t* items_ = nullptr;
    std::int32_t size_ = 0;
  };
  enum class Event : std::uint8_t {
    kFull,     ///< the link is full: rising flows settle, held ones above the level come down to it
    kRelease,  ///< the flows that the link has held at its level rise again, since it is not full
    kLook,     ///< demand has fallen since the level of the event was found, which may be too low now
  };
  struct Link {
    double room = 0;          ///< not above its capacity less the rates of the flows that do not rise
    double level = 0;         ///< at which it holds flows, if it does
    std::int32_t rising = 0;  ///< flows on it
    std::int32_t holds = 0;   ///< flows whose bottleneck it is
    Event event = Event::kLook;
    bool lowers = false;  ///< its event, kFull, is below the rate of a held flow
    bool stale = false;   ///< is in stale_
    bool full = false;    ///< in this solution; is in full_
  };
  /// Demand of the flows of a link, seen from some level.
  struct Demand {
    double known = 0;               ///< sum of the rates of those that do not rise
    double highest_held = 0;        ///< rate
    double below = 0;               ///< as `known`, without those that are held above the level
    double next_held = kUnlimited;  ///< lowest rate that is held above the level
    std::int32_t above = 0;         ///< flows that are
  };
  /// Properties of a link that are not needed at every step.
  struct Bandwidth {
    double capacity = 0;
    double spare = 0;  ///< while all flows are filled: what settled flows leave
  };

  Flow& flow_at(FlowId flow) { return flows_[static_cast<std::size_t>(flow)]; }
  Share& share_of(FlowId flow) { return shares_[static_cast<std::size_t>(flow)]; }
  Bandwidth& bandwidth_of(LinkId link) { return bandwidths_[static_cast<std::size_t>(link)]; }
  Link& link_at(LinkId link) { return links_[static_cast<std::size_t>(link)]; }
  /// Numbers in events_: links, then flows, which have an event where they reach their limit.
  [[nodiscard]] std::int32_t first_flow_event() const { return static_cast<std::int32_t>(links_.size()); }
  [[nodiscard]] bool may_release(const Link& link) const { return link.holds > 0 && !link.full; }

  void forget_links();
  void tell_links();
  void come(FlowId number, LinkRuns route);
  void go(FlowId number, bool rising, LinkId bottleneck, double rate);

  void touch(FlowId number);
  void mark_stale(LinkId number);
  void let_rise(FlowId number);
  void make_room(LinkId number, double room);
  void fix(FlowId number, double rate, LinkId bottleneck);
  [[nodiscard]] bool concerns_most() const;
  void finish();

  [[nodiscard]] bool fill_affected();
  void look_at_stale_links();
  void look_at(LinkId number);
  void expect_no_filling(LinkId number);
  [[nodiscard]] Demand demand_on(LinkId number, double level) const;
  [[nodiscard]] double full_level(LinkId number, Demand demand);
  void watch(FlowId number);
  [[nodiscard]] static double level_not_above(const Link& link) { return link.room / link.rising; }
  void release(LinkId number);
  void saturate(LinkId number);
  void settle(FlowId number, double rate, LinkId bottleneck);
  void demand_falls(LinkId number);
  void give_up_affected();

  void fill_all();
  [[nodiscard]] bool fill_by_runs();
  void take_filling();
  void let_all_rise();
  [[nodiscard]] bool rises(std::int32_t number);
  [[nodiscard]] double level_at(std::int32_t number);
  void settle_lowest();
  void settle_next();
  void settle_at(std::int32_t number);
  void settle_among_all(FlowId number, double rate, LinkId bottleneck);

  FlowRoutes routes_;
  FlowChanges untold_;      ///< changes that `incidence_` has not been told
  std::size_t solved_ = 0;  ///< changes of `untold_` that the last solution knows: links have their state after them
  FlowIncidence incidence_;
  std::vector<Flow> flows_;
  std::vector<Share> shares_;
  std::vector<Link> links_;
  std::vector<Bandwidth> bandwidths_;

  std::int32_t active_ = 0;
  std::int32_t changes_ = 0;          ///< since the last solution
  std::vector<FlowId> touched_;       ///< added since, or not held any more
  std::vector<FlowId> reconsidered_;  ///< `touched_` of the last solution
  std::vector<LinkId> full_;          ///< links that are full in this solution
  std::vector<FlowId> chosen_;        ///< room for Chosen
  std::vector<LinkId> stale_;         ///< links whose event may be at a lower level than it says
  std::vector<FlowId> changed_;       ///< the answer
  std::uint64_t passes_ = 0;

  RunFilling run_filling_;
  int untold_solutions_ = 0;  ///< for so many more after few changes, flows are kept in `untold_` until asked for
  int misses_ = 0;            ///< how often filling by runs has failed one time after the other, doubled each time
  int skips_ = 0;             ///< how often it is not tried from now on
  std::vector<RunFilling::Flow> all_flows_;  ///< for it

  // While filling all link by link:
  std::int32_t rising_ = 0;            ///< flows
  std::vector<std::int32_t> filling_;  ///< links and limits, numbered as in events_, that flows may still meet

  // While filling:
  double level_ = 0;
  LevelTree events_;
  std::int64_t work_ = 0;  ///< events, and passages and hops looked at, in this solution
};

}  // namespace tactus
