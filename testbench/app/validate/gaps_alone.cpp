#include "testbench/app/validate/gaps_alone.h"

#include <algorithm>

#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"

namespace tactus {
namespace {

/// From the first flit of a message to its last one.
Cycles time_of_message(const MachineConfig& machine, Bytes message, PacketEighths gap) {
  Packetiser packetiser(machine.max_payload());
  packetiser.begin(message);
  Cycles slot;
  Cycles end;
  while (packetiser.has_next()) {
    const int flits = packetiser.next().flits;
    const Cycles start = std::max(end, slot);
    slot = next_slot(start, flits, gap);
    end = start + Cycles{static_cast<std::uint64_t>(flits)};
  }
  return end;
}

}  // namespace

Picoseconds gaps_alone(const MachineConfig& machine, Bytes message, const std::vector<int>& hops, PacketEighths bias) {
  Pacer pacer;
  pacer.set({"hops", {}, bias});
  Cycles sum;
  for (const int each : hops) sum += time_of_message(machine, message, pacer.gap({{}, 0, each, message}, Cycles{}));
  return machine.clock.edge(sum);
}

}  // namespace tactus
