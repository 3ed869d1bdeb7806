#include "testbench/app/validate/measurements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

}  // namespace

RunResult::RunResult(const std::filesystem::path& folder, std::vector<std::string> values,
                     std::map<std::string, std::string> open)
    : folder_(folder),
      file_(std::make_shared<const ResultFile>(folder / "result.json")),
      values_(std::move(values)),
      open_(std::move(open)) {}

bool RunResult::agrees_with(const RunResult& other) const {
  return std::all_of(open_.begin(), open_.end(), [&](const auto& axis) {
    const auto found = other.open_.find(axis.first);
    return found == other.open_.end() || found->second == axis.second;
  });
}

double RunResult::figure(const std::string& pointer) const {
  return file_->use([&](const Json& json) { return json.at(Pointer(pointer)).get<double>(); });
}

std::vector<RunResult::Figure> RunResult::figures(const std::string& path) const {
  const std::size_t every = path.find("/*/");
  const std::size_t most = path.find("/most/");
  const std::size_t list = std::min(every, most);
  if (list == std::string::npos) return {{figure(path)}};
  std::vector<Figure> all = file_->use([&](const Json& json) {
    const Pointer member(path.substr(path.find('/', list + 1)));
    std::vector<Figure> numbers;
    for (const Json& item : json.at(Pointer(path.substr(0, list)))) {
      numbers.push_back({item.at(member).get<double>(), item.value("bytes", item.value("size_bytes", 0.0))});
    }
    return numbers;
  });
  if (list == every || all.empty()) return all;
  return {
      *std::max_element(all.begin(), all.end(), [](const Figure& a, const Figure& b) { return a.number < b.number; })};
}

std::string RunResult::configuration(const std::string& key) const {
  return file_->use([&](const Json& json) { return json.at("configuration").value(key, ""); });
}

std::vector<int> RunResult::sequences() const {
  return file_->use([](const Json& json) {
    std::vector<int> numbers;
    for (const Json& each : json.at("sequences")) numbers.push_back(each.at("index").get<int>());
    return numbers;
  });
}

double RunResult::sequence_figure(int number, const std::string& key) const {
  return file_->use([&](const Json& json) {
    for (const Json& each : json.at("sequences")) {
      if (each.at("index") == number && each.at("last_end_s").is_number()) return each.at(key).get<double>();
    }
    throw std::out_of_range(fmt::format("no sequence {} has ended", number));
  });
}

double RunResult::sequence_seconds(int number) const {
  return sequence_figure(number, "last_end_s") - sequence_figure(number, "start_s");
}

std::vector<double> RunResult::sequence_throughputs(int number) const {
  const double start_us = sequence_figure(number, "start_s") * 1e6;
  const double end_us = sequence_figure(number, "first_end_s") * 1e6;
  const TimeSeries series = links();
  std::vector<double> within;
  for (std::size_t row = 0; row < series.size(); ++row) {
    const bool is_within = series.begin_us(row) >= start_us && series.end_us(row) <= end_us;
    if (is_within) within.push_back(series.column("average_GBps")[row]);
  }
  if (within.empty()) throw std::runtime_error(fmt::format("sequence {} is shorter than a sample window", number));
  return within;
}

void Measurements::add(const std::string& set, const SweepPlan& plan, const std::filesystem::path& folder) {
  for (const SweepPoint& point : plan.points) sets_[set].push_back({folder / point.folder, plan.keys, point.values});
}

std::vector<RunResult> Measurements::find(const RunName& name) const {
  std::vector<RunResult> runs;
  const auto set = sets_.find(name.set);
  if (set == sets_.end()) return runs;
  const std::size_t named = name.values.size();
  for (const auto& [folder, keys, values] : set->second) {
    if (named > values.size() || !std::equal(name.values.begin(), name.values.end(), values.begin())) continue;
    std::map<std::string, std::string> open;
    for (std::size_t axis = named; axis < values.size(); ++axis) open[keys.at(axis)] = values[axis];
    runs.emplace_back(folder, values, std::move(open));
  }
  return runs;
}

std::vector<RunResult> Measurements::group(const RunName& name) const {
  std::vector<RunResult> runs = find(name);
  if (runs.empty()) throw std::runtime_error(fmt::format("no runs {}/{}", name.set, fmt::join(name.values, "/")));
  return runs;
}

}  // namespace tactus
