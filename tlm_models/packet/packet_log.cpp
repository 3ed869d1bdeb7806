#include "tlm_models/packet/packet_log.h"

#include <algorithm>
#include <limits>

namespace tactus {

void PacketLog::packet_injected(const PacketHeader& header, Cycles cycle) {
  entries_.push_back({cycle.count(), Entry::Kind::kInjected, 0, 0, 0, 0, 0, 0, header});
}

void PacketLog::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const auto small = [](int value) { return static_cast<std::uint8_t>(value); };
  entries_.push_back({grant.cycle.count(),
                      Entry::Kind::kGranted,
                      small(grant.in_port),
                      small(grant.in_vc),
                      small(grant.out_port),
                      small(grant.out_vc),
                      grant.node,
                      grant.routed.count(),
                      {header, {}}});
}

void PacketLog::packet_delivered(const PacketHeader& header, Cycles cycle) {
  entries_.push_back({cycle.count(), Entry::Kind::kDelivered, 0, 0, 0, 0, 0, 0, header});
}

void PacketLog::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  waits_.push_back(waits);
  entries_.push_back({cycle.count(), Entry::Kind::kWaited, 0, 0, 0, 0, 0, 0, {header, {}}});
}

void PacketLog::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  const auto out_vc = static_cast<std::uint8_t>(vc);
  entries_.push_back({cycle.count(), Entry::Kind::kLeft, 0, 0, 0, out_vc, 0, 0, {header, {}}});
}

void PacketLog::packet_written(const RouteHeader& header, Cycles cycle) {
  entries_.push_back({cycle.count(), Entry::Kind::kWritten, 0, 0, 0, 0, 0, 0, {header, {}}});
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
  const RouteHeader& route = entry.header.route;
  switch (entry.kind) {
    case Entry::Kind::kInjected:
      return observer.packet_injected(entry.header, cycle);
    case Entry::Kind::kDelivered:
      return observer.packet_delivered(entry.header, cycle);
    case Entry::Kind::kGranted:
      return observer.packet_granted(
          {entry.node, entry.in_port, entry.out_port, entry.out_vc, cycle, entry.in_vc, Cycles{entry.routed}}, route);
    case Entry::Kind::kWaited:
      observer.packet_waited(route, waits_.front(), cycle);
      return waits_.pop_front();
    case Entry::Kind::kLeft:
      return observer.packet_left(route, entry.out_vc, cycle);
    case Entry::Kind::kWritten:
      return observer.packet_written(route, cycle);
  }
}

void PacketLog::forget() {
  if (2 * told_ < entries_.size()) return;  // each entry is moved up once on average, however often this is called
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(told_));
  told_ = 0;
}

}  // namespace tactus
