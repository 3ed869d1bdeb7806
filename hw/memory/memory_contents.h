#pragma once

#include <cstdint>

#include "hw/common/units.h"

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
  /// A packet with payload has come whose message has met no receive, so that nobody knows yet where it is to be
  /// written: it begins at byte `offset` of the message with that number on `engine`. The next request, which is for
  /// the packet, is answered at once.
  virtual void packet_held(std::uint64_t packet, int engine, std::uint64_t message, std::uint64_t offset) = 0;
  /// At edge `now` a message of which packets are held has met a receive: its first byte goes to `address`.
  virtual void message_met(int engine, std::uint64_t message, std::uint64_t address, Cycles now) = 0;
  /// A packet with payload has come and is not written: its receive was cancelled.
  virtual void packet_dropped(std::uint64_t packet) = 0;
};

}  // namespace tactus
