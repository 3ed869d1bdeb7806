#include "testbench/app/validate/validation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using Verdict = ClaimRow::Verdict;

std::string verdict_text(Verdict verdict) {
  if (verdict == Verdict::kNotRun) return "not run";
  return verdict == Verdict::kHolds ? "holds" : "does NOT hold";
}

/// The numbers of a row with their mean, and their least and most if there are several.
std::string measured_text(const ClaimRow& row) {
  if (row.measured.empty()) return "-";
  const Expectation& expected = row.claim->expected;
  std::string text = expected.measured_text(mean(row.measured));
  if (row.measured.size() == 1) return text;
  const auto [least, most] = std::minmax_element(row.measured.begin(), row.measured.end());
  return fmt::format("{} ({} to {})", text, expected.measured_text(*least), expected.measured_text(*most));
}

/// How many of the rows hold and do not, and the same of predictions and of rows that something was fitted to.
std::string counts_text(const std::vector<ClaimRow>& rows) {
  const auto count = [&](Verdict verdict, const std::function<bool(const Claim&)>& counts) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const ClaimRow& row) { return row.verdict == verdict && counts(*row.claim); });
  };
  const auto any = [](const Claim&) { return true; };
  const auto fitted = [](const Claim& claim) { return !claim.fitted.empty(); };
  const auto predicted = [](const Claim& claim) { return claim.fitted.empty(); };
  const auto not_run = count(Verdict::kNotRun, any);
  return fmt::format("\n{} hold, {} do not, {} not run{}\n", count(Verdict::kHolds, any),
                     count(Verdict::kDoesNotHold, any), not_run, not_run > 0 ? " (--full runs them)" : "") +
         fmt::format("predicted: {} hold, {} do not; fitted: {} hold, {} do not\n", count(Verdict::kHolds, predicted),
                     count(Verdict::kDoesNotHold, predicted), count(Verdict::kHolds, fitted),
                     count(Verdict::kDoesNotHold, fitted));
}

/// Why tolerances are not those of the policy: a line for each reason.
std::string reasons_text(const std::vector<ClaimRow>& rows) {
  std::vector<std::string> lines;
  for (const ClaimRow& row : rows) {
    const Expectation& expected = row.claim->expected;
    if (expected.tolerance_reason().empty()) continue;
    std::string line = fmt::format("{}: {}\n", expected.tolerance_text(), expected.tolerance_reason());
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines.empty() ? "" : fmt::format("\n{}", fmt::join(lines, ""));
}

}  // namespace

std::string validation_text(const Paper& paper, const std::vector<ClaimRow>& rows) {
  std::vector<std::vector<std::string>> cells = {{"source", "claim", "expected", "measured", "tolerance", "verdict"}};
  for (const ClaimRow& row : rows) {
    const Expectation& expected = row.claim->expected;
    cells.push_back({row.claim->source, row.claim->text, expected.expected_text(), measured_text(row),
                     expected.tolerance_text(), verdict_text(row.verdict)});
    if (!row.claim->fitted.empty()) cells.back().back() += ", fitted: " + row.claim->fitted;
    if (!row.trouble.empty()) cells.back().back() += ": " + row.trouble;
  }
  std::vector<std::size_t> widths(cells.front().size());
  for (const auto& line : cells) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text = fmt::format("{}: {}\n\n", paper.name, paper.title);
  for (const auto& line : cells) {
    text += fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>{}}  {:<{}}  {}\n", line[0], widths[0], line[1], widths[1], line[2],
                        widths[2], line[3], widths[3], line[4], widths[4], line[5]);
  }
  return text + reasons_text(rows) + counts_text(rows);
}

Json validation_json(const Paper& paper, const std::vector<ClaimRow>& rows) {
  Json list = Json::array();
  for (const ClaimRow& row : rows) {
    const Expectation& expected = row.claim->expected;
    Json object;
    object["paper"] = paper.name;
    object["claim"] = row.claim->text;
    object["source"] = row.claim->source;
    object["expected"] = expected.is_number() ? Json(expected.value()) : Json(expected.expected_text());
    object["measured"] = row.measured.empty() ? Json(nullptr) : Json(mean(row.measured));
    if (row.measured.size() > 1) {
      const auto [least, most] = std::minmax_element(row.measured.begin(), row.measured.end());
      object["measured_least"] = *least;
      object["measured_most"] = *most;
    }
    object["unit"] = expected.unit();
    object["expected_text"] = expected.expected_text();
    object["measured_text"] = measured_text(row);
    object["tolerance"] = expected.tolerance_text();
    if (!expected.tolerance_reason().empty()) object["tolerance_reason"] = expected.tolerance_reason();
    object["fitted"] = !row.claim->fitted.empty();
    if (!row.claim->fitted.empty()) object["fitted_parameters"] = row.claim->fitted;
    object["holds"] = row.verdict == Verdict::kNotRun ? Json(nullptr) : Json(row.verdict == Verdict::kHolds);
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace tactus
