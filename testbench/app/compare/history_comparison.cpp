#include "testbench/app/compare/history_comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace tactus {
namespace {

constexpr std::uint64_t kNever = PacketRecord::kNever;

}  // namespace

HistoryComparer::HistoryComparer(std::array<std::string, 2> names, RankMap map, const NetworkShape& network)
    : names_(std::move(names)), map_(std::move(map)), network_(network) {}

void HistoryComparer::packet(std::size_t run, const PacketHistory& packet) {
  const std::size_t other = 1 - run;
  const auto counterpart = waiting_[other].find(packet.place());
  if (counterpart != waiting_[other].end()) {
    const PacketHistory& found = counterpart->second;
    compare_packet(run == 0 ? packet : found, run == 0 ? found : packet);
    waiting_[other].erase(counterpart);
  } else if (ended_[other]) {
    only_in(run, packet);
  } else {
    waiting_[run].emplace(packet.place(), packet);
  }
}

void HistoryComparer::ended(std::size_t run) {
  ended_[run] = true;
  Waiting& alone = waiting_[1 - run];
  for (const auto& [place, packet] : alone) only_in(1 - run, packet);
  alone.clear();
}

HistoryComparison HistoryComparer::finish(const RunOutcome& a, const RunOutcome& b) {
  compare_messages(a, b);
  if (result_.first_difference.empty()) compare_samples(a, b);
  if (result_.first_difference.empty()) compare_results(a, b);
  return std::move(result_);
}

void HistoryComparer::differ(std::uint64_t a, std::uint64_t b, const Place& place, const std::string& what) {
  const std::pair<std::uint64_t, Place> moment{std::min(a, b), place};
  if (first_ && moment >= *first_) return;
  first_ = moment;
  result_.first_difference = fmt::format("{}: {}, {}", what, in_words(0, a), in_words(1, b));
}

void HistoryComparer::only_in(std::size_t run, const PacketHistory& packet) {
  ++result_.packets;
  ++result_.differing_packets;
  differ(run == 0 ? packet.injected : kNever, run == 0 ? kNever : packet.injected, packet.place(),
         describe(packet) + ": injected");
}

void HistoryComparer::compare_packet(const PacketHistory& a, const PacketHistory& b) {
  ++result_.packets;
  if (a.identity() == b.identity() && a.injected == b.injected && a.delivered == b.delivered && a.split == b.split &&
      a.hops == b.hops) {
    return;
  }
  ++result_.differing_packets;
  if (a.identity() == b.identity()) return compare_ways(a, b);
  differ(a.injected, b.injected, a.place(), fmt::format("{} (not the same as {}): injected", describe(a), describe(b)));
}

void HistoryComparer::compare_ways(const PacketHistory& a, const PacketHistory& b) {
  const std::string who = describe(a);
  if (a.injected != b.injected) return differ(a.injected, b.injected, a.place(), who + ": injected");
  for (std::size_t i = 0; i < std::max(a.hops.size(), b.hops.size()); ++i) {
    const HopRecord* in_a = i < a.hops.size() ? &a.hops[i] : nullptr;
    const HopRecord* in_b = i < b.hops.size() ? &b.hops[i] : nullptr;
    if (in_a != nullptr && in_b != nullptr && *in_a == *in_b) continue;
    const std::uint64_t cycle_a = in_a != nullptr ? in_a->cycle : kNever;
    const std::uint64_t cycle_b = in_b != nullptr ? in_b->cycle : kNever;
    std::string what = describe(in_a != nullptr ? *in_a : *in_b);
    if (cycle_a == cycle_b) what += fmt::format(" (at level {}: {})", names_[1], describe(*in_b));
    return differ(cycle_a, cycle_b, a.place(), fmt::format("{}: {}", who, what));
  }
  if (a.delivered != b.delivered) return differ(a.delivered, b.delivered, a.place(), who + ": delivered");
  differ(a.injected, b.injected, a.place(), who + ": what its latency was spent on differs: injected");
}

