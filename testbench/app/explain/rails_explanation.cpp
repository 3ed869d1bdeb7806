#include "testbench/app/explain/rails_explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

constexpr double kWorthTelling = 0.001;  ///< share

const RailsSizeSummary& largest(const RailsSummary& rails) {
  return *std::max_element(rails.sizes.begin(), rails.sizes.end(),
                           [](const auto& a, const auto& b) { return a.size < b.size; });
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

}  // namespace

double largest_message_seconds(const RailsSummary& rails) { return largest(rails).message_s; }
std::string largest_size_text(const RailsSummary& rails) { return size_text(largest(rails).size); }

std::string rails_explanation_text(const RunSummary& run) {
  const RailsSummary& rails = *run.rails;
  const RailsSizeSummary& most = largest(rails);
  std::string text = fmt::format(
      "{}: {:.3f} GB/s with messages of {}, over {} of either node\n", run.scenario, most.bytes_per_second * 1e-9,
      size_text(most.size), fmt::format("{} {}", rails.nics.size() == 1 ? "NIC" : "NICs", fmt::join(rails.nics, ", ")));
  if (most.rail_rates.size() > 1) {
    text += fmt::format("Of it each rail moved: {:.3f} GB/s\n", fmt::join(scaled(most.rail_rates, 1e-9), ", "));
  }
  text += fmt::format("\nWhat the slowest rail waited for, messages of {}\n", size_text(most.size));
  for (const LimitShare& limit : most.limits) {
    if (limit.share >= kWorthTelling) text += fmt::format("  {:5.1f} %  {}\n", 100 * limit.share, limit.resource);
  }
  if (rails.sizes.size() == 1) return text;
  text += "\nBandwidth by size, and what the slowest rail waited for most\n";
  for (const RailsSizeSummary& size : rails.sizes) {
    const std::string waited = size.limits.empty() ? ""
                                                   : fmt::format("{:5.1f} %  {}", 100 * size.limits.front().share,
                                                                 size.limits.front().resource);
    text += fmt::format("  {:>8}  {:>8.3f} GB/s  {:>10}  {}\n", size_text(size.size), size.bytes_per_second * 1e-9,
                        duration_text(size.message_s), waited);
  }
  return text;
}

}  // namespace tactus
