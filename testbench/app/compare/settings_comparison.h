#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// A figure of two results, by its path in result.json: "packet_latency_ns.mean".
struct ComparedFigure {
  std::string name;
  std::optional<double> first;  ///< nothing: this result has no such number
  std::optional<double> second;

  [[nodiscard]] bool equal() const { return first == second; }
  /// Second to first; nothing if one is missing or the first is 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// All figures of two results of a scenario with different settings, in the order of result.json: numbers, but neither
/// those of lists nor those that describe the run itself (configuration, versions, parameters, seed, host).
std::vector<ComparedFigure> compare_figures(const nlohmann::ordered_json& first, const nlohmann::ordered_json& second);

/// Keys whose values differ between the configurations of two results, in the order of the first: "pacing.bias".
std::vector<std::string> differing_keys(const nlohmann::ordered_json& first, const nlohmann::ordered_json& second);

/// A table of the simulated time and all figures that differ, and a line with the number of the others.
std::string figures_text(const std::vector<ComparedFigure>& figures);

/// The figures by name: {"simulated_seconds": {"first": 1e-4, "second": 2e-4, "ratio": 2.0}}.
nlohmann::ordered_json figures_json(const std::vector<ComparedFigure>& figures);

}  // namespace tactus
