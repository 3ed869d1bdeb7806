#include "tlm_models/node/rdma/rail_sampler.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {

void RailSampler::begin(Picoseconds every) {
  every_ = std::max(every, Picoseconds{2'000});
  for (auto& counts : counts_) counts.clear();
  samples_ = 0;
  on_ = true;
  next_ = events_.now() + every_;
  events_.at(next_, *this, 0);
}

void RailSampler::due(std::uint32_t /*what*/, Picoseconds now) {
  // What was asked for before the last `begin` comes too early or too late.
  if (!on_ || now < next_) return;
  for (std::size_t rail = 0; rail < ways_.size(); ++rail) ++counts_[rail][limit(ways_[rail], now)];
  ++samples_;
  // Multiples of the golden ratio fall everywhere into the interval.
  constexpr std::uint64_t kGolden = 0x9E3779B9;
  const std::uint64_t fraction = samples_ * kGolden >> 16 & 0xFFFF;
  next_ = now + Picoseconds{every_.count() / 2 + (every_.count() * fraction >> 16)};
  events_.at(next_, *this, 0);
}

RailSampler::Limit RailSampler::limit(const RailWay& way, Picoseconds now) {
  if (!way.process->receives_on(way.rail)) return {Stage::kProtocol, NodeLimit::kNothing, 0};
  const LimitingResource writes = way.receiver->limit_of_writes(way.nic, now);
  if (writes.limit != NodeLimit::kNothing) return {Stage::kReceiver, writes.limit, writes.part};
  if (way.receiving->works_on_packet()) return {Stage::kPacketWork, NodeLimit::kNothing, 0};
  if (way.cable->carries(now)) return {Stage::kCable, NodeLimit::kNothing, 0};
  const LimitingResource reads = way.sender->limit_of_reads(way.nic, now);
  if (reads.limit != NodeLimit::kNothing) return {Stage::kSender, reads.limit, reads.part};
  return {Stage::kProtocol, NodeLimit::kNothing, 0};
}

std::string RailSampler::name_of(const RailWay& way, const Limit& limit) {
  const LimitingResource resource{std::get<1>(limit), std::get<2>(limit)};
  switch (std::get<0>(limit)) {
    case Stage::kReceiver:
      return "receiver, " + way.receiver->name_of(resource);
    case Stage::kPacketWork:
      return fmt::format("receiver, NIC {}: work on packets", way.nic);
    case Stage::kCable:
      return fmt::format("cable {}", way.nic);
    case Stage::kSender:
      return "sender, " + way.sender->name_of(resource);
    default:
      return "protocol and latency";
  }
}

std::vector<LimitShare> RailSampler::shares(std::size_t rail) const {
  std::vector<LimitShare> shares;
  for (const auto& [limit, count] : counts_[rail]) {
    shares.push_back({name_of(ways_[rail], limit), static_cast<double>(count) / static_cast<double>(samples_)});
  }
  std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return shares;
}

}  // namespace tactus
