#include "hw/memory/memory_waves.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr int kCountBits = 16;

}  // namespace

MemoryWaves::MemoryWaves(MemoryController& controller)
    : controller_(controller), banks_(static_cast<std::size_t>(controller.config().banks)) {
  controller_.observe(this);
}

void MemoryWaves::add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now) {
  add_probes_together(probes, {{scope, "queue", kCountBits, {}, {}}, {scope, "bus", 2, {}, {"idle", "read", "write"}}},
                      [this, now](std::uint64_t* values) {
                        const CreditPool& places = controller_.places();
                        values[0] = places.all() - places.available(now());
                        values[1] = value(bus_, now());
                      });
  for (std::size_t first = 0; first < banks_.size(); first += kMostProbesTogether) {
    const std::size_t count = std::min(kMostProbesTogether, banks_.size() - first);
    ProbeList group;
    for (std::size_t i = 0; i < count; ++i) group.push_back({scope, "bank_" + std::to_string(first + i), 1, {}, {}});
    add_probes_together(probes, std::move(group), [this, now, first, count](std::uint64_t* values) {
      const Picoseconds time = now();
      for (std::size_t i = 0; i < count; ++i) values[i] = value(banks_[first + i], time);
    });
  }
}

std::uint64_t MemoryWaves::value(Uses& uses, Picoseconds now) {
  while (!uses.empty() && uses.front().end <= now) uses.pop_front();
  return uses.empty() || uses.front().begin > now ? 0 : uses.front().kind;
}

Picoseconds MemoryWaves::next_change(const Uses& uses, Picoseconds now) {
  for (const Use& use : uses) {
    if (use.end > now) return use.begin > now ? use.begin : use.end;
  }
  return Picoseconds::max();
}

Picoseconds MemoryWaves::next_change(Picoseconds now) const {
  Picoseconds next = std::min(next_change(bus_, now), controller_.places().next_after(now));
  for (const Uses& bank : banks_) next = std::min(next, next_change(bank, now));
  return next;
}

void MemoryWaves::accessed(bool write, std::size_t bank, Picoseconds begin, Picoseconds bus_free,
                           Picoseconds bank_free) {
  // An access that so many have followed has left its place in the queue: it is over, and the one before it is too.
  const std::size_t most = controller_.config().queue + 2;
  const auto add = [most](Uses& uses, const Use& use) {
    uses.push_back(use);
    if (uses.size() > most) uses.pop_front();
  };
  add(bus_, {begin, bus_free, write ? std::uint64_t{2} : std::uint64_t{1}});
  add(banks_[bank], {begin, bank_free, 1});
}

}  // namespace tactus
