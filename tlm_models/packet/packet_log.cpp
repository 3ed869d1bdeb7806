#include "tlm_models/packet/packet_log.h"

#include <algorithm>
#include <limits>

namespace tactus {

PacketLog::Entry& PacketLog::add(Entry::Kind kind, Cycles cycle) {
  Entry& entry = entries_.emplace_back();
  entry.kind = kind;
  entry.cycle = cycle.count();
  return entry;
}

void PacketLog::packet_injected(const PacketHeader& header, Cycles cycle) {
  add(Entry::Kind::kInjected, cycle);
  headers_.of.push_back(header);
}

void PacketLog::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  Entry& entry = add(Entry::Kind::kGranted, grant.cycle);
  entry.in_port = static_cast<std::uint8_t>(grant.in_port);
  entry.in_vc = static_cast<std::uint8_t>(grant.in_vc);
  entry.out_port = static_cast<std::uint8_t>(grant.out_port);
  entry.out_vc = static_cast<std::uint8_t>(grant.out_vc);
  entry.node = grant.node;
  entry.routed = grant.routed.count();
  entry.route = header;
}

void PacketLog::packet_delivered(const PacketHeader& header, Cycles cycle) {
  add(Entry::Kind::kDelivered, cycle);
  headers_.of.push_back(header);
}

void PacketLog::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  add(Entry::Kind::kWaited, cycle).route = header;
  waits_.of.push_back(waits);
}

void PacketLog::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  Entry& entry = add(Entry::Kind::kLeft, cycle);
  entry.out_vc = static_cast<std::uint8_t>(vc);
  entry.route = header;
}

void PacketLog::packet_written(const RouteHeader& header, Cycles cycle) {
  add(Entry::Kind::kWritten, cycle).route = header;
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
  const RouteHeader& route = entry.route;
  switch (entry.kind) {
    case Entry::Kind::kInjected:
      return observer.packet_injected(headers_.next(), cycle);
    case Entry::Kind::kDelivered:
      return observer.packet_delivered(headers_.next(), cycle);
    case Entry::Kind::kGranted:
      return observer.packet_granted(
          {entry.node, entry.in_port, entry.out_port, entry.out_vc, cycle, entry.in_vc, Cycles{entry.routed}}, route);
    case Entry::Kind::kWaited:
      return observer.packet_waited(route, waits_.next(), cycle);
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
  headers_.forget_told();
  waits_.forget_told();
}

void PacketLog::clear() {
  told_ = entries_.size();
  headers_.told = headers_.of.size();
  waits_.told = waits_.of.size();
  forget();
}

}  // namespace tactus
