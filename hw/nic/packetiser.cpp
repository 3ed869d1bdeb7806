#include "hw/nic/packetiser.h"

#include <algorithm>

namespace tactus {

Bytes Packetiser::payload(Bytes message, std::uint32_t index) const {
  const Bytes offset = max_payload_ * index;
  return message > offset ? std::min(max_payload_, message - offset) : Bytes{0};
}

void Packetiser::begin(Bytes message) {
  message_ = message;
  remaining_ = packets(message);
  index_ = 0;
}

PacketCut Packetiser::next() {
  PacketCut cut;
  cut.index = index_;
  cut.offset = max_payload_ * index_;
  cut.payload = payload(message_, index_);
  cut.flits = flits(cut.payload);
  cut.last = remaining_ == 1;
  ++index_;
  --remaining_;
  return cut;
}

}  // namespace tactus
