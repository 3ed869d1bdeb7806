#pragma once

#include <memory>

#include "hw/common/policy_instance.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/traffic_pattern.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Programs of ranks of a plug-in: a program has to make the same steps as its twin, each with ranks and NICs that
/// there are.
class CheckedWorkload final : public Workload {
 public:
  CheckedWorkload(PolicyContract contract, std::unique_ptr<Workload> asked, const RankShape& shape);
  static std::unique_ptr<Workload> make(const AlgorithmPolicy& policy, const WorkloadConfig& config,
                                        const RankShape& shape, std::uint64_t seed);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override;
  [[nodiscard]] Bytes bytes() const override;
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override;

 private:
  PolicyContract contract_;
  std::unique_ptr<Workload> asked_;
  int ranks_;
  int nics_;
};

/// The pattern of an open loop of a plug-in: asked twice, for nodes that there are.
class CheckedPattern final : public TrafficPattern {
 public:
  CheckedPattern(const AlgorithmPolicy& policy, const WorkloadConfig& config, const NetworkShape& shape);

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override;

 private:
  PolicyContract contract_;
  NetworkShape shape_;
  std::unique_ptr<TrafficPattern> asked_;
};

}  // namespace tactus
