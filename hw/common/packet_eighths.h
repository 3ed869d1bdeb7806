#pragma once

#include <cstdint>

namespace tactus {

/// Signed fixed point in eighths of a packet: the resolution of the pacing registers (nsim, section 4.3).
class PacketEighths {
 public:
  constexpr PacketEighths() = default;
  constexpr explicit PacketEighths(std::int32_t eighths) : eighths_(eighths) {}
  [[nodiscard]] constexpr std::int32_t eighths() const { return eighths_; }
  friend constexpr bool operator==(PacketEighths a, PacketEighths b) { return a.eighths_ == b.eighths_; }
  friend constexpr bool operator!=(PacketEighths a, PacketEighths b) { return !(a == b); }
  friend constexpr bool operator<(PacketEighths a, PacketEighths b) { return a.eighths_ < b.eighths_; }

 private:
  std::int32_t eighths_ = 0;
};
/// The registers hold 16 bits: -4096 .. 4095.875 packets.
inline constexpr std::int32_t kMaxPaceEighths = 32767;
inline constexpr std::int32_t kMinPaceEighths = -32768;

}  // namespace tactus
