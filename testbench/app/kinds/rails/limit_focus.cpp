#include "testbench/app/kinds/rails/limit_focus.h"

#include <fmt/core.h>

#include "testbench/app/kinds/rails/limit_rows.h"
#include "testbench/app/results/wheel_waves.h"

namespace tactus {
namespace {

bool is_limit(const Probe& probe) { return probe.name == "limit"; }

/// Values that the limits of all rails can have.
std::size_t all_limits(const ProbeList& probes) {
  std::size_t values = 0;
  for (const Probe& probe : probes) values += is_limit(probe) ? probe.enum_names.size() : 0;
  return values;
}

}  // namespace

LimitFocus::LimitFocus(const ProbeList& probes, const RailsExperiment& experiment)
    : probes_(probes),
      experiment_(experiment),
      rail_of_probe_(probes.size(), experiment.rails()),
      times_(all_limits(probes), kWindow) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (!is_limit(probes[i])) continue;
    rail_of_probe_[i] = rails_.size();
    rails_.push_back({i, first});
    times_.enter(first);
    first += probes[i].enum_names.size();
  }
}

void LimitFocus::add(Cycles cycle, const WaveChanges& changes) {
  times_.go_on(cycle);
  for (const WaveChange& change : changes) {
    const std::size_t number = rail_of_probe_[change.probe];
    if (number >= rails_.size()) continue;
    Rail& rail = rails_[number];
    times_.leave(rail.first + rail.value);
    times_.enter(rail.first + change.value);
    rail.value = change.value;
  }
}

void LimitFocus::finish(Cycles end) { times_.finish(end); }

std::optional<WaveHighlight> LimitFocus::highlight() const {
  std::uint64_t most = 0;
  std::size_t rail = 0;
  std::uint64_t limit = 0;
  for (std::size_t i = 0; i < rails_.size(); ++i) {
    const std::size_t values = probes_[rails_[i].probe].enum_names.size();
    for (std::uint64_t value = 1; value < values; ++value) {  // 0: protocol and latency
      const std::uint64_t spent = times_.spent_in(rails_[i].first + value);
      if (spent <= most) continue;
      most = spent;
      rail = i;
      limit = value;
    }
  }
  if (most == 0) return std::nullopt;
  return times_.highlight(rails_[rail].first + limit, group(rail, limit));
}

WaveGroup LimitFocus::group(std::size_t rail, std::uint64_t value) const {
  const Probe& probe = probes_[rails_[rail].probe];
  const LimitRows rows(probes_, experiment_, rail, value);
  const double spent = static_cast<double>(times_.spent_in(rails_[rail].first + value));
  const double share = 100.0 * spent / static_cast<double>(times_.elapsed().count());
  return {fmt::format("limit: rail {}, {}, {:.0f} % of the time", rail, probe.enum_names[value], share), rows.node(),
          rows.rows()};
}

}  // namespace tactus
