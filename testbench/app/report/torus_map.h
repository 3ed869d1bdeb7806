#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/app/report/window_measures.h"

namespace tactus {

/// Picture of a network for a page: where every node is (in a graph: which nodes are hosts), what every link joins, and
/// what both did, window by window.
///
/// Values are kept as whole numbers 0..levels: value = scale * (number / levels) ^ power. There are as many levels as
/// `most_bytes` of text have room for, of 255, 63 and 15; if 15 are too many, two windows each become one. `run` of a
/// measure has its sums over the cycles of the whole run, always in 255 steps.
nlohmann::ordered_json torus_map(WindowMeasures& measures, std::size_t most_bytes);

/// Curves of a network: by window the utilisation of each of the LinkGroups, packets that wait in the whole network by
/// cause, and flits in the buffers at the ends of the links of each group.
nlohmann::ordered_json torus_curves(const WindowMeasures& measures);

/// `bytes` as a page can carry them: zlib's format, which browsers unpack by themselves, in base64.
std::string packed(const std::vector<std::uint8_t>& bytes);
/// Numbers of four bytes, the least significant first.
std::string packed(const std::vector<std::uint32_t>& numbers);

}  // namespace tactus
