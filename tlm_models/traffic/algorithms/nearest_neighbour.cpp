#include <algorithm>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/step_workload.h"

namespace tactus {
namespace {

int widest_step(const NetworkShape& shape) {
  int hops = 0;
  for (int d = 0; d < shape.dimensions(); ++d) hops = std::max(hops, widest_shift(shape, d, 1));
  return hops;
}

/// Every rank exchanges with those in its place on the neighbouring nodes at once, message d going in direction d.
/// Behind the last node of a dimension comes the first, on a mesh too. Each repetition is a sequence.
class NearestNeighbour final : public StepWorkload {
 public:
  NearestNeighbour(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::uint64_t steps() const override { return sequences().size(); }
  [[nodiscard]] ExchangeStep step(std::uint64_t number) const override;
  [[nodiscard]] Exchange exchange(std::uint64_t number, int message, int rank) const override;

 private:
  Bytes message_size_;
};

NearestNeighbour::NearestNeighbour(const WorkloadConfig& config, const RankShape& shape)
    : StepWorkload(config, shape, repetitions_of(config.repetitions, widest_step(shape.nodes))),
      message_size_(config.message_size) {}

ExchangeStep NearestNeighbour::step(std::uint64_t number) const {
  ExchangeStep step;
  step.sequence = static_cast<int>(number) + 1;
  step.messages = shape().nodes.directions();
  step.tag = static_cast<std::uint32_t>(number) * static_cast<std::uint32_t>(step.messages);
  step.tag_per_message = true;  // in a ring of two nodes both neighbours are the same
  step.bytes = message_size_;
  return step;
}

Exchange NearestNeighbour::exchange(std::uint64_t, int message, int rank) const {
  const auto direction = static_cast<Direction>(message);
  const NetworkShape& torus = shape().nodes;
  const Coordinate self = shape().coordinate(rank);
  const auto there = [&](Coordinate node) { return shape().rank(torus.node(node), shape().place(rank)); };
  return {there(torus.neighbour(self, direction)), there(torus.neighbour(self, opposite(direction))),
          is_negative(direction) ? OffsetSigns(1U << dimension_of(direction)) : OffsetSigns()};
}

std::uint64_t early(const WorkloadConfig& config, const RankShape& shape) {
  const auto repetitions = static_cast<std::uint64_t>(config.repetitions);
  // A neighbor is at most one step ahead, because it waits for the message of every step.
  const std::uint64_t steps = config.wait_receives ? std::min(repetitions, kStepsBehind) : repetitions;
  return for_all_ranks(step_by_engine(shape) * steps, shape);
}

AlgorithmPolicy nearest_neighbour() {
  AlgorithmPolicy policy = rank_programs<NearestNeighbour>(
      "nearest_neighbour", "Every rank exchanges with those in its place on all neighboring nodes at once.");
  policy.early_messages = early;
  policy.misfit = [](const RankShape& shape) { return grid_misfit(shape, "nearest_neighbour"); };
  policy.message_size = true;
  policy.repetitions = true;
  policy.wait_receives = true;
  return policy;
}

const Registered<AlgorithmKind> kNearestNeighbour{nearest_neighbour()};

}  // namespace
}  // namespace tactus
