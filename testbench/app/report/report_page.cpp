#include "testbench/app/report/report_page.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "testbench/app/about/about.h"
#include "testbench/app/report/explore_data.h"
#include "testbench/app/report/page_files.h"
#include "testbench/app/report/result_data.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Of results and arrays in text, so that a page stays below 6 MB.
constexpr std::size_t kMostBytes = 5'500'000;

enum class FolderKind { kRun, kSweep, kExploration };

FolderKind kind_of(const fs::path& folder) {
  if (!fs::exists(folder)) throw UnreadableResult(folder, "there is no such folder");
  if (!fs::is_directory(folder)) throw UnreadableResult(folder, "is no folder; a report is made of a result folder");
  if (fs::exists(folder / "result.json")) return FolderKind::kRun;
  if (fs::exists(folder / kExploreFile)) return FolderKind::kExploration;
  if (fs::exists(folder / "sweep.csv")) return FolderKind::kSweep;
  throw UnreadableResult(folder, "is no result folder: it has neither result.json nor sweep.csv nor explore.json");
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  text.replace(text.find(mark), mark.size(), by);
}

/// A text in a page ends at the first "</": within strings of JSON "<" may be written otherwise.
std::string in_page(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

std::string page(const Json& data) {
  std::string text(page_file("report.html"));
  replace(text, "/*{{style}}*/", std::string(page_file("uPlot.min.css")) + std::string(page_file("report.css")));
  replace(text, "{{licence}}", std::string(page_file("LICENSE")));
  replace(text, "/*{{uplot}}*/", std::string(page_file("uPlot.iife.min.js")));
  replace(text, "/*{{script}}*/", page_script());
  replace(text, "{{data}}", in_page(data));
  return text;
}

Json head(const std::string& kind) { return {{"kind", kind}, {"program", tactus_version()}}; }

/// Two runs are compared window by window where windows are of one length; it is a power of two of cycles.
void make_windows_equal(WindowMeasures& a, WindowMeasures& b) {
  while (a.window_cycles() < b.window_cycles()) a.halve();
  while (b.window_cycles() < a.window_cycles()) b.halve();
}

/// A measure is looked at in both runs.
void make_measures_equal(WindowMeasures& a, WindowMeasures& b) {
  if (a.have_bubbles()) b.add_no_bubbles();
  if (b.have_bubbles()) a.add_no_bubbles();
}

/// "4x4 torus", "4x4 mesh", "4x4x2 torus, mesh in z", "ring of 8".
std::string network_text(const NetworkShape& network) {
  if (network.is_graph()) return "graph of " + network.text();
  if (network.dimensions() == 1) return fmt::format("{} of {}", network.wraps(0) ? "ring" : "row", network.size(0));
  std::string rows;
  int count = 0;
  for (int d = 0; d < network.dimensions(); ++d) {
    if (network.wraps(d)) continue;
    rows += (count++ == 0 ? "" : " and ") + std::string(kDimensionNames[static_cast<std::size_t>(d)]);
  }
  if (count == network.dimensions()) return network.text() + " mesh";
  return network.text() + " torus" + (count == 0 ? "" : ", mesh in " + rows);
}

/// Why the links of two runs cannot be subtracted; empty if they can.
std::string difference_of_maps(ResultData& a, ResultData& b) {
  if (a.of_flows() || b.of_flows()) return "Runs at flow level have no windows of links that could be subtracted.";
  if (!a.measures() || !b.measures()) return "Only runs that both have attribution.h5 have links to subtract.";
  const NetworkShape one = a.measures()->network();
  const NetworkShape two = b.measures()->network();
  if (one != two) {
    return fmt::format("Links cannot be subtracted: the networks are a {} and a {}.", network_text(one),
                       network_text(two));
  }
  if (a.configuration("clock") != b.configuration("clock")) {
    return fmt::format("Links cannot be subtracted: the clocks are {} and {}.", a.configuration("clock"),
                       b.configuration("clock"));
  }
  return "";
}

}  // namespace

std::string report_page(const fs::path& folder) {
  Json data;
  const FolderKind kind = kind_of(folder);
  if (kind == FolderKind::kSweep) {
    data = head("sweep");
    data["sweep"] = sweep_data(folder);
  } else if (kind == FolderKind::kExploration) {
    data = head("exploration");
    data["exploration"] = explore_data(folder);
  } else {
    data = head("run");
    data["runs"] = Json::array({ResultData(folder).json(kMostBytes)});
  }
  return page(data);
}

std::string report_page(const fs::path& folder, const fs::path& other) {
  for (const fs::path& of_run : {folder, other}) {
    const FolderKind kind = kind_of(of_run);
    if (kind == FolderKind::kRun) continue;
    const char* what = kind == FolderKind::kSweep ? "a sweep" : "an exploration";
    throw UnreadableResult(of_run, fmt::format("is the folder of {}; only runs are put side by side", what));
  }
  ResultData a(folder);
  ResultData b(other);
  Json data = head("comparison");
  if (a.measures() && b.measures()) make_measures_equal(*a.measures(), *b.measures());
  const std::string obstacle = difference_of_maps(a, b);
  if (obstacle.empty()) make_windows_equal(*a.measures(), *b.measures());
  data["runs"] = Json::array({a.json(kMostBytes / 2), b.json(kMostBytes / 2)});
  // The arrays had to have room, too.
  if (obstacle.empty() && a.measures()->window_cycles() != b.measures()->window_cycles()) {
    make_windows_equal(*a.measures(), *b.measures());
    data["runs"] = Json::array({a.json(kMostBytes / 2), b.json(kMostBytes / 2)});
  }
  data["obstacle"] = obstacle;
  return page(data);
}

}  // namespace tactus
