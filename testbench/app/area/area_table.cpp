#include "testbench/app/area/area_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

std::string module_text(const AreaRow& row) {
  std::string text = row.top;
  for (const auto& [name, value] : row.values) text += fmt::format(" {}={}", name, value);
  return text;
}

/// Widths of the columns with names.
struct Widths {
  std::size_t whose = 6;
  std::size_t module = 6;
};

std::string line(const std::string& part, const std::string& whose, const std::string& module, const Widths& widths,
                 const std::vector<std::string>& numbers) {
  std::string text = fmt::format("{:<8} {:<{}} {:<{}}", part, whose, widths.whose, module, widths.module);
  for (const std::string& number : numbers) text += fmt::format(" {:>12}", number);
  return text + "\n";
}

std::string number_text(const AreaFigure& figure) { return fmt::format("{:.{}f}", figure.value, figure.decimals); }

std::string ratio_text(double ours, double theirs) {
  if (ours == 0) return theirs == 0 ? "1.00" : "-";
  return fmt::format("{:.2f}", theirs / ours);
}

double as_double(std::uint64_t number) { return static_cast<double>(number); }

}  // namespace

std::vector<AreaFigure> figures_of(const Area& area) {
  std::vector<AreaFigure> figures = {{"cells", "cells", as_double(area.cells)},
                                     {"flip-flops", "flip_flops", as_double(area.flip_flops)},
                                     {"memory bits", "memory_bits", as_double(area.memory_bits)},
                                     {"logic depth", "logic_depth", as_double(area.logic_depth)}};
  if (area.library) {
    figures.push_back({"cell area", "library_area", area.library->area, 0});
    figures.push_back({"delay ns", "delay_ns", area.library->delay_ns, 2});
  }
  return figures;
}

std::vector<AreaFigure> figures_of(const FpgaArea& area) {
  return {{"LUT4", "luts", as_double(area.luts)},
          {"carries", "carries", as_double(area.carries)},
          {"flip-flops", "flip_flops", as_double(area.flip_flops)},
          {"block RAMs", "block_rams", as_double(area.block_rams)},
          {"LUT RAMs", "lut_rams", as_double(area.lut_rams)},
          {"multipliers", "multipliers", as_double(area.multipliers)}};
}

std::string area_text(const std::vector<AreaRow>& rows) {
  Widths width;
  for (const AreaRow& row : rows) {
    width.whose = std::max(width.whose, row.whose.size());
    width.module = std::max(width.module, module_text(row).size());
  }
  std::vector<std::string> titles;
  for (const AreaFigure& figure : rows.front().figures) titles.push_back(figure.title);
  std::string text = line("part", "whose", "module", width, titles);
  std::string latches;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> numbers;
    for (const AreaFigure& figure : rows[i].figures) numbers.push_back(number_text(figure));
    text += line(rows[i].part, rows[i].whose, module_text(rows[i]), width, numbers);
    if (rows[i].latches.value_or(0) != 0) {
      latches += fmt::format("{} has {} latches\n", rows[i].top, *rows[i].latches);
    }
    if (i == 0 || rows[i - 1].part != rows[i].part || rows[i].whose != "yours") continue;
    std::vector<std::string> ratios;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      ratios.push_back(ratio_text(rows[i - 1].figures[k].value, rows[i].figures[k].value));
    }
    text += line("", "ratio", "", width, ratios);
  }
  return text + latches;
}

nlohmann::ordered_json area_json(const std::vector<AreaRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const AreaRow& row : rows) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const auto& [name, value] : row.values) parameters[name] = value;
    nlohmann::ordered_json object = {
        {"part", row.part}, {"whose", row.whose}, {"module", row.top}, {"parameters", parameters}};
    for (const AreaFigure& figure : row.figures) {
      if (figure.decimals == 0) {
        object[figure.key] = static_cast<std::uint64_t>(std::llround(figure.value));
      } else {
        object[figure.key] = figure.value;
      }
    }
    if (row.latches) object["latches"] = *row.latches;
    json.push_back(std::move(object));
  }
  return json;
}

}  // namespace tactus
