#include "testbench/app/results/summary_line.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/results/result_json.h"
#include "testbench/app/results/run_fields.h"

namespace tactus {

std::string line_word(const std::string& name, const std::string& value) {
  const auto parts_words = [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  };
  const bool plain = !value.empty() && std::none_of(value.begin(), value.end(), parts_words);
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;  // bytes that are no UTF-8
  return name + "=" + (plain ? value : nlohmann::json(value).dump(-1, ' ', false, kReplace));
}

std::string summary_line(const RunSummary& summary, const std::filesystem::path& folder) {
  const nlohmann::ordered_json result = to_json(summary);
  std::string line = line_word("scenario", summary.scenario);
  line += " " + line_word("level", result.at("level").get<std::string>());
  line += " " + line_word("seed", result.at("seed").dump());
  std::vector<ResultFigure> figures = result_figures(&ResultFigure::column);
  if (result.contains("classes")) {
    for (const auto& each : result.at("classes")) {
      for (ResultFigure& figure : class_figures(each.at("name"))) figures.push_back(std::move(figure));
    }
  }
  for (const ResultFigure& figure : figures) {
    const nlohmann::ordered_json value = value_of(figure, result);
    if (!value.is_null()) line += " " + line_word(figure.column, value.dump());
  }
  return line + " " + line_word("results", folder.string());
}

}  // namespace tactus
