#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>

#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Lines of the text summary, each with a label.
class SummaryLines {
 public:
  template <class... Args>
  void add(const std::string& label, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), "{:<12}", label);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_.push_back('\n');
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Summary of a run for a person, as aligned lines of plain text: the most important first.
std::string text_summary(const RunSummary& summary, const std::filesystem::path& folder);

/// Mean, percentiles and maximum.
std::string latency_text(const LatencySummary& ns);
/// Packet and message that took longest; empty if neither is known.
std::string longest_text(const RunSummary& run);
/// ", 37 repetitions by links"; empty for a run without bit errors.
std::string repetitions_text(const RunSummary& run);
/// `seconds` with the unit that fits: "25.80 ms".
std::string duration_text(double seconds);
/// Digits in groups of three: "15,192,360".
std::string count_text(std::uint64_t count);

}  // namespace tactus
