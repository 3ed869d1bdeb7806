#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/node/fabric.h"
#include "testbench/parts/erratic_memory.h"
#include "tlm_models/traffic/processor.h"

namespace tactus::test {

/// One message of a plan: who sends what when, and when its receive is posted, if it has one.
struct PlannedMessage {
  int source = 0;
  int destination = 0;
  int engine = 0;  ///< on both sides
  std::uint32_t tag = 0;
  std::uint32_t bytes = 0;
  Cycles send;
  bool one_sided = false;
  Cycles post;
};
using Plan = std::vector<PlannedMessage>;

/// A random plan of so many messages, at most 16 sent and 16 received by any engine.
Plan random_plan(std::uint64_t seed, int nodes, int messages);
/// Where a message of the plan is written.
std::uint64_t address_of(const PlannedMessage& message);

/// Something that happened, as numbers that begin with its cycle.
using Happening = std::array<std::uint64_t, 6>;

/// Does a node's part of a plan and notes what becomes complete.
class PlanProcessor final : public Processor {
 public:
  PlanProcessor(const Plan& plan, const MachineConfig& machine, int node, std::vector<Happening>& happened);

 private:
  NicDriver& driver() override { return driver_; }
  void take_completions(int engine, Cycles now) override;
  Cycles run(Cycles now) override;

  NicDriver driver_;
  const NetworkShape torus_;
  const int node_;
  Plan to_send_;  ///< latest first, as the next
  Plan to_post_;
  std::vector<Happening>& happened_;
};

/// A machine of any level that executes a plan, and all that can be seen of that.
class PlannedRun final : public PacketObserver {
 public:
  /// The memories' factory has to be given to the machine when it is made; `seen` gets requests by node.
  static MemoryFactory erratic_memories(std::uint64_t seed, std::vector<std::vector<SeenRequest>>& seen);

  /// `fabric` must not have been observed before.
  PlannedRun(Fabric& fabric, const Plan& plan);

  /// What has happened so far, sorted.
  [[nodiscard]] std::vector<Happening> happened() const;

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

 private:
  std::vector<Happening> happened_;
  std::vector<std::unique_ptr<PlanProcessor>> processors_;
};

}  // namespace tactus::test
