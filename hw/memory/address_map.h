#pragma once

#include <array>
#include <cstdint>

#include "hw/common/router_ports.h"

namespace tactus {

/// Memories of a node in which the buffers of its ranks lie, by DMA engine. All nodes have the same.
struct BufferHomes {
  std::array<int, kMaxNics> send{};     ///< 0..15
  std::array<int, kMaxNics> receive{};  ///< one-sided messages included
};

/// Where the buffers of a node's ranks lie in its memory, and which memory is a byte's home.
///
/// Contents are not modelled: all messages of a rank and engine use the same two buffers of 4 GiB each. A longer
/// message runs on into the buffers behind, of the same memory, which changes nothing. An address has 48 bits, as many
/// as a one-sided packet carries: offset [31:0], engine [34:32], receiving [35], place of the rank in its node [43:36],
/// memory [47:44].
class AddressMap {
 public:
  static constexpr int kAddressBits = 48;
  static constexpr int kMaxMemories = 16;  ///< memories of one node

  /// Buffer from which the rank at `place` (0..255) sends by `engine` (0..7).
  [[nodiscard]] static constexpr std::uint64_t send_buffer(int place, int engine, const BufferHomes& homes = {}) {
    return buffer(place, engine, 0, homes.send[static_cast<std::size_t>(engine)]);
  }
  /// Buffer into which that rank receives by `engine`, one-sided messages included.
  [[nodiscard]] static constexpr std::uint64_t receive_buffer(int place, int engine, const BufferHomes& homes = {}) {
    return buffer(place, engine, 1, homes.receive[static_cast<std::size_t>(engine)]);
  }
  /// Byte `offset` (below 2^44) of a memory of the node.
  [[nodiscard]] static constexpr std::uint64_t in_memory(int memory, std::uint64_t offset) {
    return static_cast<std::uint64_t>(memory) << kMemoryBit | offset;
  }
  /// The memory of the node in which `address` lies.
  [[nodiscard]] static constexpr int home(std::uint64_t address) {
    return static_cast<int>(address >> kMemoryBit & kMemoryMask);
  }

 private:
  static constexpr int kEngineBit = 32;
  static constexpr int kReceiveBit = 35;
  static constexpr int kPlaceBit = 36;
  static constexpr int kMemoryBit = 44;
  static constexpr std::uint64_t kMemoryMask = kMaxMemories - 1;

  static constexpr std::uint64_t buffer(int place, int engine, std::uint64_t receiving, int memory) {
    return in_memory(memory, static_cast<std::uint64_t>(place) << kPlaceBit | receiving << kReceiveBit |
                                 static_cast<std::uint64_t>(engine) << kEngineBit);
  }
};

}  // namespace tactus
