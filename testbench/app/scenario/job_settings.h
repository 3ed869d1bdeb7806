#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hw/common/coordinate.h"
#include "hw/common/network_shape.h"
#include "tlm_models/traffic/collectives/collective_choice.h"

namespace tactus {

/// How a file of operations is read, and what becomes time.
struct ScheduleReading {
  double compute_scale = 1;                   ///< computing takes so many times as long; above 0
  double flop_rate = 0;                       ///< flop/s of a rank, for formats that count operations; 0: not given
  Picoseconds goal_unit{1000};                ///< unit of GOAL's calc
  std::vector<CollectiveChoice> collectives;  ///< methods of collective calls, for formats that have such
};

/// A node of the machine as a scenario names it: by its number, or by as many coordinates as it gives.
struct NamedNode {
  std::optional<int> number;
  Coordinate place;
  int coordinates = 0;
};

/// Nodes of a job as a scenario names them.
struct JobNodes {
  bool box = false;             ///< the two of `list` are corners: the first and the last node, all between are meant
  std::vector<NamedNode> list;  ///< empty: the scenario does not say
};

/// The numbers of `nodes` in a network of that shape, or what is wrong with them.
std::variant<std::vector<int>, std::string> numbers_of(const JobNodes& nodes, const NetworkShape& shape);

/// Settings of a job of `workload.jobs` besides its JobConfig, as the scenario gives them.
struct JobSettings {
  JobNodes nodes;
  std::string schedule_file;  ///< schedule: as written in the scenario
  ScheduleReading schedule_reading;
};

}  // namespace tactus
