#include "testbench/app/kinds/rails/limit_focus.h"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/app/kinds/rails/limit_rows.h"
#include "testbench/app/results/wheel_waves.h"

namespace tactus {

LimitFocus::LimitFocus(const ProbeList& probes, const RailsExperiment& experiment)
    : probes_(probes), experiment_(experiment), rail_of_probe_(probes.size(), experiment.rails()) {
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].name != "limit") continue;
    rail_of_probe_[i] = rails_.size();
    rails_.push_back({i});
  }
}

void LimitFocus::add(Cycles cycle, const WaveChanges& changes) {
  if (!begun_) window_ = last_ = cycle;
  begun_ = true;
  go_on(cycle);
  for (const WaveChange& change : changes) {
    const std::size_t rail = rail_of_probe_[change.probe];
    if (rail < rails_.size()) rails_[rail].value = change.value;
  }
}

void LimitFocus::go_on(Cycles cycle) {
  while (last_ < cycle) {
    const Cycles end = std::min(cycle, window_ + Cycles{kWindow});
    for (Rail& rail : rails_) {
      Time& time = rail.times[rail.value];
      if (time.window == 0) time.since = last_;
      time.window += (end - last_).count();
      time.all += (end - last_).count();
    }
    last_ = end;
    if (end == window_ + Cycles{kWindow}) end_window();
  }
}

void LimitFocus::end_window() {
  for (Rail& rail : rails_) {
    for (auto& [value, time] : rail.times) {
      if (time.window > time.most) {
        time.most = time.window;
        time.most_begin = window_;
        time.most_since = time.since;
      }
      time.window = 0;
    }
  }
  window_ = last_;
}

void LimitFocus::finish(Cycles end) {
  if (!begun_) return;
  go_on(end);
  end_window();
}

std::optional<WaveHighlight> LimitFocus::highlight() const {
  const Time* worst = nullptr;
  std::size_t rail = 0;
  std::uint64_t limit = 0;
  for (std::size_t i = 0; i < rails_.size(); ++i) {
    for (const auto& [value, time] : rails_[i].times) {
      if (value == 0 || (worst != nullptr && time.all <= worst->all)) continue;  // 0: protocol and latency
      worst = &time;
      rail = i;
      limit = value;
    }
  }
  if (worst == nullptr) return std::nullopt;
  const std::uint64_t length = std::min(kWindow, (last_ - worst->most_begin).count());
  return WaveHighlight{group(rail, limit, *worst), worst->most_begin, length, worst->most_since, Cycles{kWindow / 8}};
}

WaveGroup LimitFocus::group(std::size_t rail, std::uint64_t value, const Time& time) const {
  const Probe& probe = probes_[rails_[rail].probe];
  const LimitRows rows(probes_, experiment_, rail, value);
  std::uint64_t all = 0;
  for (const auto& [other, spent] : rails_[rail].times) all += spent.all;
  const double share = 100.0 * static_cast<double>(time.all) / static_cast<double>(all);
  return {fmt::format("limit: rail {}, {}, {:.0f} % of the time", rail, probe.enum_names[value], share), rows.node(),
          rows.rows()};
}

}  // namespace tactus
