#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/link/packet_observer.h"
#include "hw/node/fabric.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/tests/system/butterfly_account.h"
#include "testbench/tests/system/butterfly_recursion.h"
#include "tlm_models/traffic/node_processor.h"

namespace tactus::test {

/// A butterfly as messages on a machine, one repetition, in which every combining takes a time of its own.
class ButterflyBench final : public PacketObserver {
 public:
  ButterflyBench(Level level, const MachineConfig& machine, const WorkloadConfig& workload, CombineDelays delays);

  /// Runs to the end. What is wrong afterwards: ranks that have not finished, used incomplete data or lack a
  /// contribution, messages that were neither received nor dropped, slots not free; empty if nothing.
  std::string run();

  /// Cycle in which each rank had its result and had sent all copies of it.
  [[nodiscard]] const std::vector<std::uint64_t>& ends() const { return account_.ends(); }
  /// No packet took longer than on an idle network.
  [[nodiscard]] bool without_contention() const { return delayed_packets_ == 0; }
  [[nodiscard]] std::uint64_t received() const { return account_.received(); }
  [[nodiscard]] std::uint64_t dropped_packets() const;
  [[nodiscard]] const Butterfly& butterfly() const { return butterfly_; }

  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

 private:
  MachineConfig machine_;
  Butterfly butterfly_;
  ButterflyAccount account_;
  std::unique_ptr<Fabric> fabric_;
  RankMap map_;
  SoftwareConfig software_;
  std::vector<std::unique_ptr<NodeProcessor>> processors_;
  std::uint64_t delayed_packets_ = 0;
  std::string faults_;
};

}  // namespace tactus::test
