#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/explore/explore_plan.h"

namespace tactus {

/// Hardware of a design, in each engine of a NIC.
struct DesignCost {
  std::optional<std::uint64_t> cells;
  std::optional<std::uint64_t> flip_flops;
  std::optional<std::uint64_t> memory_bits;
  std::string note;  ///< "measured", "as stated", or why figures are missing
};

/// Cost of every design. Pacing modes that RTL has are synthesized as `tactus area pacing.mode` does, once each, and
/// kept in `folder`/area.json for this program. A mode with a module of its own costs that module and the pacer beside
/// it. A design with an injection control, a window, or a mode of a plug-in
/// has parts that are not measured: its figures are missing, unless the file states them. Without yosys, or where the
/// program has no RTL beside it, figures are missing, too. Throws ResultFileError.
std::vector<DesignCost> design_costs(const ExplorePlan& plan, const std::filesystem::path& folder);

}  // namespace tactus
