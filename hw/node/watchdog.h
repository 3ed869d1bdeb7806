#pragma once

#include <systemc>

#include <functional>

#include "hw/node/fabric.h"

namespace tactus {

/// Ends a run that stands still instead of letting it hang.
///
/// If for `timeout` no flit has moved anywhere, nothing was due by itself (`Fabric::something_due`) and
/// `somebody_works()` has been false (nobody computes), raises kFabricStalled with the packets, VCs and credits that
/// wait for each other and with what the processors wait for. Looks eight times per `timeout`, in the middle of a
/// cycle; changes nothing.
class Watchdog : public sc_core::sc_module {
 public:
  struct Processors {
    std::function<bool()> somebody_works;
    std::function<std::string()> describe_waiting;  ///< lines of text, for the report
  };

  Watchdog(const sc_core::sc_module_name& name, const Fabric& fabric, Picoseconds timeout, Processors processors);

 private:
  void look();
  [[nodiscard]] std::string report() const;

  const Fabric& fabric_;
  Picoseconds timeout_;
  sc_core::sc_time interval_;
  Processors processors_;
  std::uint64_t last_movements_ = 0;
  sc_core::sc_time last_progress_;
};

}  // namespace tactus
