#include "tlm_models/traffic/phase_schedule/phase_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tlm_models/traffic/phase_schedule/phase_check.h"
#include "tlm_models/traffic/phase_schedule/phase_plan.h"
#include "tlm_models/traffic/phase_schedule/phase_regroup.h"

namespace tactus {
namespace {

/// Cycles from a packet's route computation at one router to that at the next, but for the link: docs/timing.md.
constexpr std::uint64_t kRouterCycles = 4;

/// Fills in the slots of one sequence whose groups begin at `begins`.
void add_slots(const PhaseNetwork& network, const std::vector<PhaseGroup>& groups, const std::int64_t* begins,
               Cycles clock_error, std::vector<PhasedSequences::ByNode>& by_engine) {
  const int nodes = network.shape.nodes();
  for (const PhaseGroup& group : groups) {
    for (const PhaseEngine& engine : group.engines) {
      const auto number = static_cast<std::size_t>(engine.message.engine);
      if (by_engine.size() <= number) by_engine.resize(number + 1);
      by_engine[number].resize(static_cast<std::size_t>(nodes));
      for (int node = 0; node < nodes; ++node) {
        const Coordinate at = network.shape.coordinate(node);
        if (!engine.message.sent_from(at)) continue;
        const PhaseRegisters registers = phase_registers(network, group, engine, at, *begins, clock_error);
        by_engine[number][static_cast<std::size_t>(node)] = {
            static_cast<std::uint16_t>(registers.period), static_cast<std::uint16_t>(registers.phase),
            static_cast<std::uint32_t>(registers.begin),
            static_cast<std::uint8_t>(std::min<std::int64_t>(registers.tolerance, 255))};
      }
    }
    ++begins;
  }
}

/// The group as those know it who read the schedule.
PhasedGroup described(const PhaseGroup& group, int sequence, std::int64_t begin) {
  PhasedGroup row{sequence, {}, group.load, group.slots, group.slot, begin, group.lateness, group.early};
  for (const PhaseEngine& engine : group.engines) row.offsets.push_back(engine.message.offset);
  return row;
}

}  // namespace

PhaseNetwork phase_network(const MachineConfig& machine, Bytes message_size, Cycles lateness, Cycles slack) {
  PhaseNetwork network;
  network.shape = machine.network;
  network.ties = machine.router.tie_break == "signed" ? PhaseTies::kSigned : PhaseTies::kPositive;
  network.packet = Cycles{static_cast<std::uint64_t>(machine.max_packet_flits())} + machine.router.turnaround;
  network.slack = slack;
  std::uint64_t longest = 0;
  for (int d = 0; d < machine.network.dimensions(); ++d) {
    const Cycles hop = machine.link_delay(d) + Cycles{kRouterCycles};
    network.hop[static_cast<std::size_t>(d)] = hop;
    longest = std::max(longest, hop.count());
  }
  const auto buffer = static_cast<std::uint64_t>(machine.vc_buffer_flits());
  const std::uint64_t credit = 2 * longest + kRouterCycles;  // a flit's way, and that of its credit
  network.room = Cycles{buffer > credit ? buffer - credit : 0};
  network.lateness = lateness;
  network.packets =
      static_cast<int>(std::max<std::uint64_t>(1, ceil_div(message_size.count(), machine.max_payload().count())));
  return network;
}

std::string phase_misfit(const MachineConfig& machine) {
  const int dimensions = machine.network.dimensions();
  for (int d = 0; d < dimensions; ++d) {
    if (!machine.network.wraps(d)) return "a wave of slots has to close around every ring: use a torus";
  }
  const RouterConfig& router = machine.router;
  if (router.routing != "dimension_order")
    return "packets have to go by dimensions: use router.routing dimension_order";
  if (router.dimension_order.count != 0)
    return "the schedule takes dimensions in their order: leave out router.dimension_order";
  if (router.tie_break != "signed" && router.tie_break != "positive") {
    return "the way of offsets of half a ring has to be known: use router.tie_break signed or positive";
  }
  if (!machine.link.overrides.empty()) return "slots are counted on links that are all alike: leave out link.overrides";
  if (machine.nics() < machine.network.directions()) {
    return fmt::format("each message of a sequence needs an engine of its own: use nic.count {}",
                       machine.network.directions());
  }
  return {};
}

PhaseExchange plan_phase_exchange(const PhaseNetwork& network, const std::vector<int>& run, const PhaseTimes& times) {
  auto phased = std::make_shared<PhasedSequences>();
  phased->sequences = phase_sequences(network);
  const auto count = static_cast<int>(phased->sequences.size());
  phased->slots.resize(phased->sequences.size());
  std::vector<int> numbers = run;
  if (run.empty()) {
    numbers.resize(phased->sequences.size());
    std::iota(numbers.begin(), numbers.end(), 1);
  }
  std::vector<PhaseGroup> groups;
  std::vector<std::size_t> ends;  // of each sequence's groups
  for (const int number : numbers) {
    if (number < 1 || number > count) return {phased, {}};  // told as a fault of `workload.sequences`
    const PhasePlan plan =
        plan_phases(network, phase_messages(network, phased->sequences[static_cast<std::size_t>(number - 1)]));
    if (!plan.refusal.empty()) return {nullptr, fmt::format("sequence {}: {}", number, plan.refusal)};
    groups.insert(groups.end(), plan.groups.begin(), plan.groups.end());
    ends.push_back(groups.size());
  }
  std::vector<std::int64_t> begins = phase_begins(network, groups, network.lateness);
  phased->begins.resize(phased->sequences.size());
  phased->lead = static_cast<std::int64_t>(times.lead.count());
  phased->packets = network.packets;
  phased->packet = static_cast<std::int64_t>(network.packet.count());
  phased->lateness = static_cast<std::int64_t>(network.lateness.count());
  std::size_t first = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<std::size_t>(numbers[i] - 1);
    const auto later = static_cast<std::int64_t>((times.lead + times.margin * i).count());
    const std::int64_t begin = begins[first];
    phased->begins[number] = begin + later;
    phased->end =
        static_cast<std::uint64_t>(begins[ends[i] - 1] + later + groups[ends[i] - 1].period() * network.packets);
    for (std::size_t g = first; g < ends[i]; ++g) {
      phased->groups.push_back(described(groups[g], numbers[i], begins[g] + later));
      begins[g] -= begin;
    }
    const std::vector<PhaseGroup> own(groups.begin() + static_cast<std::ptrdiff_t>(first),
                                      groups.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    add_slots(network, own, &begins[first], times.clock_error, phased->slots[number]);
    first = ends[i];
  }
  return {phased, {}};
}

}  // namespace tactus
