#include "testbench/app/compare/settings_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

/// Members of a result that describe the run and are no figures.
constexpr std::array<std::string_view, 7> kNoFigures = {
    "configuration", "versions", "parameters", "seed", "host", "slowest_packet", "trace.slowest_message"};
/// Shown even if it is equal.
constexpr char kTime[] = "simulated_seconds";

/// Adds all numbers of `json`, in order.
void add_figures(const Json& json, const std::string& prefix, std::vector<std::pair<std::string, double>>& figures) {
  for (const auto& [key, value] : json.items()) {
    if (std::find(kNoFigures.begin(), kNoFigures.end(), prefix + key) != kNoFigures.end()) continue;
    if (value.is_object()) add_figures(value, prefix + key + ".", figures);
    if (value.is_number()) figures.emplace_back(prefix + key, value.get<double>());
  }
}

std::string number_text(const std::optional<double>& number) {
  return number ? fmt::format("{:.6g}", *number) : std::string("-");
}

Json number_json(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

}  // namespace

std::optional<double> ComparedFigure::ratio() const {
  if (!first || !second || *first == 0) return std::nullopt;
  return *second / *first;
}

std::vector<ComparedFigure> compare_figures(const Json& first, const Json& second) {
  std::vector<std::pair<std::string, double>> of_first;
  std::vector<std::pair<std::string, double>> of_second;
  add_figures(first, "", of_first);
  add_figures(second, "", of_second);
  std::map<std::string, double> left(of_second.begin(), of_second.end());
  std::vector<ComparedFigure> figures;
  for (const auto& [name, value] : of_first) {
    ComparedFigure& figure = figures.emplace_back(ComparedFigure{name, value, {}});
    if (const auto other = left.find(name); other != left.end()) {
      figure.second = other->second;
      left.erase(other);
    }
  }
  for (const auto& [name, value] : of_second) {
    if (left.count(name) != 0) figures.push_back({name, {}, value});
  }
  return figures;
}

std::vector<std::string> differing_keys(const Json& first, const Json& second) {
  const Json of_first = first.value("configuration", Json::object());
  const Json of_second = second.value("configuration", Json::object());
  std::vector<std::string> keys;
  for (const auto& [key, value] : of_first.items()) {
    if (!of_second.contains(key) || of_second[key] != value) keys.push_back(key);
  }
  for (const auto& [key, value] : of_second.items()) {
    if (!of_first.contains(key)) keys.push_back(key);
  }
  return keys;
}

std::string figures_text(const std::vector<ComparedFigure>& figures) {
  std::vector<const ComparedFigure*> shown;
  std::size_t widest = 0;
  for (const ComparedFigure& figure : figures) {
    if (figure.equal() && figure.name != kTime) continue;
    shown.push_back(&figure);
    widest = std::max(widest, figure.name.size());
  }
  std::string text = fmt::format("{:<{}}  {:>12}  {:>12}  {:>8}\n", "figure", widest, "first", "second", "ratio");
  for (const ComparedFigure* figure : shown) {
    const std::optional<double> ratio = figure->ratio();
    text += fmt::format("{:<{}}  {:>12}  {:>12}  {:>8}\n", figure->name, widest, number_text(figure->first),
                        number_text(figure->second), ratio ? fmt::format("{:.4f}", *ratio) : "-");
  }
  return text + fmt::format("{} other figures are equal\n", figures.size() - shown.size());
}

Json figures_json(const std::vector<ComparedFigure>& figures) {
  Json json = Json::object();
  for (const ComparedFigure& figure : figures) {
    json[figure.name] = {{"first", number_json(figure.first)},
                         {"second", number_json(figure.second)},
                         {"ratio", number_json(figure.ratio())}};
  }
  return json;
}

}  // namespace tactus
