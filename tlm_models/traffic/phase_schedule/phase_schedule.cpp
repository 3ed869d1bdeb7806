#include "tlm_models/traffic/phase_schedule/phase_schedule.h"

#include <algorithm>
#include <cstdlib>

#include "tlm_models/traffic/phase_schedule/phase_wave.h"

namespace tactus {

std::string PhaseNetwork::fault() const {
  if (shape.is_numbered() || !shape.is_torus()) return "a schedule of phases needs a torus";
  if (packet.count() == 0) return "a packet takes no time";
  if (packets < 1) return "a message has no packet";
  return "";
}

bool PhaseMessage::sent_from(Coordinate at) const {
  if (parity < 0) return true;
  for (int d = 0; d < kMaxDimensions; ++d) {
    if (offset[d] != 0 && at[d] % 2 != 0) return parity == 1;
  }
  return parity == 0;
}

std::int64_t PhaseGroup::cost(const PhaseNetwork& network) const {
  return period() - load * static_cast<std::int64_t>(network.packet.count());
}

void PhaseGroup::set_phases(const PhaseNetwork& network) {
  const NetworkShape& shape = network.shape;
  for (PhaseEngine& engine : engines) {
    engine.phases.clear();
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate at = shape.coordinate(node);
      std::int64_t phase = engine.stagger * slot;
      for (int d = 0; d < shape.dimensions(); ++d) {
        phase += wave_clock(engine.turns[static_cast<std::size_t>(d)], period(), at[d], shape.size(d));
      }
      engine.phases.push_back(modulo(phase, period()));
    }
  }
}

std::vector<PhaseHop> phase_hops(const PhaseNetwork& network, const PhaseGroup& group, const PhaseEngine& engine,
                                 Coordinate source) {
  std::vector<PhaseHop> hops;
  PhaseHop hop;
  hop.from = source;
  hop.start = engine.phases[static_cast<std::size_t>(network.shape.node(source))];
  for (int d = 0; d < network.shape.dimensions(); ++d) {
    const auto index = static_cast<std::size_t>(d);
    const int entry = engine.message.offset[d];
    const int step = entry < 0 ? -1 : 1;
    const int size = network.shape.size(d);
    hop.direction = direction_of(d, entry < 0);
    for (int i = 0; i < std::abs(entry); ++i) {
      hops.push_back(hop);
      const std::int64_t moved = wave_clock(engine.turns[index], group.period(), hop.from[d] + step, size) -
                                 wave_clock(engine.turns[index], group.period(), hop.from[d], size);
      const std::int64_t advance = engine.cadence[index] * group.slot + moved;
      hop.start += advance;
      hop.wait = advance - static_cast<std::int64_t>(network.hop[index].count());
      hop.early += hop.wait;
      hop.from = network.shape.neighbour(hop.from, hop.direction);
    }
  }
  return hops;
}

std::array<int, kMaxTorusDirections> phase_loads(const std::vector<PhaseMessage>& messages) {
  std::array<int, kMaxTorusDirections> loads{};
  for (const PhaseMessage& message : messages) {
    for (int d = 0; d < kMaxDimensions; ++d) {
      const int entry = message.offset[d];
      loads[static_cast<std::size_t>(direction_of(d, entry < 0))] += std::abs(entry);
    }
  }
  return loads;
}

}  // namespace tactus
