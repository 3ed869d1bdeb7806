#include "tlm_models/packet/packet_log.h"

#include <algorithm>
#include <limits>

namespace tactus {

void PacketLog::packet_injected(const PacketHeader& header, Cycles cycle) {
  entries_.push_back({cycle.count(), Entry::Kind::kInjected, 0, 0, 0, 0, header});
}

void PacketLog::packet_granted(int node, int in_port, int out_port, int out_vc, const RouteHeader& header,
                               Cycles cycle) {
  entries_.push_back({cycle.count(),
                      Entry::Kind::kGranted,
                      static_cast<std::uint8_t>(in_port),
                      static_cast<std::uint8_t>(out_port),
                      static_cast<std::uint8_t>(out_vc),
                      node,
                      {header, {}}});
}

void PacketLog::packet_delivered(const PacketHeader& header, Cycles cycle) {
  entries_.push_back({cycle.count(), Entry::Kind::kDelivered, 0, 0, 0, 0, header});
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
  for (; told_ < entries_.size() && entries_[told_].rank() == rank; ++told_) {
    const Entry& entry = entries_[told_];
    const Cycles cycle{entry.cycle};
    switch (entry.kind) {
      case Entry::Kind::kInjected:
        observer.packet_injected(entry.header, cycle);
        break;
      case Entry::Kind::kDelivered:
        observer.packet_delivered(entry.header, cycle);
        break;
      case Entry::Kind::kGranted:
        observer.packet_granted(entry.node, entry.in_port, entry.out_port, entry.out_vc, entry.header.route, cycle);
        break;
    }
  }
}

void PacketLog::forget() {
  if (2 * told_ < entries_.size()) return;  // each entry is moved up once on average, however often this is called
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(told_));
  told_ = 0;
}

}  // namespace tactus
