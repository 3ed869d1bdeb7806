#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/link/grant_sums.h"
#include "hw/link/packet_header.h"
#include "hw/link/send_state.h"

namespace tactus {

/// A router gives a packet an output, as the executor of the router knows it.
struct PartGrant {
  std::uint64_t cycle = 0;   ///< edge of SA
  std::uint64_t begins = 0;  ///< edge from which the packet moves on: `cycle`, or later if its link is slow
  std::uint64_t ready = 0;   ///< first edge at which SA could have seen its request
  std::int32_t node = 0;
  std::uint16_t flits = 0;
  // As in RouteDecision.
  std::uint8_t rooms = 0;
  std::uint8_t vc_mask = 0;
  std::uint8_t bubble_vcs = 0;
  std::uint8_t in_port = 0;
  std::uint8_t in_vc = 0;
  std::uint8_t out_port = 0;
  std::uint8_t out_vc = 0;
};

/// Credits of an output that are to come back, one for each edge from `first` on, or all at that edge.
struct PartCredits {
  int node = 0;
  int port = 0;
  int vc = 0;
  int count = 0;
  bool at_once = false;
  std::uint64_t first = 0;
};

/// Cycles of a packet by what they were spent on, which the observer of parts numbers. Goes with the packet from part
/// to part. All cycles of a packet are less than 2^32: its header has them modulo 2^32.
struct PacketTimes {
  std::array<std::uint32_t, 16> cycles{};
  std::uint64_t created = 0;
  GrantAccount account = 0;
};

/// Listener that is told what one part of a network does, by the executor of this part: in the order of cycles, and
/// perhaps in a thread of its own. See PartObservers.
class PartObserver {
 public:
  virtual ~PartObserver() = default;
  /// A packet of a message is injected in `cycle`; `times` are empty but for the account.
  virtual void injected(PacketTimes& times, const PacketHeader& header, const SendWaits& waits,
                        std::uint64_t cycle) = 0;
  /// `times` of a control packet are nobody's.
  virtual void granted(PacketTimes& times, const PartGrant& grant) = 0;
  /// The NIC has taken the tail of a packet of a message in cycle `taken`, and it is going to be visible in memory in
  /// cycle `written`.
  virtual void delivered(const PacketTimes& times, const PacketHeader& header, std::uint64_t taken,
                         std::uint64_t written) = 0;
  /// It has to be told of credits; asked once.
  [[nodiscard]] virtual bool wants_credits() const = 0;
  /// Told before any grant for which they can matter.
  virtual void credits_coming(const PartCredits& credits) = 0;
};

/// Says what waits in a part of a network.
class PartBacklog {
 public:
  virtual ~PartBacklog() = default;
  /// The first edge at which SA of router `node` could have granted a packet that has not been granted; the largest
  /// number if there is none.
  [[nodiscard]] virtual std::uint64_t oldest_ready(int node) const = 0;
};

/// Nodes `first` to `first + count - 1` of a network, which one executor has.
struct NetworkPart {
  int first = 0;
  int count = 0;
  const PartBacklog* backlog = nullptr;  ///< outlives the execution
};

/// Has a listener for each part of a network.
class PartObservers {
 public:
  virtual ~PartObservers() = default;
  /// Listener for `part`, which outlives the execution. Asked once for each part, in the order of their nodes.
  virtual PartObserver& part_observer(const NetworkPart& part) = 0;
};

}  // namespace tactus
