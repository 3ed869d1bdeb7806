#include "testbench/app/validate/measurements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "testbench/app/results/result_file.h"

namespace tactus {

RunResult::RunResult(std::filesystem::path folder) : folder_(std::move(folder)) {
  json_ = std::make_shared<const nlohmann::json>(ResultFile(folder_ / "result.json").json());
}

double RunResult::figure(const std::string& pointer) const {
  const nlohmann::json::json_pointer place(pointer);
  if (!json_->contains(place) || !json_->at(place).is_number()) {
    throw std::runtime_error(fmt::format("{}: no {}", folder_.string(), pointer));
  }
  return json_->at(place).get<double>();
}

std::size_t RunResult::items(const std::string& pointer) const {
  const nlohmann::json::json_pointer place(pointer);
  if (!json_->contains(place) || !json_->at(place).is_array()) {
    throw std::runtime_error(fmt::format("{}: no list {}", folder_.string(), pointer));
  }
  return json_->at(place).size();
}

std::string RunResult::configuration(const std::string& key) const { return json_->at("configuration").value(key, ""); }

const nlohmann::json& RunResult::sequence(int number) const {
  for (const nlohmann::json& each : json_->at("sequences")) {
    if (each.at("index") == number && each.at("last_end_s").is_number()) return each;
  }
  throw std::runtime_error(fmt::format("{}: no sequence {} that has ended", folder_.string(), number));
}

std::vector<int> RunResult::sequences() const {
  std::vector<int> numbers;
  for (const nlohmann::json& each : json_->at("sequences")) numbers.push_back(each.at("index").get<int>());
  return numbers;
}

double RunResult::sequence_figure(int number, const std::string& key) const {
  return sequence(number).at(key).get<double>();
}

double RunResult::sequence_milliseconds(int number) const {
  return (sequence_figure(number, "last_end_s") - sequence_figure(number, "start_s")) * 1e3;
}

std::vector<double> RunResult::sequence_samples(int number) const {
  const double start_us = sequence_figure(number, "start_s") * 1e6;
  const double end_us = sequence_figure(number, "first_end_s") * 1e6;
  const TimeSeries series = links();
  std::vector<double> within;
  for (std::size_t row = 0; row < series.size(); ++row) {
    const bool after_start = series.begin_us(row) >= start_us;
    const bool before_end = series.end_us(row) <= end_us;
    if (after_start && before_end) within.push_back(series.column("average_GBps")[row]);
  }
  if (within.empty()) throw std::runtime_error(fmt::format("sequence {} is shorter than a sample window", number));
  return within;
}

double RunResult::sequence_throughput(int number) const { return median(sequence_samples(number)); }

double RunResult::largest_sequence_throughput(int number) const {
  const std::vector<double> samples = sequence_samples(number);
  return *std::max_element(samples.begin(), samples.end());
}

std::vector<RunResult::CopyCase> RunResult::copies() const {
  const nlohmann::json::json_pointer place("/copies/cases");
  if (!json_->contains(place)) throw std::runtime_error(folder_.string() + ": no copies");
  std::vector<CopyCase> cases;
  for (const nlohmann::json& each : json_->at(place)) {
    cases.push_back({each.value("bytes", 0.0), each.at("time_s").get<double>(), each.at("l1_misses").get<double>()});
  }
  return cases;
}

void Measurements::add(const std::string& set, const SweepPlan& plan, const std::filesystem::path& folder) {
  Set& added = sets_[set];
  for (const SweepPoint& point : plan.points) {
    added.values.push_back(point.values);
    added.folders.push_back(folder / point.folder);
  }
}

const Measurements::Set& Measurements::set_named(const std::string& name) const {
  const auto found = sets_.find(name);
  if (found == sets_.end()) throw std::runtime_error(fmt::format("no runs called {}", name));
  return found->second;
}

RunResult Measurements::run(const std::string& set, const std::vector<std::string>& values) const {
  const Set& runs = set_named(set);
  const auto found = std::find(runs.values.begin(), runs.values.end(), values);
  if (found == runs.values.end()) throw std::runtime_error(fmt::format("{}: no run {}", set, fmt::join(values, ", ")));
  return RunResult(runs.folders[static_cast<std::size_t>(found - runs.values.begin())]);
}

bool Measurements::has(const std::string& set, const std::vector<std::string>& values) const {
  const Set& runs = set_named(set);
  return std::find(runs.values.begin(), runs.values.end(), values) != runs.values.end();
}

std::vector<std::string> Measurements::values(const std::string& set, std::size_t axis) const {
  std::vector<std::string> list;
  for (const std::vector<std::string>& point : set_named(set).values) {
    if (std::find(list.begin(), list.end(), point.at(axis)) == list.end()) list.push_back(point.at(axis));
  }
  return list;
}

}  // namespace tactus
