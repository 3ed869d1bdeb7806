#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tactus {

/// One value that a waveform can show: a port's field or an internal state.
/// Reading it between two clock edges has no side effect and costs nothing when nobody reads.
struct Probe {
  std::string scope;  ///< dotted instance path, e.g. "torus.node_0_0.router.plus_x.vc_0"
  std::string name;   ///< e.g. "occupancy"
  int width = 1;      ///< bits, 1..64
  std::function<std::uint64_t()> read;
  std::vector<std::string> enum_names;  ///< text of value i; empty for a plain number
};
using ProbeList = std::vector<Probe>;

}  // namespace tactus
