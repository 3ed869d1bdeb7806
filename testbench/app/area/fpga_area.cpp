#include "testbench/app/area/fpga_area.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tactus {
namespace {

/// Where each cell of ECP5 counts; nullptr for those that are part of the slices of look-up tables.
const std::map<std::string, std::uint64_t FpgaArea::*>& cells() {
  static const std::map<std::string, std::uint64_t FpgaArea::*> kTable = {{"LUT4", &FpgaArea::luts},
                                                                          {"CCU2C", &FpgaArea::carries},
                                                                          {"TRELLIS_FF", &FpgaArea::flip_flops},
                                                                          {"DP16KD", &FpgaArea::block_rams},
                                                                          {"PDPW16KD", &FpgaArea::block_rams},
                                                                          {"TRELLIS_DPR16X4", &FpgaArea::lut_rams},
                                                                          {"MULT18X18D", &FpgaArea::multipliers},
                                                                          {"PFUMX", nullptr},
                                                                          {"L6MUX21", nullptr}};
  return kTable;
}

}  // namespace

std::variant<FpgaArea, AreaFault> synthesize_for_ecp5(const AreaSubject& subject) {
  const YosysRun yosys;
  const std::string commands = fmt::format("{}synth_ecp5 -top {}\n{}", yosys.reading(subject), subject.top,
                                           yosys.reporting("cells.json", "stat -json"));
  if (const auto fault = yosys.execute(commands)) return *fault;
  return read_fpga_area(yosys.report("cells.json"));
}

FpgaArea read_fpga_area(const std::string& report) {
  FpgaArea area;
  try {
    const auto json = nlohmann::json::parse(report);
    for (const auto& [type, count] : json.at("design").at("num_cells_by_type").items()) {
      const auto cell = cells().find(type);
      if (cell == cells().end())
        throw std::runtime_error(fmt::format("area: a cell of ECP5 that is not known: {}", type));
      if (cell->second != nullptr) area.*(cell->second) += count.get<std::uint64_t>();
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(std::string("area: the report of yosys is not understood: ") + error.what());
  }
  return area;
}

}  // namespace tactus
