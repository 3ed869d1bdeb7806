#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "testbench/app/area/yosys_run.h"

namespace tactus {

/// Cells of Lattice's ECP5 that a module and all within it take, before they are placed.
struct FpgaArea {
  std::uint64_t luts = 0;     ///< look-up tables of four inputs, those of carries and of memories apart
  std::uint64_t carries = 0;  ///< cells of carry chains, two bits each
  std::uint64_t flip_flops = 0;
  std::uint64_t block_rams = 0;  ///< 18 Kibit each
  std::uint64_t lut_rams = 0;    ///< memories of 16 words of 4 bits, made of look-up tables
  std::uint64_t multipliers = 0;
};

/// Synthesizes `subject` with yosys' `synth_ecp5`. Throws std::system_error if files or processes fail, and
/// std::runtime_error for a name with a quote.
std::variant<FpgaArea, AreaFault> synthesize_for_ecp5(const AreaSubject& subject);

/// Area in the report of `stat -json`. Throws std::runtime_error for anything else, and for a cell that it does not
/// know.
FpgaArea read_fpga_area(const std::string& report);

}  // namespace tactus
