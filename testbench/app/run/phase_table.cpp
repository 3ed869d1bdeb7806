#include "testbench/app/run/phase_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "testbench/app/run/software.h"
#include "tlm_models/traffic/phased_sequences.h"

namespace tactus {
namespace {

/// A schedule whose periods are longer than its load by more than this is worth a warning.
constexpr double kMuch = 1.05;

double ratio(std::int64_t part, std::int64_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

/// Cycles of a period, of all groups of a sequence.
struct Cost {
  std::int64_t load = 0;
  std::int64_t period = 0;

  void add(const PhasedGroup& group, std::int64_t packet) {
    load += group.load * packet;
    period += group.period();
  }
  [[nodiscard]] double percent() const { return 100 * ratio(period, load); }
};

/// What a schedule costs.
class PhaseCosts {
 public:
  explicit PhaseCosts(const Scenario& scenario) : scenario_(scenario), phased_(*scenario.workload.phased) {
    for (const PhasedGroup& group : phased_.groups) {
      of_sequences_[group.sequence].add(group, phased_.packet);
      in_all_.add(group, phased_.packet);
      stands_ = stands_ ? std::min(*stands_, group.lateness) : group.lateness;
    }
  }

  [[nodiscard]] const Cost& in_all() const { return in_all_; }

  /// Empty if every sequence has the period of its load.
  [[nodiscard]] std::string slower() const {
    std::vector<std::string> each;
    for (const auto& [number, cost] : of_sequences_) {
      if (cost.period > cost.load) each.push_back(fmt::format("{} ({:.1f} %)", number, cost.percent()));
    }
    if (each.empty()) return {};
    return fmt::format("{} of {} sequences take longer than the load of their links: {}", each.size(),
                       of_sequences_.size(), fmt::join(each, ", "));
  }

  /// Cycles by which two counters may be apart when the schedule ends; 0 if software synchronises them, since their
  /// error is then the messages' and not known before.
  [[nodiscard]] std::int64_t apart() const {
    if (scenario_.counter.synchronise != CounterMethod::kNone) return 0;
    const double drifted = 2.0 * scenario_.counter.drift * 1e-6 * static_cast<double>(phased_.end);
    return offset() + static_cast<std::int64_t>(drifted);
  }
  /// Cycles by which they may be apart so that no link changes its order.
  [[nodiscard]] std::int64_t most_apart() const { return stands_.value_or(0) - (phased_.lateness - offset()); }

 private:
  [[nodiscard]] std::int64_t offset() const {
    return static_cast<std::int64_t>(scenario_.machine.clock.covering(scenario_.counter.offset).count());
  }

  const Scenario& scenario_;
  const PhasedSequences& phased_;
  std::map<int, Cost> of_sequences_;
  Cost in_all_;
  std::optional<std::int64_t> stands_;  ///< least lateness of any group
};

double microseconds(Picoseconds time) { return static_cast<double>(time.count()) * 1e-6; }

std::string end_text(const Scenario& scenario, const Cost& in_all) {
  const PhasedSequences& phased = *scenario.workload.phased;
  const auto of_cycles = [&](std::int64_t cycles) {
    return microseconds(scenario.machine.clock.edge(Cycles{static_cast<std::uint64_t>(cycles)}));
  };
  const double end = of_cycles(static_cast<std::int64_t>(phased.end));
  std::string text = fmt::format("the last slot ends after {:.1f} us", end);
  const Software software(scenario, scenario.machine.network);
  if (const auto time = software.workload()->ideal_time(scenario.machine)) {
    const double ideal = microseconds(*time);
    text += fmt::format(", {:.1f} % of the ideal {:.1f} us; the load of the links alone takes {:.1f} %",
                        100 * end / ideal, ideal, 100 * of_cycles(in_all.load * phased.packets) / ideal);
  }
  if (scenario.workload.sequence_barrier) text += ", without barriers: by these sequences begin later";
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> phase_rows(const Scenario& scenario) {
  const PhasedSequences& phased = *scenario.workload.phased;
  std::vector<std::vector<std::string>> rows = {
      {"sequence", "load", "slots", "slot", "period", "percent_of_load", "stands", "early", "begin", "offsets"}};
  for (const PhasedGroup& group : phased.groups) {
    std::vector<std::string> offsets;
    for (const Coordinate& offset : group.offsets) offsets.push_back(scenario.machine.network.text(offset));
    const auto text = [](auto number) { return std::to_string(number); };
    rows.push_back({text(group.sequence), text(group.load), text(group.slots), text(group.slot), text(group.period()),
                    fmt::format("{:.2f}", 100 * ratio(group.period(), group.load * phased.packet)),
                    text(group.lateness), text(group.early), text(group.begin),
                    fmt::format("{}", fmt::join(offsets, " "))});
  }
  return rows;
}

std::string phase_text(const Scenario& scenario) {
  const PhasedSequences& phased = *scenario.workload.phased;
  const PhaseCosts costs(scenario);
  std::string text = fmt::format(
      "{} packets a message, {} cycles each; every group has to stand {} cycles of tolerance and clock error\n",
      phased.packets, phased.packet, phased.lateness);
  for (const std::vector<std::string>& row : phase_rows(scenario)) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) text += fmt::format("{:>{}}  ", row[i], i == 5 ? 15 : 8);
    text += row.back() + "\n";
  }
  const std::string slower = costs.slower();
  text += fmt::format("periods: {:.2f} % of the load of the links: {}\n", costs.in_all().percent(),
                      slower.empty() ? "each sequence has the period of its load" : slower);
  text += "end: " + end_text(scenario, costs.in_all()) + "\n";
  if (costs.apart() > 0) {
    text += fmt::format("counters: up to {} cycles apart at the end; the schedule stands {}\n", costs.apart(),
                        costs.most_apart());
  }
  return text;
}

std::string phase_warning(const Scenario& scenario) {
  if (scenario.workload.phased == nullptr) return {};
  const PhaseCosts costs(scenario);
  std::vector<std::string> told;
  if (costs.in_all().percent() > 100 * kMuch) {
    told.push_back(
        fmt::format("the schedule of phases takes {:.1f} % of the load of the links", costs.in_all().percent()));
  }
  if (costs.apart() > costs.most_apart()) {
    told.push_back(fmt::format("counters may be {} cycles apart at the end, and the schedule of phases stands {}",
                               costs.apart(), costs.most_apart()));
  }
  return told.empty() ? "" : fmt::format("{}; `tactus phases` tells more", fmt::join(told, "; "));
}

}  // namespace tactus
