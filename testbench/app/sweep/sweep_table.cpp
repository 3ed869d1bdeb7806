#include "testbench/app/sweep/sweep_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

using Json = nlohmann::json;

/// A column of the table, and where its figure is in result.json.
struct Figure {
  const char* name;
  const char* pointer;
};
constexpr Figure kFigures[] = {
    {"simulated_seconds", "/simulated_seconds"},
    {"ratio_to_ideal", "/ratio_to_ideal"},
    {"link_utilisation", "/link_utilisation"},
    {"messages_delivered", "/messages_delivered"},
    {"packet_latency_mean_ns", "/packet_latency_ns/mean"},
    {"packet_latency_p99_ns", "/packet_latency_ns/p99"},
    {"offered", "/open_loop/offered"},
    {"accepted", "/open_loop/accepted"},
};

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// Six digits of a number that has a fraction.
std::string shortened(const std::string& number) {
  if (number.find_first_of(".e") == std::string::npos) return number;
  return fmt::format("{:.6g}", std::stod(number));
}

}  // namespace

SweepTable::SweepTable(const SweepPlan& plan) : names_(plan.keys), rows_(plan.points.size()) {
  for (const Figure& figure : kFigures) names_.emplace_back(figure.name);
  names_.emplace_back("exit_status");
  for (const SweepPoint& point : plan.points) values_.push_back(point.values);
}

void SweepTable::set(std::size_t point, int exit_status, const std::filesystem::path& result) {
  Json json;
  if (exit_status == 0) {
    std::ifstream stream(result, std::ios::binary);
    json = Json::parse(stream, nullptr, false);
  }
  Row row;
  for (const Figure& figure : kFigures) {
    const Json::json_pointer pointer(figure.pointer);
    row.push_back(json.is_object() && json.contains(pointer) ? json.at(pointer).dump() : "");
  }
  row.push_back(std::to_string(exit_status));
  rows_[point] = std::move(row);
}

std::vector<SweepTable::Row> SweepTable::rows() const {
  std::vector<Row> all = {names_};
  for (std::size_t point = 0; point < rows_.size(); ++point) {
    if (!rows_[point]) continue;
    all.push_back(values_[point]);
    all.back().insert(all.back().end(), rows_[point]->begin(), rows_[point]->end());
  }
  return all;
}

std::string SweepTable::csv() const {
  std::string text;
  for (const Row& row : rows()) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i]);
    text += '\n';
  }
  return text;
}

std::string SweepTable::text() const {
  std::vector<Row> all = rows();
  const auto swept = static_cast<long>(values_.empty() ? 0 : values_.front().size());
  for (std::size_t line = 1; line < all.size(); ++line) {
    std::transform(all[line].begin() + swept, all[line].end(), all[line].begin() + swept, shortened);
  }
  std::vector<std::size_t> widths(names_.size());
  std::vector<bool> empty(names_.size(), true);
  for (std::size_t line = 0; line < all.size(); ++line) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], all[line][i].size());
      if (line > 0 && !all[line][i].empty()) empty[i] = false;
    }
  }
  std::string text;
  for (const Row& row : all) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!empty[i]) line += fmt::format("{}{:>{}}", line.empty() ? "" : "  ", row[i], widths[i]);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace tactus
