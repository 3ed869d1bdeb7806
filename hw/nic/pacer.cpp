#include "hw/nic/pacer.h"

#include <algorithm>

namespace tactus {

PacketEighths Pacer::gap(int hops) const {
  if (decisions_ != nullptr) return decisions_->gap(hops);
  switch (registers.mode) {
    case PaceMode::kOff:
      return PacketEighths{0};
    case PaceMode::kFixed:
      return PacketEighths{std::max(0, registers.gap.eighths())};
    case PaceMode::kHops:
      return PacketEighths{std::max(0, 8 * (hops - 1) + registers.bias.eighths())};
  }
  return PacketEighths{0};
}

void Pacer::packet_started(Cycles start, int flits, PacketEighths gap) {
  if (decisions_ != nullptr) decisions_->packet_started(flits, gap);
  const auto length = static_cast<std::uint64_t>(flits);
  const auto eighths = static_cast<std::uint64_t>(gap.eighths());
  slot_ = start + Cycles{length + ceil_div(eighths * length, 8)};
}

}  // namespace tactus
