#pragma once

#include <string>
#include <vector>

#include "hw/common/probe.h"

namespace tactus {

/// A scope of a waveform: signals, by their number in a ProbeList, and scopes within it. Both in the order of the list.
struct WaveScope {
  std::string name;
  std::string path;  ///< dotted, from the root
  std::vector<std::size_t> signals;
  std::vector<WaveScope> scopes;
};

/// The tree that the dotted scopes of `probes` describe. The root has no name.
WaveScope wave_hierarchy(const ProbeList& probes);

/// Name of the signal in a waveform file: "scope.name", with the range of its bits if there are several: "[7:0]".
std::string wave_name(const Probe& probe);

}  // namespace tactus
