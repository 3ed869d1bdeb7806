#pragma once

#include <cstdint>

#include "hw/common/router_config.h"
#include "hw/common/units.h"

namespace tactus {

/// One packet of a message, as the packetiser cuts it.
struct PacketCut {
  std::uint32_t index = 0;  ///< position in the message, from 0
  Bytes offset;             ///< place of its payload in the message
  Bytes payload;            ///< 0 only in a message of 0 bytes
  int flits = kHeaderFlits;
  bool last = true;

  [[nodiscard]] bool first() const { return index == 0; }
};

/// Cuts a message into packets of at most `max_payload` bytes: full ones, then what is left.
/// A message of 0 bytes is one packet of two flits. Decides only; every level of execution calls it.
class Packetiser {
 public:
  explicit Packetiser(Bytes max_payload) : max_payload_(max_payload) {}

  /// Flits of a packet with that payload: 32 B header and payload, in 16 B steps.
  static constexpr int flits(Bytes payload) {
    return static_cast<int>(ceil_div((kHeaderBytes + payload).count(), kFlitBytes.count()));
  }
  /// Packets of a message of that length, at least 1.
  [[nodiscard]] std::uint64_t packets(Bytes message) const {
    return message.count() == 0 ? 1 : ceil_div(message.count(), max_payload_.count());
  }
  /// Payload of packet `index` of a message of that length; 0 beyond its end.
  [[nodiscard]] Bytes payload(Bytes message, std::uint32_t index) const;

  void begin(Bytes message);
  void reset() { remaining_ = 0; }
  /// Packets of the present message are left.
  [[nodiscard]] bool has_next() const { return remaining_ > 0; }
  /// The next packet of the present message; `has_next()` holds.
  PacketCut next();

 private:
  Bytes max_payload_;
  Bytes message_;
  std::uint64_t remaining_ = 0;  ///< packets
  std::uint32_t index_ = 0;
};

}  // namespace tactus
