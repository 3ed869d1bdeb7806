#include "testbench/app/results/text_summary.h"

#include "testbench/app/results/run_fields.h"

namespace tactus {

std::string duration_text(double seconds) {
  if (seconds >= 1.0) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.0f} ns", seconds * 1e9);
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

std::string text_summary(const RunSummary& summary, const std::filesystem::path& folder) {
  SummaryLines lines;
  for (const ResultField<RunSummary>& field : fields_of<RunSummary>()) {
    if (field.told != nullptr) field.told(summary, lines);
  }
  lines.add("results", "{}", folder.string());
  return lines.text();
}

std::string latency_text(const LatencySummary& ns) {
  return fmt::format("mean {}, p50 {}, p95 {}, p99 {}, max {}", duration_text(ns.mean * 1e-9),
                     duration_text(ns.p50 * 1e-9), duration_text(ns.p95 * 1e-9), duration_text(ns.p99 * 1e-9),
                     duration_text(ns.max * 1e-9));
}

std::string longest_text(const RunSummary& run) {
  std::string text;
  if (run.slowest_packet) text = fmt::format("packet {}", *run.slowest_packet);
  if (!run.trace || !run.trace->slowest_message) return text;
  return text + fmt::format("{}message {}, which took {}", text.empty() ? "" : " and ", *run.trace->slowest_message,
                            duration_text(run.trace->slowest_message_s.value_or(0)));
}

std::string repetitions_text(const RunSummary& run) {
  return run.link_repetitions ? fmt::format(", {} repetitions by links", count_text(*run.link_repetitions)) : "";
}

}  // namespace tactus
