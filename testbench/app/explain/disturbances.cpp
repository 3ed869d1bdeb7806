#include "testbench/app/explain/disturbances.h"

#include <fmt/format.h>

#include "testbench/app/explain/places.h"
#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

std::string rank_text(const RunSummary& run, const RankDelay& delay) {
  return fmt::format("rank {} on {}{}", delay.rank, run.graph ? "" : "node ", node_text(run, delay.node));
}

/// "; 45.1 % of the critical path is noise", at either level; empty without a path.
std::string share_of_path(const RunSummary& run, RankPart part, const char* name) {
  const auto share = [&](const auto& path) {
    const double length = static_cast<double>(path.length);
    return length > 0 ? 100 * static_cast<double>(path.parts[part]) / length : 0;
  };
  if (!run.critical_path && !run.flow_critical_path) return {};
  const double percent = run.critical_path ? share(*run.critical_path) : share(*run.flow_critical_path);
  return fmt::format("; {:.1f} % of the critical path is {}", percent, name);
}

/// "Cables that carry nothing: [[[3, 3], [4, 3]]]", as the key has them; empty if it has none.
std::string cables_text(const RunSummary& run, const char* key, const char* name) {
  const std::string value = run.configured(key);
  return value.empty() || value == "none" ? "" : fmt::format("{}: {}\n", name, value);
}

}  // namespace

std::string disturbances_text(const RunSummary& run) {
  std::string text;
  if (run.noise && !run.noise->ranks.empty()) {
    const RankDelay& most = run.noise->ranks.front();
    text += fmt::format("Noise took {} from {}, {:.0f} % of what it took from all ranks{}\n",
                        duration_text(most.time_s), rank_text(run, most), 100 * most.time_s / run.noise->stolen_s,
                        share_of_path(run, RankPart::kNoise, "noise"));
  }
  if (run.late_starts && !run.late_starts->ranks.empty()) {
    const RankDelay& last = run.late_starts->ranks.front();
    text += fmt::format("Late starts: {} began last, at {}, and ranks in the mean at {}{}\n", rank_text(run, last),
                        duration_text(last.time_s), duration_text(run.late_starts->mean_s),
                        share_of_path(run, RankPart::kLateStart, "late starts"));
  }
  text += cables_text(run, "faults.cables", "Cables that carry nothing");
  text += cables_text(run, "link.overrides", "Links unlike the others");
  text += cables_text(run, "faults.outages", "Cables that carry nothing for a while");
  const std::string errors = run.configured("faults.bit_error_rate");
  if (!errors.empty() && errors != "0") text += fmt::format("Links with bit errors: rate {}\n", errors);
  return text;
}

}  // namespace tactus
