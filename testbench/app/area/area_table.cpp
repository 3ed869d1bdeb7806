#include "testbench/app/area/area_table.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string ratio_text(std::uint64_t ours, std::uint64_t theirs) {
  if (ours == 0) return theirs == 0 ? "1.00" : "-";
  return fmt::format("{:.2f}", static_cast<double>(theirs) / static_cast<double>(ours));
}

}  // namespace

std::string area_text(const std::vector<AreaRow>& rows) {
  Widths width;
  for (const AreaRow& row : rows) {
    width.whose = std::max(width.whose, row.whose.size());
    width.module = std::max(width.module, module_text(row).size());
  }
  std::string text = line("part", "whose", "module", width, {"cells", "flip-flops", "memory bits", "logic depth"});
  std::string latches;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Area& area = rows[i].area;
    text += line(rows[i].part, rows[i].whose, module_text(rows[i]), width,
                 {std::to_string(area.cells), std::to_string(area.flip_flops), std::to_string(area.memory_bits),
                  std::to_string(area.logic_depth)});
    if (area.latches != 0) latches += fmt::format("{} has {} latches\n", rows[i].top, area.latches);
    if (i == 0 || rows[i - 1].part != rows[i].part || rows[i].whose != "yours") continue;
    const Area& ours = rows[i - 1].area;
    text += line("", "ratio", "", width,
                 {ratio_text(ours.cells, area.cells), ratio_text(ours.flip_flops, area.flip_flops),
                  ratio_text(ours.memory_bits, area.memory_bits), ratio_text(ours.logic_depth, area.logic_depth)});
  }
  return text + latches;
}

nlohmann::ordered_json area_json(const std::vector<AreaRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const AreaRow& row : rows) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    for (const auto& [name, value] : row.values) parameters[name] = value;
    json.push_back({{"part", row.part},
                    {"whose", row.whose},
                    {"module", row.top},
                    {"parameters", parameters},
                    {"cells", row.area.cells},
                    {"flip_flops", row.area.flip_flops},
                    {"latches", row.area.latches},
                    {"memory_bits", row.area.memory_bits},
                    {"logic_depth", row.area.logic_depth}});
  }
  return json;
}

}  // namespace tactus
