#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/memory/address_map.h"
#include "tlm_models/traffic/creation_process.h"
#include "tlm_models/traffic/processor.h"
#include "tlm_models/traffic/traffic_observer.h"
#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {

/// A node that creates messages at a rate, whatever the network does: on each engine its own Bernoulli process.
///
/// A message waits in an unbounded source queue until its engine has a free descriptor; it is handed over in the cycle
/// of its creation if there is one and nothing waits before it, and carries that cycle wherever it waited. Messages are
/// one-sided, one packet each, to the NIC of the sending engine's number, and creation never stops. Calls cost nothing.
/// Reference: docs/reference/open_loop.md.
class OpenLoopSource final : public Processor {
 public:
  /// `pattern` and `observer` (which may be null) must outlive the source.
  OpenLoopSource(const sc_core::sc_module_name& name, const MachineConfig& machine, const WorkloadConfig& workload,
                 const PacingConfig& pacing, std::uint64_t seed, Coordinate node, const TrafficPattern& pattern,
                 TrafficObserver* observer, const BufferHomes& homes = {});

  /// Messages handed to the NIC so far.
  [[nodiscard]] std::uint64_t handed_over() const { return handed_over_; }

 private:
  NicDriver& driver() override { return driver_; }
  /// The driver counts the descriptors that are free again; `run` uses them.
  void take_completions(int engine, Cycles now) override;
  Cycles run(Cycles now) override;
  void hand_over(int engine, Cycles now);

  NetworkShape torus_;
  int nics_;
  std::uint8_t message_class_;
  NicDriver driver_;
  Bytes payload_;
  Coordinate node_;
  const TrafficPattern& pattern_;
  TrafficObserver* observer_;
  BufferHomes homes_;
  std::vector<CreationProcess> queues_;  ///< by engine: at the oldest message that waits or is to come; none if silent
  std::uint64_t handed_over_ = 0;
};

}  // namespace tactus
