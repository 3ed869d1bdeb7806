#include "testbench/app/area/area.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

namespace tactus {
namespace {

/// Down to gates, with the reports that `read_area` reads.
std::string to_gates(const AreaSubject& subject, const YosysRun& yosys) {
  // yosys 0.23 writes no valid JSON about more than one module.
  std::string text = "proc\nopt_clean\ndesign -push-copy\nflatten\n";
  text += yosys.reporting("memories.json", "stat -json");
  text += "design -pop\n";
  for (const AreaStrap& strap : subject.straps) {
    text += fmt::format("delete -input A:top/w:{0}\nselect A:top\nconnect -set {0} {1}'d{2}\nselect -clear\n",
                        strap.input, strap.bits, strap.value);
  }
  if (subject.flat) text += "flatten\nopt_clean\n";
  text += "synth -run begin:fine\nopt -fast -full\ntechmap\nopt -fast\nabc -fast\nopt_clean\nflatten\nopt_clean\n";
  return text + yosys.reporting("gates.json", "stat -json") + yosys.reporting("depth.txt", "ltp -noff");
}

/// From gates to the cells of a library: mapped for speed, with buffers and sizes for what each cell drives.
std::string to_cells(const std::filesystem::path& liberty, const YosysRun& yosys) {
  const std::string library = yosys.linked(liberty, "cells.lib");
  std::string text = fmt::format("dfflibmap -liberty {}\nopt_clean\n", library);
  text += yosys.reporting("delay.txt", fmt::format("abc -liberty {} -script +strash;ifraig;scorr;dc2;dch,-f;map,-B,0.9;"
                                                   "topo;buffer,-c;upsize;dnsize;stime,-p",
                                                   library));
  // Gates that the library has no cell for would be missing in the sum.
  text += "opt_clean\nselect -assert-none t:$_*_\n";
  return text + yosys.reporting("cells.txt", fmt::format("stat -liberty {}", library));
}

double number_in(const std::string& report, const std::regex& form, const char* what) {
  double number = 0;
  bool any = false;
  // The last one counts: abc writes a line after each of its steps.
  for (auto at = std::sregex_iterator(report.begin(), report.end(), form); at != std::sregex_iterator(); ++at) {
    number = std::stod((*at)[1]);
    any = true;
  }
  if (!any) throw std::runtime_error(fmt::format("area: the report of yosys has no {}", what));
  return number;
}

}  // namespace

std::variant<Area, AreaFault> synthesize(const AreaSubject& subject,
                                         const std::optional<std::filesystem::path>& liberty) {
  const YosysRun yosys;
  std::string commands = yosys.reading(subject) + to_gates(subject, yosys);
  if (liberty) commands += to_cells(*liberty, yosys);
  if (const auto fault = yosys.execute(commands)) return *fault;
  Area area = read_area(yosys.report("memories.json"), yosys.report("gates.json"), yosys.report("depth.txt"));
  if (liberty) area.library = read_library_area(yosys.report("cells.txt"), yosys.report("delay.txt"));
  return area;
}

Area read_area(const std::string& memories, const std::string& gates, const std::string& depth) {
  Area area;
  try {
    area.memory_bits = nlohmann::json::parse(memories).at("design").at("num_memory_bits");
    const auto types = nlohmann::json::parse(gates).at("design").at("num_cells_by_type");
    for (const auto& [type, count] : types.items()) {
      const std::uint64_t number = count;
      if (type.rfind("$mem", 0) == 0) continue;
      area.cells += number;
      if (type.find("DFF") != std::string::npos || type == "$_FF_") area.flip_flops += number;
      if (type.rfind("$_DLATCH", 0) == 0 || type.rfind("$_SR_", 0) == 0) area.latches += number;
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("area: the report of yosys is not understood: ") + error.what());
  }
  static const std::regex kDepth(R"(Longest topological path in .* \(length=(\d+)\))");
  area.logic_depth = static_cast<std::uint64_t>(number_in(depth, kDepth, "longest path"));
  return area;
}

LibraryArea read_library_area(const std::string& cells, const std::string& delay) {
  static const std::regex kArea(R"(Chip area for module '[^']*': ([0-9.]+))");
  static const std::regex kDelay(R"(Delay = +([0-9.]+) ps)");
  return {number_in(cells, kArea, "area of cells"), number_in(delay, kDelay, "delay") / 1000};
}

}  // namespace tactus
