#include "tlm_models/traffic/nearest_neighbour.h"

#include <algorithm>

namespace tactus {
namespace {

int widest_step(const NetworkShape& shape) {
  int hops = 0;
  for (int d = 0; d < shape.dimensions(); ++d) hops = std::max(hops, widest_shift(shape, d, 1));
  return hops;
}

}  // namespace

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

}  // namespace tactus
