#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/units.h"

namespace tactus {

/// A signal of a waveform that is a text, made from values of other signals when one of them changes: what a port
/// carries, from the number of a packet. Empty while there is nothing. In the list of what a waveform has it is a probe
/// of width 0, which nobody reads.
struct WaveText {
  std::string scope;
  std::string name;
  std::vector<std::size_t> sources;  ///< probes that it is made from, by number
  /// Gets the values of the sources in their order, and the cycle.
  std::function<std::string(const std::vector<std::uint64_t>& values, Cycles cycle)> text;
};
using WaveTexts = std::vector<WaveText>;
/// Makes the texts that go with `probes`.
using MakeWaveTexts = std::function<WaveTexts(const ProbeList& probes)>;

inline bool is_text(const Probe& probe) { return probe.width == 0; }

}  // namespace tactus
