#include "tlm_models/packet/flit_stream.h"

namespace tactus {

void FlitStream::add(const PacketHeader& header, int vc, std::uint64_t head) { packets_.push_back({header, vc, head}); }

Flit FlitStream::front_flit() {
  const PacketHeader& header = packets_.front().header;
  if (sent_ == 0) return pack_head(header, dimensions_);
  if (sent_ == 1) {
    pattern_ = PayloadPattern(header, dimensions_);
    return pack_transport(header);
  }
  Flit flit;
  flit.valid = true;
  flit.data_lo = pattern_.lo(sent_);
  flit.data_hi = pattern_.hi();
  return flit;
}

Flit FlitStream::take() {
  Flit flit = front_flit();
  const Packet& packet = packets_.front();
  flit.vc = static_cast<std::uint8_t>(packet.vc);
  flit.tail = ++sent_ == packet.header.route.flits;
  if (flit.tail) {
    packets_.pop_front();
    sent_ = 0;
  }
  return flit;
}

}  // namespace tactus
