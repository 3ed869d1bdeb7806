#pragma once

#include <optional>

#include "hw/common/clock.h"
#include "hw/common/network_shape.h"
#include "tlm_models/traffic/synchronisation/counter_synchronisation.h"

namespace tactus {

class SummaryLines;

/// True errors of the counters that ranks have synchronised, as magnitudes in nanoseconds. Those at the begin of a
/// rank's first sequence say what the first synchronisation has left.
struct CounterSummary {
  double first_mean_ns = 0;       ///< against rank 0, at the begin of the first sequence
  double first_max_ns = 0;        ///< against rank 0, at the begin of the first sequence
  double first_neighbour_ns = 0;  ///< largest between two neighbours, at the begin of the first sequence
  double max_ns = 0;              ///< against rank 0, at the begin of any sequence
};
/// Summary of the errors on a torus with one rank on each node; nothing unless all ranks have begun a sequence.
std::optional<CounterSummary> summarise(const CounterSynchronisation& all, const NetworkShape& torus, Clock clock);
/// Adds the line of the text summary.
void add_lines(const CounterSummary& counters, SummaryLines& lines);

}  // namespace tactus
