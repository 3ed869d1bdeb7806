#include "testbench/app/results/probe_sampler.h"

#include <algorithm>
#include <array>
#include <map>

namespace tactus {

ProbeSampler::ProbeSampler(const ProbeList& probes, std::size_t first, std::size_t end) : values_(probes.size()) {
  // Others may stand between those that are read together, which keep their order.
  std::map<const ReadTogether*, std::vector<std::uint32_t>> together;
  for (std::size_t i = first; i < end; ++i) {
    if (probes[i].together) together[probes[i].together.get()].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t i = first; i < end; ++i) {
    const Probe& probe = probes[i];
    const auto group = together.find(probe.together.get());
    if (group == together.end() && probe.together) continue;  // it has been read
    Reader reader{{}, probes_.size(), 1};
    if (group == together.end()) {
      reader.read = [read = probe.read](std::uint64_t* values) { *values = read(); };
      probes_.push_back(static_cast<std::uint32_t>(i));
    } else {
      reader.read = *probe.together;
      reader.count = group->second.size();
      probes_.insert(probes_.end(), group->second.begin(), group->second.end());
      together.erase(group);
    }
    readers_.push_back(std::move(reader));
  }
  in_order_ = std::is_sorted(probes_.begin(), probes_.end());
}

void ProbeSampler::sample(WaveChanges& changes) {
  changes.clear();
  std::array<std::uint64_t, kMostProbesTogether> now{};
  for (const Reader& reader : readers_) {
    reader.read(now.data());
    const std::uint32_t* probe = &probes_[reader.first];
    for (std::size_t i = 0; i < reader.count; ++i) {
      if (sampled_ && now[i] == values_[probe[i]]) continue;
      values_[probe[i]] = now[i];
      changes.push_back({probe[i], now[i]});
    }
  }
  sampled_ = true;
  if (in_order_) return;
  std::sort(changes.begin(), changes.end(), [](const WaveChange& a, const WaveChange& b) { return a.probe < b.probe; });
}

}  // namespace tactus
