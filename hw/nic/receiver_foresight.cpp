#include <algorithm>

#include "hw/nic/packet_receiver.h"

// What a PacketReceiver that looks ahead does at once, and what it leaves to be found.

namespace tactus {

void PacketReceiver::foresee_write(Cycles now, const Write& write, const MemoryRequest& request) {
  const Picoseconds transferred = rate_.serve(config_.clock.edge(now), request.bytes);
  const Cycles edge = std::max(memory_.foresee(request, now), config_.clock.covering(transferred));
  written_ = edge;
  ++pending_writes_;
  endings_.push({edge, write.message, write.payload});
  settles_at_ = std::min(settles_at_, edge);
  const bool is_last = write.message != nullptr && write.message->arrived >= write.message->bytes;
  if (is_last) last_endings_.push(edge);
  foresee_credits(edge, write.vc, write.flits);
}

void PacketReceiver::foresee_credits(Cycles edge, int vc, int flits) {
  for (; flits != 0; edge += Cycles{1}) {
    int room = static_cast<int>(kMaxCreditsPerCycle);
    for (const Returning& other : returning_) room -= other.edge == edge && other.vc == vc ? other.flits : 0;
    const int here = std::min(flits, room);
    if (here == 0) continue;
    foreseen_.push_back(returning_.emplace_back(Returning{edge, vc, here}));
    settles_at_ = std::min(settles_at_, edge);
    flits -= here;
  }
}

void PacketReceiver::settle_all(Cycles now) {
  for (; !endings_.empty() && endings_.front().edge <= now; endings_.pop()) {
    reassembly.written(endings_.front().message, endings_.front().payload);
    --pending_writes_;
  }
  while (!last_endings_.empty() && last_endings_.front() <= now) last_endings_.pop();
  settles_at_ = endings_.empty() ? Cycles::max() : endings_.front().edge;
  std::size_t kept = 0;
  for (const Returning& each : returning_) {
    if (each.edge <= now) {
      slots_[static_cast<std::size_t>(each.vc)].occupied -= each.flits;
    } else {
      settles_at_ = std::min(settles_at_, each.edge);
      returning_[kept++] = each;
    }
  }
  returning_.resize(kept);
}

}  // namespace tactus
