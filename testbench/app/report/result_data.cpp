#include "testbench/app/report/result_data.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "testbench/app/report/file_curves.h"
#include "testbench/app/report/flow_curves.h"
#include "testbench/app/report/torus_map.h"
#include "testbench/app/report/unreadable_result.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/shown_shape.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr char kLinksFile[] = "links.csv";
constexpr char kOccupancyFile[] = "vc_occupancy.csv";

Json read_result(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    Json json = Json::parse(text);
    if (json.is_object() && json.value("scenario", Json()).is_string() &&
        json.value("configuration", Json()).is_object())
      return json;
  } catch (const Json::parse_error& error) {
    const std::string read = text.substr(0, error.byte == 0 ? 0 : error.byte - 1);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    throw UnreadableResult(file, fmt::format("line {}, column {}: is no JSON from there on", line,
                                             read.size() - (read.rfind('\n') + 1) + 1));
  }
  throw UnreadableResult(file, "is not the result of a run");
}

/// Value of the key in the program as it is; nothing if there is no such key any more.
std::optional<std::string> default_of(const std::string& key) {
  const int number = find_key(key);
  if (number < 0) return std::nullopt;
  return scenario_keys()[static_cast<std::size_t>(number)].show_default();
}

}  // namespace

ResultData::ResultData(fs::path folder) : folder_(std::move(folder)), result_(read_result(folder_ / "result.json")) {
  if (of_flows() || !fs::exists(arrays())) return;
  measures_.emplace(arrays(), shown_shape(result_["configuration"]));
}

fs::path ResultData::arrays() const { return folder_ / kAttributionFile; }

std::string ResultData::configuration(const std::string& key) const {
  const Json value = result_["configuration"].value(key, Json());
  return value.is_string() ? value.get<std::string>() : "";
}

Json ResultData::configuration_rows() const {
  Json rows = Json::array();
  for (const auto& [key, value] : result_["configuration"].items()) {
    const std::optional<std::string> usual = default_of(key);
    rows.push_back({{"key", key}, {"value", value}, {"default", usual ? Json(*usual) : Json()}});
  }
  return rows;
}

Json ResultData::curves() const {
  if (measures_) return torus_curves(*measures_);
  if (of_flows() && fs::exists(arrays()))
    return flow_curves(arrays(), result_.value("flow_attribution", Json::object()));
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
    if (!result_.contains("flow_attribution")) {
      list.push_back(
          "What messages' time was spent on, and where they lost it. It is there with --set attribution.enabled=true.");
    } else if (!fs::exists(arrays())) {
      list.push_back(fmt::format("Curves over time: there is no {} in the folder.", kAttributionFile));
    }
    return list;
  }
  if (!result_.contains("attribution")) {
    const bool packets = fs::exists(folder_ / kLinksFile);
    list.push_back(packets ? "What packets waited for, where and when. It is there with --set attribution.enabled=true."
                           : "What packets waited for, where and when: this run has no packets on links of a torus.");
  } else if (!measures_) {
    list.push_back(fmt::format("Links over time: there is no {} in the folder.", kAttributionFile));
  }
  if (!measures_ && !fs::exists(folder_ / kLinksFile)) {
    list.push_back(fmt::format("Curves over time: there is no {} in the folder.", kLinksFile));
  }
  return list;
}

Json ResultData::json(std::size_t most_bytes) {
  Json result = result_;
  result.erase("configuration");
  // Before the curves, since it may make windows longer.
  const std::size_t room = most_bytes - std::min(most_bytes, result.dump().size());
  Json map = measures_ ? torus_map(*measures_, room) : Json();
  return {{"folder", folder_.string()}, {"result", result},   {"configuration", configuration_rows()},
          {"missing", missing()},       {"curves", curves()}, {"map", map}};
}

}  // namespace tactus
