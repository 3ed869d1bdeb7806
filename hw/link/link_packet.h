#pragma once

#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// Kinds of packets with buffers of their own: HyperTransport's virtual channels, PCI Express' flow-control classes.
enum class TrafficClass : std::uint8_t {
  kPosted,     ///< writes, which are not answered
  kNonPosted,  ///< reads
  kResponse,   ///< data that was read; PCI Express: completions
};
inline constexpr std::uint32_t kTrafficClasses = 3;
constexpr std::uint32_t index_of(TrafficClass traffic) { return static_cast<std::uint32_t>(traffic); }

/// One packet of a link within a node: a PCI Express TLP or a HyperTransport packet with its data.
struct LinkPacket {
  Picoseconds ready;              ///< when it had arrived whole at where it is
  std::uint64_t address = 0;      ///< address of its first byte
  std::uint32_t transaction = 0;  ///< number of a write, or tag of a read, at the NIC that it is about
  std::uint32_t order = 0;        ///< its place among what has come to the buffer where it is
  std::uint16_t payload = 0;      ///< bytes of data that it carries
  std::uint16_t length = 0;       ///< bytes that it is about; of a read those asked for
  TrafficClass traffic = TrafficClass::kPosted;
  std::uint8_t nic = 0;     ///< number of the NIC that asked
  std::uint8_t memory = 0;  ///< number of the memory that is asked
  bool last = false;        ///< nothing of its access comes behind it
};

/// Bytes of `length` from `address` on that lie before the next
/// multiple of `boundary`, a power of two.
constexpr std::uint64_t bytes_before_boundary(std::uint64_t address, std::uint64_t length, std::uint64_t boundary) {
  const std::uint64_t room = boundary - (address & (boundary - 1));
  return length < room ? length : room;
}

}  // namespace tactus