void HistoryComparer::compare_messages(const RunOutcome& run_a, const RunOutcome& run_b) {
  constexpr Place kAfterPackets{std::numeric_limits<std::int32_t>::max(), 0, 0};
  std::array<std::uint64_t, 2> alone{};
  auto a = run_a.messages.begin();
  auto b = run_b.messages.begin();
  while (a != run_a.messages.end() || b != run_b.messages.end()) {
    if (b == run_b.messages.end() || (a != run_a.messages.end() && a->fields() < b->fields())) {
      ++alone[0];
      differ(a->completed, kNever, kAfterPackets, describe(*a));
      ++a;
    } else if (a == run_a.messages.end() || b->fields() < a->fields()) {
      ++alone[1];
      differ(kNever, b->completed, kAfterPackets, describe(*b));
      ++b;
    } else {
      ++a;
      ++b;
    }
  }
  result_.messages = std::max(run_a.messages.size(), run_b.messages.size());
  // One that is late in one run stands in both lists.
  result_.differing_messages = std::max(alone[0], alone[1]);
}

/// As far as both have been looked at: a run that ended otherwise differs in its result.
void HistoryComparer::compare_samples(const RunOutcome& run_a, const RunOutcome& run_b) {
  const std::size_t both = std::min(run_a.samples.size(), run_b.samples.size());
  for (std::size_t i = 0; i < both; ++i) {
    const ObservableSample& a = run_a.samples[i];
    const ObservableSample& b = run_b.samples[i];
    std::string what;
    if (a.links != b.links) what += " the flits that links have sent,";
    if (a.buffers != b.buffers) what += " the flits in buffers,";
    if (a.moving != b.moving) what += " the flits that moved or are in flight,";
    if (a.counters != b.counters) what += " the counters of NICs,";
    if (what.empty()) continue;
    what.pop_back();
    result_.first_difference =
        fmt::format("in the middle of cycle {} levels {} and {} differ in{}", a.cycle, names_[0], names_[1], what);
    return;
  }
}

void HistoryComparer::compare_results(const RunOutcome& a, const RunOutcome& b) {
  if (a.violation != b.violation) {
    const auto text = [](const std::string& violation) { return violation.empty() ? "none" : violation; };
    result_.first_difference = fmt::format("violation: {} at level {}, {} at level {}", text(a.violation), names_[0],
                                           text(b.violation), names_[1]);
  } else if (a.result != b.result) {
    const auto first = nlohmann::json::parse(a.result);
    const auto change = nlohmann::json::diff(first, nlohmann::json::parse(b.result)).front();
    result_.first_difference = fmt::format("result: {}", change.dump());
  }
}

std::string HistoryComparer::in_words(std::size_t run, std::uint64_t cycle) const {
  return cycle == kNever ? fmt::format("never at level {}", names_[run])
                         : fmt::format("in cycle {} at level {}", cycle, names_[run]);
}

std::string HistoryComparer::node(int number) const { return network_.text(network_.coordinate(number)); }

std::string HistoryComparer::describe(const PacketRecord& packet) const {
  return fmt::format("packet {} of message {} from {} NIC {} to {} NIC {}", packet.packet_index, packet.tag,
                     node(packet.source), packet.source_nic, node(packet.destination), packet.destination_nic);
}

std::string HistoryComparer::describe(const HopRecord& hop) const {
  const Coordinate at = network_.coordinate(hop.node);
  return fmt::format("granted at router {} ({} to {}, VC {})", node(hop.node), network_.side_text(at, hop.in_port),
                     network_.side_text(at, hop.out_port), hop.out_vc);
}

std::string HistoryComparer::describe(const MessageRecord& message) const {
  return fmt::format("message {} of {} B from {} to {}: complete", message.tag, message.bytes,
                     map_.name(message.source), map_.name(message.destination));
}

}  // namespace tactus
