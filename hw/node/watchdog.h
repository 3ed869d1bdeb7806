#pragma once

#include <functional>

#include "hw/node/fabric.h"
#include "hw/node/lookout.h"

namespace tactus {

/// Ends a run that stands still instead of letting it hang.
///
/// If for `timeout` no flit has moved anywhere, nothing was due by itself (`Fabric::something_due`) and
/// `somebody_works()` has been false (nobody computes), raises kFabricStalled with the packets, VCs and credits that
/// wait for each other and with what the processors wait for. Looks eight times per `timeout`, but not while nothing
/// changes and somebody works; changes nothing.
class Watchdog final : public Lookout {
 public:
  struct Processors {
    std::function<bool()> somebody_works;
    std::function<std::string()> describe_waiting;  ///< lines of text, for the report
  };

  /// `fabric` must outlive it.
  Watchdog(const Fabric& fabric, Picoseconds timeout, Processors processors);

  Cycles look(const Look& look) override;

 private:
  [[nodiscard]] std::string report() const;

  const Fabric& fabric_;
  const Picoseconds timeout_;
  Cycles interval_;
  Processors processors_;
  std::uint64_t last_movements_ = 0;
  Picoseconds last_progress_;
};

}  // namespace tactus
