#include "testbench/app/import/import_summary.h"

#include <fmt/core.h>

namespace tactus {

std::string summary_text(const ImportSummary& summary, const std::string& format) {
  std::string text = fmt::format("format {}, {} ranks\n", format, summary.ranks);
  text += fmt::format("operations: {} sends of {} B in all, {} receives, {} computes of {:.6g} s in all, {} waits\n",
                      summary.sends, summary.sent_bytes, summary.receives, summary.computes, summary.compute_seconds,
                      summary.waits);
  text += fmt::format("dependencies: {}\n", summary.dependencies);
  std::string calls;
  for (int kind = 0; kind < kMpiCollectives; ++kind) {
    const std::uint64_t count = summary.collectives.at(static_cast<std::size_t>(kind));
    if (count == 0) continue;
    calls += fmt::format("{}{} {}", calls.empty() ? "" : ", ", count, name_of(static_cast<MpiCollective>(kind)));
  }
  if (!calls.empty()) text += fmt::format("collective calls: {}\n", calls);
  std::string others;
  for (const auto& [name, times] : summary.without_effect) {
    others += fmt::format("{}{} {}", others.empty() ? "" : ", ", times, name);
  }
  if (!others.empty()) text += fmt::format("statements that are no operation: {}\n", others);
  return text;
}

}  // namespace tactus
