#pragma once

#include <functional>
#include <string>

#include "hw/common/probe.h"
#include "hw/common/units.h"
#include "testbench/app/results/wave_text.h"

namespace tactus {

/// Texts of links: "write 64 B, tag 5, message 3", signal `carries` beside each `kind`.
WaveTexts link_texts(const ProbeList& probes);

/// Texts of processes of a node of many cores: "message 7 to process 3", signal `about` beside each `part`.
WaveTexts message_texts(const ProbeList& probes);

/// Says which packet a number means, and the number of the last packet that an engine began to send by a cycle.
struct PacketTexts {
  std::function<std::string(std::uint64_t packet)> text;
  std::function<std::uint64_t(const std::string& node, int engine, Cycles cycle)> injected;
};
/// Texts of routers and engines: of each port the packet that it `carries`, of each queue the packet at its `front`, of
/// each engine the packet that it `sends`.
WaveTexts packet_texts(const ProbeList& probes, const PacketTexts& packets);

}  // namespace tactus
