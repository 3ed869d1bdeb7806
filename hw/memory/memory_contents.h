#pragma once

#include <cstdint>

namespace tactus {

/// A memory that has contents, as NICs see it besides its port: engines tell it which packet carries what it has read.
/// Flits have no room for the data of users, so it goes beside the wires. Packets are named by `packet_number`.
/// Reference: docs/reference/tlm.md.
class MemoryContents {
 public:
  virtual ~MemoryContents() = default;
  /// A packet starts to node `destination` with the payload that `engine` has read as `tag`.
  virtual void packet_started(int engine, std::uint32_t tag, std::uint64_t packet, int destination) = 0;
  /// A packet with payload has come. The next request is the one that writes it.
  virtual void packet_arrived(std::uint64_t packet) = 0;
  /// A packet with payload has come and is not written: its receive was cancelled.
  virtual void packet_dropped(std::uint64_t packet) = 0;
};

}  // namespace tactus
