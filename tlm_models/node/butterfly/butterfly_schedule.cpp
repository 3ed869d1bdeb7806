#include "tlm_models/node/butterfly/butterfly_schedule.h"

#include <string>

namespace tactus {

std::vector<ConfigFault> validate(const ButterflyShape& shape) {
  std::vector<ConfigFault> faults;
  const auto check_range = [&](const char* field, int value, int least, int most) {
    if (value >= least && value <= most) return;
    faults.push_back(
        {field, std::to_string(value) + ": must be " + std::to_string(least) + " to " + std::to_string(most)});
  };
  check_range("dimensions", shape.dimensions, 1, kMostDimensions);
  check_range("middle_rounds", shape.middle_rounds, 0, kMostRedundantRounds);
  check_range("final_rounds", shape.final_rounds, 0, kMostRedundantRounds);
  if (shape.middle_position) check_range("middle_position", *shape.middle_position, 1, shape.dimensions);
  if (shape.middle_rounds > 0 && shape.position() == 0) {
    faults.push_back(
        {"middle_position", "before the first round no two processes hold the same data: there is nothing redundant"});
  }
  return faults;
}

std::vector<ButterflyRound> butterfly_schedule(const ButterflyShape& shape) {
  std::vector<ButterflyRound> rounds;
  rounds.reserve(static_cast<std::size_t>(shape.rounds()));
  const int position = shape.position();
  for (int i = 0; i < position; ++i) rounds.push_back({i, false});
  for (int i = 0; i < shape.middle_rounds; ++i) rounds.push_back({i % position, true});
  for (int i = position; i < shape.dimensions; ++i) rounds.push_back({i, false});
  for (int i = 0; i < shape.final_rounds; ++i) rounds.push_back({i % shape.dimensions, true});
  return rounds;
}

}  // namespace tactus
