#pragma once

#include <cstdint>

namespace tactus::node_addresses {

// Parts of a process's memory, and its share of the node's shared buffers. They begin in different sets of any cache.
inline constexpr std::uint64_t kProcessArea = std::uint64_t{1} << 46;
inline constexpr std::uint64_t kArray = std::uint64_t{1} << 43;
inline constexpr std::uint64_t kSendDescription = (std::uint64_t{1} << 44) + 0x2440;
inline constexpr std::uint64_t kReceiveDescription = (std::uint64_t{1} << 44) + (std::uint64_t{1} << 43) + 0x5980;
inline constexpr std::uint64_t kQueue = (std::uint64_t{1} << 45) + 0x8c0;
inline constexpr std::uint64_t kShared = (std::uint64_t{1} << 45) + (std::uint64_t{1} << 44) + 0xb000;
/// Private buffers of what came before its receive.
inline constexpr std::uint64_t kAside = (std::uint64_t{1} << 45) + (std::uint64_t{1} << 43) + 0x7340;
/// Where a NIC finds what was packed for it, and puts what has to be unpacked.
inline constexpr std::uint64_t kNicBuffers =
    (std::uint64_t{1} << 45) + (std::uint64_t{1} << 44) + (std::uint64_t{1} << 43) + 0xd480;
/// From one kind of message to the next, of descriptions; from one message under way to the next, of buffers.
inline constexpr std::uint64_t kNextDescription = (std::uint64_t{1} << 32) + 0x3340;
inline constexpr std::uint64_t kNextShared = (std::uint64_t{1} << 34) + 0x6b40;

constexpr std::uint64_t area_of(int process) { return kProcessArea * static_cast<std::uint64_t>(process + 1); }

}  // namespace tactus::node_addresses

namespace tactus {

/// Where `process` has its array: nothing else is within 2^32 bytes.
constexpr std::uint64_t array_of(int process) { return node_addresses::area_of(process) + node_addresses::kArray; }

/// In the array of a rank of a larger machine, what it sends by a DMA engine, and what it receives by that: messages
/// within the node have engines too. They begin in different sets of any cache.
constexpr std::int64_t send_buffer_of(int engine) { return engine * ((std::int64_t{1} << 40) + 0x2940); }
constexpr std::int64_t receive_buffer_of(int engine) {
  return send_buffer_of(engine) + (std::int64_t{1} << 39) + 0x11c0;
}

}  // namespace tactus
