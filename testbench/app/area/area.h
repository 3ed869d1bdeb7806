#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "testbench/app/area/area_sources.h"

namespace tactus {

/// Size of a module and all within it, without a technology.
struct Area {
  std::uint64_t cells = 0;  ///< gates of two inputs, multiplexers and flip-flops; memories apart
  std::uint64_t flip_flops = 0;
  std::uint64_t latches = 0;
  std::uint64_t memory_bits = 0;
  std::uint64_t logic_depth = 0;  ///< cells on the longest way between flip-flops, memories and ports
};

/// Words of yosys about files that it cannot read or synthesize, each line with file and line where it has them.
struct AreaFault {
  std::string words;
};

/// Whether there is a yosys to be started.
bool yosys_is_there();

/// Synthesizes `subject` with yosys down to gates. Throws std::system_error if files or processes fail.
std::variant<Area, AreaFault> synthesize(const AreaSubject& subject);

/// Area in the reports of `stat -json` before memories are gathered, `stat -json` of gates, and `ltp`. Throws
/// std::runtime_error for anything else.
Area read_area(const std::string& memories, const std::string& gates, const std::string& depth);

}  // namespace tactus
