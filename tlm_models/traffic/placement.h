#pragma once

#include <memory>
#include <vector>

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Node of each rank: 0, 1, 2 ... shuffled by `seed`.
std::vector<int> random_placement(int ranks, std::uint64_t seed);

/// A workload whose rank r runs on node `node_of_rank[r]`. Signs of offsets are those of the nodes' plain difference,
/// and sequences tell no hops: which are passed, only the run knows.
class PlacedWorkload final : public Workload {
 public:
  PlacedWorkload(std::unique_ptr<Workload> ranks, std::vector<int> node_of_rank, TorusShape shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int node) const override;
  [[nodiscard]] std::uint64_t messages() const override { return ranks_->messages(); }
  [[nodiscard]] Bytes bytes() const override { return ranks_->bytes(); }
  [[nodiscard]] std::optional<Picoseconds> ideal_time(const MachineConfig& machine) const override {
    return ranks_->ideal_time(machine);
  }

 private:
  std::unique_ptr<Workload> ranks_;
  std::vector<int> node_of_rank_;
  std::vector<int> rank_of_node_;
  TorusShape shape_;
};

}  // namespace tactus
