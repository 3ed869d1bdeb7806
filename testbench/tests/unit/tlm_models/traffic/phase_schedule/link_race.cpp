#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/link_race.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tactus {

void LinkRace::add(const PhaseGroup& group, std::int64_t begin, std::int64_t lateness, int missing) {
  for (const PhaseEngine& engine : group.engines) {
    for (int node = 0; node < network_.shape.nodes(); ++node) {
      Coordinate at = network_.shape.coordinate(node);
      if (!engine.message.sent_from(at) || static_cast<int>(dice_() % 100) < missing) continue;
      Packet packet;
      for (const PhaseHop& hop : phase_hops(network_, group, engine, at)) packet.scheduled.push_back(begin + hop.start);
      for (int d = 0; d < network_.shape.dimensions(); ++d) {
        const Direction direction = direction_of(d, engine.message.offset[d] < 0);
        for (int i = 0; i < std::abs(engine.message.offset[d]); ++i) {
          packet.way.push_back(static_cast<std::size_t>(network_.shape.node(at) * network_.shape.directions() +
                                                        static_cast<int>(direction)));
          at = network_.shape.neighbour(at, direction);
        }
      }
      const std::int64_t phase = engine.phases[static_cast<std::size_t>(node)];
      for (int i = 0; i < network_.packets; ++i) {
        const auto late = static_cast<std::int64_t>(dice_() % static_cast<std::uint64_t>(lateness + 1));
        events_.push({begin + phase + i * group.period() + late, false, packets_.size()});
        packets_.push_back(packet);
        for (std::int64_t& start : packet.scheduled) start += group.period();
      }
    }
  }
}

void LinkRace::run() {
  while (!events_.empty()) {
    const Event event = events_.top();
    events_.pop();
    if (event.chooses) {
      choose(event.time, links_[event.number]);
      continue;
    }
    const Packet& packet = packets_[event.number];
    const std::size_t number = packet.way[packet.at];
    links_[number].asking.push_back(event.number);
    events_.push({std::max(event.time, links_[number].free), true, number});
  }
}

void LinkRace::choose(std::int64_t now, Link& link) {
  if (link.free > now || link.asking.empty()) return;
  if (link.asking.size() > 1) ++contests_;
  const auto scheduled = [&](std::size_t packet) { return packets_[packet].scheduled[packets_[packet].at]; };
  const auto winner = std::max_element(link.asking.begin(), link.asking.end(),
                                       [&](std::size_t a, std::size_t b) { return scheduled(a) < scheduled(b); });
  const std::size_t number = *winner;
  link.asking.erase(winner);
  Packet& packet = packets_[number];
  if (scheduled(number) < link.last) ++disorder_;
  latest_ = std::max(latest_, now - scheduled(number));
  link.last = std::max(link.last, scheduled(number));
  link.free = now + static_cast<std::int64_t>(network_.packet.count());
  const std::size_t taken = packet.way[packet.at];
  const auto d = static_cast<std::size_t>(
      dimension_of(static_cast<Direction>(taken % static_cast<std::size_t>(network_.shape.directions()))));
  if (!link.asking.empty()) events_.push({link.free, true, taken});
  if (++packet.at < packet.way.size()) {
    events_.push({now + static_cast<std::int64_t>(network_.hop[d].count()), false, number});
  }
}

}  // namespace tactus
