#include "testbench/app/report/result_data.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "testbench/app/report/curves.h"
#include "testbench/app/report/torus_map.h"
#include "testbench/app/report/trace_lives.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/results/run_fields.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr char kLinksFile[] = "links.csv";
constexpr char kOccupancyFile[] = "vc_occupancy.csv";
constexpr char kTraceFile[] = "trace.json";
/// Of the page's size, for lives of packets.
constexpr std::size_t kShareOfLives = 4;

/// Value of the key in the program as it is; nothing if there is no such key any more.
std::optional<std::string> default_of(const std::string& key) {
  const int number = find_key(key);
  if (number < 0) return std::nullopt;
  return scenario_keys()[static_cast<std::size_t>(number)].show_default();
}

ResultFile run_in(const fs::path& folder) {
  ResultFile file(folder / "result.json");
  file.require_run();
  return file;
}

}  // namespace

ResultData::ResultData(fs::path folder)
    : folder_(std::move(folder)),
      file_(run_in(folder_)),
      of_flows_(file_.use([](const Json& result) { return result.value("level", "") == "flow"; })) {
  if (of_flows() || !fs::exists(arrays())) return;
  const auto shape = [this](const Json& result) {
    if (configuration("network.kind") == "graph") return graph_of(arrays(), result.at("graph").at("hosts").get<int>());
    return shown_shape(configuration("network.shape"), configuration("network.wrap"));
  };
  measures_.emplace(arrays(), file_.use(shape));
}

fs::path ResultData::arrays() const { return folder_ / kAttributionFile; }

std::string ResultData::configuration(const std::string& key) const {
  const Json value = result().at("configuration").value(key, Json());
  return value.is_string() ? value.get<std::string>() : "";
}

Json ResultData::configuration_rows() const {
  Json rows = Json::array();
  for (const auto& [key, value] : result().at("configuration").items()) {
    const std::optional<std::string> usual = default_of(key);
    rows.push_back({{"key", key}, {"value", value}, {"default", usual ? Json(*usual) : Json()}});
  }
  return rows;
}

Json ResultData::figures() const {
  Json list = Json::array();
  for (const ResultFigure& figure : result_figures(&ResultFigure::tile)) {
    list.push_back({{"name", figure.tile}, {"unit", figure.unit}, {"value", value_of(figure, result())}});
  }
  return list;
}

Json ResultData::curves() const {
  if (measures_) return torus_curves(*measures_);
  if (of_flows() && fs::exists(arrays()))
    return flow_curves(arrays(), result().value("flow_attribution", Json::object()));
  Json curves = Json::object();
  if (fs::exists(folder_ / kLinksFile)) curves["throughput"] = file_curves(folder_ / kLinksFile, "GB/s per link");
  if (fs::exists(folder_ / kOccupancyFile)) {
    curves["occupancy"] = file_curves(folder_ / kOccupancyFile, "share of the buffers in use");
  }
  return curves;
}

Json ResultData::missing() const {
  Json list = Json::array();
  if (of_flows()) {
    if (!result().contains("flow_attribution")) {
      list.push_back(
          "What messages' time was spent on, and where they lost it. It is there with --set attribution.enabled=true.");
    } else if (!fs::exists(arrays())) {
      list.push_back(fmt::format("Curves over time: there is no {} in the folder.", kAttributionFile));
    }
    return list;
  }
  // A lone node or a pair of them has no network that packets could wait in.
  if (result().contains("rails") || result().contains("copies")) return list;
  if (!result().contains("attribution")) {
    const bool packets = fs::exists(folder_ / kLinksFile);
    list.push_back(packets ? "What packets waited for, where and when. It is there with --set attribution.enabled=true."
                           : "What packets waited for, where and when: this run has no packets on links of a network.");
  } else if (!measures_) {
    list.push_back(fmt::format("Links over time: there is no {} in the folder.", kAttributionFile));
  }
  if (!measures_ && !fs::exists(folder_ / kLinksFile)) {
    list.push_back(fmt::format("Curves over time: there is no {} in the folder.", kLinksFile));
  }
  return list;
}

Json ResultData::json(std::size_t most_bytes) {
  return file_.use([&](const Json& result) { return page_data(result, most_bytes); });
}

Json ResultData::page_data(Json result, std::size_t most_bytes) {
  result.erase("configuration");
  // Before the curves, since it may make windows longer.
  Json lives =
      fs::exists(folder_ / kTraceFile) ? trace_lives(folder_ / kTraceFile, most_bytes / kShareOfLives) : Json();
  const std::size_t taken = result.dump().size() + lives.dump().size();
  const std::size_t room = most_bytes - std::min(most_bytes, taken);
  Json map = measures_ ? torus_map(*measures_, room) : Json();
  return {{"folder", folder_.string()},
          {"result", result},
          {"configuration", configuration_rows()},
          {"figures", figures()},
          {"missing", missing()},
          {"curves", curves()},
          {"map", map},
          {"lives", lives}};
}

}  // namespace tactus
