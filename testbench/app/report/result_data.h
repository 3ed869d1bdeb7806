#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "hw/common/network_shape.h"
#include "testbench/app/report/window_measures.h"
#include "testbench/app/results/result_file.h"

namespace tactus {

/// The result folder of one run, as a page needs it.
class ResultData {
 public:
  /// Throws UnreadableResult if there is none.
  explicit ResultData(std::filesystem::path folder);

  [[nodiscard]] const nlohmann::ordered_json& result() const { return file_.json(); }
  /// Nothing without attribution.h5, and at flow level.
  [[nodiscard]] std::optional<WindowMeasures>& measures() { return measures_; }
  /// It was executed at flow level.
  [[nodiscard]] bool of_flows() const { return of_flows_; }
  /// Value of a scenario key in this run; empty if it has none.
  [[nodiscard]] std::string configuration(const std::string& key) const;
  /// {folder, result, configuration, figures, missing, curves, map, lives}. `map` is null where there are no measures,
  /// and as large as the result and the lives of packets leave of `most_bytes`. `lives` is null without trace.json.
  /// Throws UnreadableResult.
  nlohmann::ordered_json json(std::size_t most_bytes);

 private:
  nlohmann::ordered_json page_data(nlohmann::ordered_json result, std::size_t most_bytes);
  [[nodiscard]] std::filesystem::path arrays() const;
  [[nodiscard]] nlohmann::ordered_json configuration_rows() const;
  /// Figures at the head of the page: [{name, unit, value}], null where the run has none.
  [[nodiscard]] nlohmann::ordered_json figures() const;
  [[nodiscard]] nlohmann::ordered_json curves() const;
  [[nodiscard]] nlohmann::ordered_json missing() const;

  std::filesystem::path folder_;
  ResultFile file_;
  bool of_flows_;
  std::optional<WindowMeasures> measures_;
};

/// sweep.csv as a page needs it: {folder, axes, columns, rows, quantities}, where the first columns are the axes and a
/// field is a number where it is one. `quantities` has the axes that are sizes, times or rates: by name {unit, values},
/// a number for each row. Throws UnreadableResult.
nlohmann::ordered_json sweep_data(const std::filesystem::path& folder);

}  // namespace tactus
