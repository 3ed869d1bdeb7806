#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "testbench/app/area/area_sources.h"
#include "testbench/app/area/yosys_run.h"

namespace tactus {

/// A module in cells of a library of standard cells, without wires, memories apart.
struct LibraryArea {
  double area = 0;      ///< all cells, in the library's own unit
  double delay_ns = 0;  ///< longest way between flip-flops, memories and ports; the flip-flop's own time is not in it
};

/// Size of a module and all within it, without a technology.
struct Area {
  std::uint64_t cells = 0;  ///< gates of two inputs, multiplexers and flip-flops; memories apart
  std::uint64_t flip_flops = 0;
  std::uint64_t latches = 0;
  std::uint64_t memory_bits = 0;
  std::uint64_t logic_depth = 0;  ///< cells on the longest way between flip-flops, memories and ports
  std::optional<LibraryArea> library{};
};

/// Synthesizes `subject` with yosys down to gates, and to the cells of a Liberty file if there is one. Throws
/// std::system_error if files or processes fail, and std::runtime_error for a name with a quote.
std::variant<Area, AreaFault> synthesize(const AreaSubject& subject,
                                         const std::optional<std::filesystem::path>& liberty = std::nullopt);

/// Area in the reports of `stat -json` before memories are gathered, `stat -json` of gates, and `ltp`. Throws
/// std::runtime_error for anything else.
Area read_area(const std::string& memories, const std::string& gates, const std::string& depth);

/// Area in the reports of `stat -liberty` and of abc's `stime`. Throws std::runtime_error for anything else.
LibraryArea read_library_area(const std::string& cells, const std::string& delay);

}  // namespace tactus
