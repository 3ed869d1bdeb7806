#include "testbench/app/results/counter_summary.h"

#include <algorithm>
#include <cstdlib>

#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

/// Largest difference of first errors between `node` and the next node in each dimension.
FineCount to_neighbours(const std::vector<CounterSynchronisation::Error>& errors, const NetworkShape& torus, int node) {
  FineCount most = 0;
  for (int d = 0; d < torus.dimensions(); ++d) {
    Coordinate step;
    step.set(d, 1);
    const int next = torus.node(torus.wrapped(torus.coordinate(node), step));
    const FineCount apart = errors[static_cast<std::size_t>(next)].first - errors[static_cast<std::size_t>(node)].first;
    most = std::max(most, std::abs(apart));
  }
  return most;
}

}  // namespace

std::optional<CounterSummary> summarise(const CounterSynchronisation& all, const NetworkShape& torus, Clock clock) {
  const std::vector<CounterSynchronisation::Error>& errors = all.errors();
  FineCount sum = 0;
  FineCount first = 0;
  FineCount between = 0;
  FineCount largest = 0;
  for (int node = 0; node < torus.hosts(); ++node) {
    const CounterSynchronisation::Error& error = errors[static_cast<std::size_t>(node)];
    if (error.begins == 0) return std::nullopt;
    sum += std::abs(error.first);
    first = std::max(first, std::abs(error.first));
    between = std::max(between, to_neighbours(errors, torus, node));
    largest = std::max(largest, error.largest);
  }
  const double ns = static_cast<double>(clock.edge(Cycles{1}).count()) * 1e-3 / kFineCycle;
  const auto time = [ns](FineCount count) { return static_cast<double>(count) * ns; };
  return CounterSummary{time(sum) / torus.hosts(), time(first), time(between), time(largest)};
}

void add_lines(const CounterSummary& counters, SummaryLines& lines) {
  lines.add("counters", "{:.1f} ns off in the mean, {:.1f} ns at most, {:.1f} ns between neighbours; later {:.1f} ns",
            counters.first_mean_ns, counters.first_max_ns, counters.first_neighbour_ns, counters.max_ns);
}

}  // namespace tactus
