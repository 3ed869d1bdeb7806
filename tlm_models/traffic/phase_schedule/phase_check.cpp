#include "tlm_models/traffic/phase_schedule/phase_check.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "tlm_models/traffic/phase_schedule/phase_wave.h"

namespace tactus {
namespace {

/// A packet on a link.
struct Use {
  std::int64_t start = 0;  ///< modulo the period
  std::int64_t early = 0;
  int input = 0;  ///< direction that it came by, or a number of its own
  int engine = 0;
  Coordinate source;
};

constexpr std::int64_t cycles(Cycles of) { return static_cast<std::int64_t>(of.count()); }

std::size_t link_number(const NetworkShape& shape, const PhaseHop& hop) {
  return static_cast<std::size_t>(shape.node(hop.from) * shape.directions() + static_cast<int>(hop.direction));
}

template <class Visit>
void each_hop(const PhaseNetwork& network, const PhaseGroup& group, Visit&& visit) {
  for (const PhaseEngine& engine : group.engines) {
    for (int node = 0; node < network.shape.nodes(); ++node) {
      const Coordinate source = network.shape.coordinate(node);
      int input = kMaxTorusDirections + engine.message.engine;
      for (const PhaseHop& hop : phase_hops(network, group, engine, source)) {
        visit(engine, source, hop, input);
        input = static_cast<int>(hop.direction);
      }
    }
  }
}

class Checker {
 public:
  Checker(const PhaseNetwork& network, const PhaseGroup& group) : network_(network), group_(group) {}

  PhaseCheck run() {
    std::vector<std::vector<Use>> links(static_cast<std::size_t>(network_.shape.nodes() * network_.shape.directions()));
    each_hop(network_, group_, [&](const PhaseEngine& engine, Coordinate source, const PhaseHop& hop, int input) {
      check_.early = std::max(check_.early, hop.early);
      if (hop.wait < 0) add(PhaseFaultKind::kTooEarly, hop, engine.message.engine, source, -hop.wait);
      if (hop.early > cycles(network_.room)) {
        add(PhaseFaultKind::kRoom, hop, engine.message.engine, source, hop.early - cycles(network_.room));
      }
      links[link_number(network_.shape, hop)].push_back(
          {modulo(hop.start, group_.period()), hop.early, input, engine.message.engine, source});
    });
    check_.lateness = group_.slot - 1;
    for (std::size_t link = 0; link < links.size(); ++link) check_link(static_cast<int>(link), links[link]);
    return std::move(check_);
  }

 private:
  void add(PhaseFaultKind kind, const PhaseHop& hop, int engine, Coordinate source, std::int64_t cycles) {
    check_.faults.push_back({kind, hop.from, hop.direction, engine, source, cycles});
  }

  void check_link(int link, std::vector<Use>& uses) {
    if (uses.empty()) return;
    PhaseHop hop;
    hop.from = network_.shape.coordinate(link / network_.shape.directions());
    hop.direction = static_cast<Direction>(link % network_.shape.directions());
    const auto count = static_cast<int>(uses.size());
    check_.fewest = check_.fewest == 0 ? count : std::min(check_.fewest, count);
    check_.most = std::max(check_.most, count);
    std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.start < b.start; });
    for (int i = 0; i < count; ++i) {
      const Use& use = uses[static_cast<std::size_t>(i)];
      const std::int64_t lacking = cycles(network_.packet) - gap(uses, i, 1);
      if (lacking > 0) add(PhaseFaultKind::kOverlap, hop, use.engine, use.source, lacking);
      check_order(hop, uses, i);
    }
  }

  /// Cycles from the packet that is `before` places before the one at `i` to that one.
  [[nodiscard]] std::int64_t gap(const std::vector<Use>& uses, int i, int before) const {
    const auto count = static_cast<int>(uses.size());
    if (before == count) return group_.period();
    const Use& other = uses[static_cast<std::size_t>((i - before + count) % count)];
    const std::int64_t apart = uses[static_cast<std::size_t>(i)].start - other.start;
    return before > i ? apart + group_.period() : apart;
  }

  /// Packets that came by the same link stay in order by themselves.
  void check_order(const PhaseHop& hop, const std::vector<Use>& uses, int i) {
    const auto count = static_cast<int>(uses.size());
    const Use& use = uses[static_cast<std::size_t>(i)];
    for (int before = 1; before < count; ++before) {
      if (uses[static_cast<std::size_t>((i - before + count) % count)].input == use.input) continue;
      const std::int64_t stands = gap(uses, i, before) - 1 - use.early;
      check_.lateness = std::min(check_.lateness, stands);
      const std::int64_t lacking = cycles(network_.lateness) - stands;
      if (lacking > 0) add(PhaseFaultKind::kOrder, hop, use.engine, use.source, lacking);
      return;
    }
  }

  const PhaseNetwork& network_;
  const PhaseGroup& group_;
  PhaseCheck check_;
};

}  // namespace

std::string PhaseFault::text(const NetworkShape& shape) const {
  static constexpr std::array<const char*, 4> kKinds = {"overlap by ", "too early by ", "order lost by ",
                                                        "buffers too small by "};
  return kKinds[static_cast<std::size_t>(kind)] + std::to_string(cycles) + (cycles == 1 ? " cycle" : " cycles") +
         " at " + shape.text(node) + " " + kDirectionNames[static_cast<std::size_t>(direction)] + ": engine " +
         std::to_string(engine) + " from " + shape.text(source);
}

PhaseCheck check_phases(const PhaseNetwork& network, const PhaseGroup& group) { return Checker(network, group).run(); }

std::vector<std::int64_t> phase_begins(const PhaseNetwork& network, const std::vector<PhaseGroup>& groups,
                                       Cycles lateness) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 4;
  const auto links = static_cast<std::size_t>(network.shape.nodes() * network.shape.directions());
  std::vector<std::int64_t> ends(links, kNever);
  std::vector<std::int64_t> begins;
  std::int64_t begin = 0;
  for (const PhaseGroup& group : groups) {
    each_hop(network, group, [&](const PhaseEngine&, Coordinate, const PhaseHop& hop, int) {
      begin = std::max(begin, ends[link_number(network.shape, hop)] - (hop.start - hop.early));
    });
    begins.push_back(begin);
    const std::int64_t last = begin + (network.packets - 1) * group.period() + cycles(lateness + network.packet);
    each_hop(network, group, [&](const PhaseEngine&, Coordinate, const PhaseHop& hop, int) {
      std::int64_t& end = ends[link_number(network.shape, hop)];
      end = std::max(end, last + hop.start);
    });
    begin += network.packets * group.period();
  }
  return begins;
}

PhaseRegisters phase_registers(const PhaseNetwork& network, const PhaseGroup& group, const PhaseEngine& engine,
                               Coordinate node, std::int64_t begin, Cycles clock_error) {
  PhaseRegisters registers;
  registers.period = group.period();
  registers.phase = engine.phases[static_cast<std::size_t>(network.shape.node(node))];
  registers.begin = begin;
  registers.tolerance = std::max<std::int64_t>(0, group.lateness - cycles(clock_error) + 1);
  return registers;
}

}  // namespace tactus
