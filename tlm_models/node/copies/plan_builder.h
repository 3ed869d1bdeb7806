#pragma once

#include <utility>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_plan.h"

namespace tactus {

/// Writes the steps of both sides of a message down.
class PlanBuilder {
 public:
  /// Side whose steps are built: those of an unexpected message are the receiver's too.
  enum class Side { kSender, kReceiver, kUnexpected, kAfterUnexpected };

  PlanBuilder(const CopyMessage& message, const CopyProtocolConfig& config, Bytes line)
      : message_(message), config_(config), line_(line) {}

  /// A flag of this message that nobody has used.
  FlagId new_flag() { return plan_.flags++; }
  void work(Side side, std::uint64_t instructions);
  /// A description is read from its beginning as far as packed byte `to` needs it.
  void read_description(Side side, const PlacedLayout& layout, std::int64_t to);
  /// `side` tells the other one by its queue; what it waits for stands in its own.
  void post(Side side, FlagId flag);
  void wait(Side side, FlagId flag);
  void copy(Side side, const PlacedLayout& source, const PlacedLayout& destination, std::int64_t from, std::int64_t to);
  /// The sender's request and the receiver's finding of what it matches. Answers the flag that the sender posts.
  FlagId request();
  /// Adds a request, and the receiver's answer, for which the sender waits.
  void rendezvous();
  CopyPlan take() { return std::move(plan_); }

 private:
  CopySteps& steps(Side side);
  [[nodiscard]] std::uint64_t slot(Side owner, FlagId flag) const;

  const CopyMessage& message_;
  const CopyProtocolConfig& config_;
  Bytes line_;
  CopyPlan plan_;
};

}  // namespace tactus
