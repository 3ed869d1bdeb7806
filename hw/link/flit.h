#pragma once

#include <cstdint>
#include <iosfwd>

namespace tactus {

/// One 16-byte flow-control unit with its sideband, as it stands on a port for one clock cycle.
///
/// A packet is a head flit (route header), a transport flit and payload flits; a packet of two flits is
/// header only, and the last flit carries `tail`. As bits, for an RTL twin: {valid, head, tail, vc[2:0], data[127:0]}.
struct Flit {
  std::uint64_t data_lo = 0;  ///< data[63:0]
  std::uint64_t data_hi = 0;  ///< data[127:64]
  bool valid = false;
  bool head = false;
  bool tail = false;
  std::uint8_t vc = 0;  ///< virtual channel on this link, 0..7

  friend bool operator==(const Flit& a, const Flit& b) {
    return a.data_lo == b.data_lo && a.data_hi == b.data_hi && a.valid == b.valid && a.head == b.head &&
           a.tail == b.tail && a.vc == b.vc;
  }
};

std::ostream& operator<<(std::ostream& out, const Flit& flit);

/// Credits returned in one cycle: 8 bits per VC, VC 0 in the lowest byte; each credit is one freed flit slot.
using CreditReturn = std::uint64_t;
constexpr CreditReturn credits_for(int vc, unsigned flits) { return static_cast<CreditReturn>(flits) << (8 * vc); }
constexpr unsigned credits_of(CreditReturn credits, int vc) { return (credits >> (8 * vc)) & 0xFFU; }
inline constexpr unsigned kMaxCreditsPerCycle = 255;

}  // namespace tactus
