#include "testbench/app/compare/history_comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

constexpr std::uint64_t kNever = PacketRecord::kNever;

class Comparer {
 public:
  Comparer(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names, const RankMap& map)
      : a_(a), b_(b), names_(names), map_(map) {}

  HistoryComparison run() {
    compare_packets();
    compare_messages();
    if (result_.first_difference.empty()) compare_samples();
    if (result_.first_difference.empty()) compare_results();
    return std::move(result_);
  }

 private:
  using Engine = std::pair<std::int32_t, std::uint8_t>;
  static Engine engine(const PacketRecord& packet) { return {packet.source, packet.source_nic}; }

  void compare_packets();
  void compare_messages();
  void compare_samples();
  void compare_results();
  void compare_packet(const PacketRecord& a, const PacketRecord& b);
  void compare_ways(const PacketRecord& a, const PacketRecord& b, const std::string& who);
  void only_in(int run, const PacketRecord& packet);

  /// Cycles in which the same thing happened in the two runs; kNever where it did not.
  void differ(std::uint64_t a, std::uint64_t b, const std::string& what) {
    const std::uint64_t cycle = std::min(a, b);
    if (cycle >= first_cycle_ && !result_.first_difference.empty()) return;
    first_cycle_ = cycle;
    result_.first_difference = fmt::format("{}: {}, {}", what, in_words(0, a), in_words(1, b));
  }
  [[nodiscard]] std::string in_words(std::size_t run, std::uint64_t cycle) const {
    return cycle == kNever ? fmt::format("never at level {}", names_[run])
                           : fmt::format("in cycle {} at level {}", cycle, names_[run]);
  }
  [[nodiscard]] std::string node(int number) const {
    const NetworkShape& nodes = map_.shape().nodes;
    return nodes.text(nodes.coordinate(number));
  }
  [[nodiscard]] std::string describe(const PacketRecord& packet) const {
    return fmt::format("packet {} of message {} from {} NIC {} to {} NIC {}", packet.packet_index, packet.tag,
                       node(packet.source), packet.source_nic, node(packet.destination), packet.destination_nic);
  }
  [[nodiscard]] std::string describe(const HopRecord& hop) const {
    const RouterPorts ports{map_.shape().nodes.dimensions(), kMaxNics};  // names do not depend on the number of NICs
    return fmt::format("granted at router {} ({} to {}, VC {})", node(hop.node), ports.name(hop.in_port),
                       ports.name(hop.out_port), hop.out_vc);
  }

  const RunHistory& a_;
  const RunHistory& b_;
  const std::array<std::string, 2>& names_;
  const RankMap& map_;
  HistoryComparison result_;
  std::uint64_t first_cycle_ = kNever;
};

void Comparer::compare_packets() {
  auto a = a_.packets.begin();
  auto b = b_.packets.begin();
  while (a != a_.packets.end() || b != b_.packets.end()) {
    ++result_.packets;
    const bool a_left = a != a_.packets.end();
    const bool b_left = b != b_.packets.end();
    if (!b_left || (a_left && engine(*a) < engine(*b))) {
      only_in(0, *a++);
    } else if (!a_left || engine(*b) < engine(*a)) {
      only_in(1, *b++);
    } else {
      compare_packet(*a++, *b++);
    }
  }
}

void Comparer::only_in(int run, const PacketRecord& packet) {
  ++result_.differing_packets;
  differ(run == 0 ? packet.injected : kNever, run == 0 ? kNever : packet.injected, describe(packet) + ": injected");
}

void Comparer::compare_packet(const PacketRecord& a, const PacketRecord& b) {
  const auto hops_of = [](const RunHistory& run, const PacketRecord& packet) {
    return run.hops.begin() + static_cast<std::ptrdiff_t>(packet.first_hop);
  };
  const bool same_way = a.hops == b.hops && std::equal(hops_of(a_, a), hops_of(a_, a) + a.hops, hops_of(b_, b));
  if (a.identity() == b.identity() && a.injected == b.injected && a.delivered == b.delivered && a.split == b.split &&
      same_way) {
    return;
  }
  ++result_.differing_packets;
  if (a.identity() != b.identity()) {
    return differ(a.injected, b.injected, fmt::format("{} (not the same as {}): injected", describe(a), describe(b)));
  }
  compare_ways(a, b, describe(a));
}

void Comparer::compare_ways(const PacketRecord& a, const PacketRecord& b, const std::string& who) {
  if (a.injected != b.injected) return differ(a.injected, b.injected, who + ": injected");
  for (std::uint32_t i = 0; i < std::max(a.hops, b.hops); ++i) {
    const HopRecord* in_a = i < a.hops ? &a_.hops[a.first_hop + i] : nullptr;
    const HopRecord* in_b = i < b.hops ? &b_.hops[b.first_hop + i] : nullptr;
    if (in_a != nullptr && in_b != nullptr && *in_a == *in_b) continue;
    const std::uint64_t cycle_a = in_a != nullptr ? in_a->cycle : kNever;
    const std::uint64_t cycle_b = in_b != nullptr ? in_b->cycle : kNever;
    std::string what = describe(in_a != nullptr ? *in_a : *in_b);
    if (cycle_a == cycle_b) what += fmt::format(" (at level {}: {})", names_[1], describe(*in_b));
    return differ(cycle_a, cycle_b, fmt::format("{}: {}", who, what));
  }
  if (a.delivered != b.delivered) return differ(a.delivered, b.delivered, who + ": delivered");
  differ(a.injected, b.injected, who + ": what its latency was spent on differs: injected");
}

void Comparer::compare_messages() {
  const auto complete = [this](const MessageRecord& message) {
    return fmt::format("message {} of {} B from {} to {}: complete", message.tag, message.bytes,
                       map_.name(message.source), map_.name(message.destination));
  };
  std::array<std::uint64_t, 2> alone{};
  auto a = a_.messages.begin();
  auto b = b_.messages.begin();
  while (a != a_.messages.end() || b != b_.messages.end()) {
    if (b == b_.messages.end() || (a != a_.messages.end() && a->fields() < b->fields())) {
      ++alone[0];
      differ(a->completed, kNever, complete(*a));
      ++a;
    } else if (a == a_.messages.end() || b->fields() < a->fields()) {
      ++alone[1];
      differ(kNever, b->completed, complete(*b));
      ++b;
    } else {
      ++a;
      ++b;
    }
  }
  result_.messages = std::max(a_.messages.size(), b_.messages.size());
  // One that is late in one run stands in both lists.
  result_.differing_messages = std::max(alone[0], alone[1]);
}

/// As far as both have been looked at: a run that ended otherwise differs in its result.
void Comparer::compare_samples() {
  const std::size_t both = std::min(a_.samples.size(), b_.samples.size());
  for (std::size_t i = 0; i < both; ++i) {
    const ObservableSample& a = a_.samples[i];
    const ObservableSample& b = b_.samples[i];
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

void Comparer::compare_results() {
  if (a_.violation != b_.violation) {
    const auto text = [](const std::string& violation) { return violation.empty() ? "none" : violation; };
    result_.first_difference = fmt::format("violation: {} at level {}, {} at level {}", text(a_.violation), names_[0],
                                           text(b_.violation), names_[1]);
  } else if (a_.result != b_.result) {
    const auto first = nlohmann::json::parse(a_.result);
    const auto change = nlohmann::json::diff(first, nlohmann::json::parse(b_.result)).front();
    result_.first_difference = fmt::format("result: {}", change.dump());
  }
}

}  // namespace

HistoryComparison compare(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names,
                          const RankMap& map) {
  return Comparer(a, b, names, map).run();
}

}  // namespace tactus
