#include "testbench/tests/unit/app/compare/naive_comparison.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tactus::test {
namespace {

constexpr std::uint64_t kNever = PacketRecord::kNever;
using Packets = std::vector<PacketHistory>;
using Engines = std::map<std::pair<int, int>, std::array<Packets, 2>>;

/// Everything that a packet did, as numbers: cycle first, then what it was.
using Step = std::vector<std::uint64_t>;

std::vector<Step> steps(const PacketHistory& packet) {
  std::vector<Step> list = {{packet.injected}};
  for (const HopRecord& hop : packet.hops) {
    list.push_back({hop.cycle, static_cast<std::uint64_t>(hop.node), hop.in_port, hop.out_port, hop.out_vc});
  }
  list.push_back({packet.delivered});
  return list;
}

/// The cycle in which two packets do not do the same; nothing if there is none.
std::optional<std::uint64_t> parting(const PacketHistory& a, const PacketHistory& b) {
  if (a.identity() != b.identity()) return std::min(a.injected, b.injected);
  std::vector<Step> in_a = steps(a);
  std::vector<Step> in_b = steps(b);
  if (in_a == in_b) return a.split == b.split ? std::nullopt : std::optional(a.injected);
  // A way that ends early does so at no time, before its delivery.
  while (in_a.size() < in_b.size()) in_a.insert(in_a.end() - 1, Step{kNever});
  while (in_b.size() < in_a.size()) in_b.insert(in_b.end() - 1, Step{kNever});
  std::size_t i = 0;
  while (in_a[i] == in_b[i]) ++i;
  return std::min(in_a[i][0], in_b[i][0]);
}

}  // namespace

NaiveComparison naive_comparison(const RunHistory& a, const RunHistory& b) {
  Engines engines;
  for (const PacketHistory& packet : a.packets) engines[{packet.source, packet.source_nic}][0].push_back(packet);
  for (const PacketHistory& packet : b.packets) engines[{packet.source, packet.source_nic}][1].push_back(packet);
  NaiveComparison found;
  const auto note = [&found](std::uint64_t cycle, const PacketHistory& packet) {
    ++found.differing;
    if (cycle >= found.cycle) return;
    found.cycle = cycle;
    found.packet = packet;
  };
  for (auto& [engine, runs] : engines) {
    for (Packets& run : runs) {
      std::stable_sort(run.begin(), run.end(), [](const auto& p, const auto& q) { return p.injected < q.injected; });
    }
    const std::size_t most = std::max(runs[0].size(), runs[1].size());
    const std::size_t both = std::min(runs[0].size(), runs[1].size());
    found.packets += most;
    for (std::size_t i = 0; i < both; ++i) {
      if (const auto cycle = parting(runs[0][i], runs[1][i])) note(*cycle, runs[0][i]);
    }
    const Packets& longer = runs[0].size() > runs[1].size() ? runs[0] : runs[1];
    for (std::size_t i = both; i < most; ++i) note(longer[i].injected, longer[i]);
  }
  return found;
}

}  // namespace tactus::test
