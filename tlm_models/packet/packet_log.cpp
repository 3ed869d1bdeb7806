#include "tlm_models/packet/packet_log.h"

#include <algorithm>
#include <limits>

namespace tactus {

void PacketLog::hear(const PacketNews& event) {
  Entry& entry = entries_.emplace_back();
  entry.kind = event.kind;
  entry.cycle = event.cycle.count();
  if (event.header != nullptr) return headers_.of.push_back(*event.header);
  entry.route = *event.route;
  if (event.waits != nullptr) waits_.of.push_back(*event.waits);
  if (event.stages != nullptr) stages_.of.push_back(*event.stages);
  entry.out_vc = static_cast<std::uint8_t>(event.vc);
  if (event.grant == nullptr) return;
  const RouterGrant& grant = *event.grant;
  entry.in_port = static_cast<std::uint8_t>(grant.in_port);
  entry.in_vc = static_cast<std::uint8_t>(grant.in_vc);
  entry.out_port = static_cast<std::uint8_t>(grant.out_port);
  entry.out_vc = static_cast<std::uint8_t>(grant.out_vc);
  entry.node = grant.node;
  entry.routed = grant.routed.count();
  entry.late = grant.late.count();
}

void PacketLog::tell(std::vector<PacketLog>& logs, std::uint64_t end, PacketObserver& observer) {
  for (;;) {
    std::uint64_t rank = std::numeric_limits<std::uint64_t>::max();
    for (const PacketLog& log : logs) {
      if (log.has(end)) rank = std::min(rank, log.entries_[log.told_].rank());
    }
    if (rank == std::numeric_limits<std::uint64_t>::max()) break;
    for (PacketLog& log : logs) log.tell(rank, observer);
  }
  for (PacketLog& log : logs) log.forget();
}

void PacketLog::tell(std::uint64_t rank, PacketObserver& observer) {
  for (; told_ < entries_.size() && entries_[told_].rank() == rank; ++told_) tell(entries_[told_], observer);
}

void PacketLog::tell(const Entry& entry, PacketObserver& observer) {
  const Cycles cycle{entry.cycle};
  const RouterGrant grant{entry.node, entry.in_port, entry.out_port,       entry.out_vc,
                          cycle,      entry.in_vc,   Cycles{entry.routed}, Cycles{entry.late}};
  PacketNews event{entry.kind, cycle, &entry.route, nullptr, &grant, nullptr, entry.out_vc};
  if (entry.has_header()) event.header = &headers_.next();
  if (entry.kind == Entry::Kind::kWaited) event.waits = &waits_.next();
  if (entry.kind == Entry::Kind::kAccessed) event.stages = &stages_.next();
  event.tell(observer);
}

void PacketLog::forget() {
  if (2 * told_ < entries_.size()) return;  // each entry is moved up once on average, however often this is called
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(told_));
  told_ = 0;
  headers_.forget_told();
  waits_.forget_told();
  stages_.forget_told();
}

void PacketLog::clear() {
  told_ = entries_.size();
  headers_.told = headers_.of.size();
  waits_.told = waits_.of.size();
  stages_.told = stages_.of.size();
  forget();
}

}  // namespace tactus
