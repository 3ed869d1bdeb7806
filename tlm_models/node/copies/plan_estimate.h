#pragma once

#include <map>
#include <utility>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/mean_access_times.h"
#include "tlm_models/node/copies/message_footprints.h"
#include "tlm_models/node/copies/plan_lines.h"

namespace tactus {

/// How long a message takes by a plan, from what its copies touch: each step has a price, and the two sides wait for
/// each other as the plan says. Nothing is carried out. The message is taken to go to and fro again and again, as in a
/// ping-pong, with caches that have what fits them.
class PlanEstimate {
 public:
  /// All of it outlives this; `footprints` is of `message`.
  PlanEstimate(const CopyMessage& message, const CopyPlan& plan, const CopyProtocolConfig& config,
               const ManyCoreConfig& node, MessageFootprints& footprints);

  /// From one message to the next, in cycles of the cores.
  [[nodiscard]] double cycles();

 private:
  /// Price of a copy, for all that its footprint is of.
  struct Price {
    double thread = 0;  ///< cycles of the thread
    double writes = 0;  ///< cycles of its write buffer, at the same time
    double bytes = 0;   ///< that cost so much
  };
  /// One process, somewhere in its steps.
  struct Side {
    const CopySteps& steps;
    bool sends = false;
    double now = 0;
    std::size_t next = 0;
    std::uint64_t last_read = 0;  ///< line of a queue
    std::uint64_t last_written = 0;
  };

  void carry_out(Side& sender, Side& receiver);
  /// As far as it gets; answers whether it got on.
  bool go_on(Side& side);
  bool go_on(Side& side, const CopyStep& step);
  double copy(const Side& side, const CopyStep& step);
  Price price(const CopyStep& step, bool by_sender);
  [[nodiscard]] double reads(const SideFootprint& side, const LineShares& shares) const;
  [[nodiscard]] double writes(const SideFootprint& side, const LineShares& shares) const;
  /// Cycles that a core takes for lines that it has for itself.
  [[nodiscard]] double own_lines(const SideFootprint& side, const LineShares& shares) const;
  [[nodiscard]] double description(std::uint64_t bytes) const;
  [[nodiscard]] double in_queue(double cycles, std::uint64_t& last, std::uint64_t address) const;
  [[nodiscard]] double work(double instructions) const { return instructions * issue_; }

  const CopyMessage& message_;
  const CopyPlan& plan_;
  const CopyProtocolConfig& config_;
  const ManyCoreConfig& node_;
  MessageFootprints& footprints_;
  MeanAccessTimes times_;
  PlanLines lines_;
  double issue_;
  double access_;  ///< that L1 serves
  std::map<std::pair<const CopyFootprint*, bool>, Price> prices_;
  std::vector<double> flags_;
};

}  // namespace tactus
