#include "testbench/app/results/delay_fields.h"

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

/// ", rank 17 on (8,1)": the first of them.
std::string whose_text(const std::vector<RankDelay>& ranks) {
  if (ranks.empty()) return {};
  return fmt::format(", rank {} on ({})", ranks.front().rank, fmt::join(ranks.front().node, ","));
}

}  // namespace

ResultFields<RankDelay> declare(Struct<RankDelay>) {
  using Of = RankDelay;
  return {
      field("rank", &Of::rank, "", "Rank; with jobs the number of its processor."),
      field("node", &Of::node, "", "Coordinates of its node."),
      field("time_s", &Of::time_s, "s", "Its time."),
  };
}

ResultFields<LateStartSummary> declare(Struct<LateStartSummary>) {
  using Of = LateStartSummary;
  return {
      field("mean_s", &Of::mean_s, "s", "Mean over all ranks of the time at which they began."),
      field("max_s", &Of::max_s, "s", "Time at which the last one began."),
      field("ranks", &Of::ranks, "", "The five ranks that began last."),
  };
}

ResultFields<NoiseSummary> declare(Struct<NoiseSummary>) {
  using Of = NoiseSummary;
  return {
      field("stolen_s", &Of::stolen_s, "s", "Time taken from all ranks together."),
      field("mean_stolen_s", &Of::mean_stolen_s, "s", "Time taken from a rank, in the mean."),
      field("max_stolen_s", &Of::max_stolen_s, "s", "Time taken from the rank that lost most."),
      field("ranks", &Of::ranks, "", "The five ranks that lost most."),
  };
}

void tell_noise(const RunSummary& run, SummaryLines& lines) {
  if (!run.noise) return;
  lines.add("noise", "took {} from a rank in the mean, {} at most{}", duration_text(run.noise->mean_stolen_s),
            duration_text(run.noise->max_stolen_s), whose_text(run.noise->ranks));
}

void tell_late_starts(const RunSummary& run, SummaryLines& lines) {
  if (!run.late_starts) return;
  lines.add("starts", "ranks began {} late in the mean, {} at most{}", duration_text(run.late_starts->mean_s),
            duration_text(run.late_starts->max_s), whose_text(run.late_starts->ranks));
}

}  // namespace tactus
