#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/policy.h"
#include "hw/common/units.h"

namespace tactus {

struct ArbiterPolicy;
/// Policies that decide which packet wins an output port when several want it. See docs/reference/arbiters.md.
struct ArbiterKind {
  static constexpr char kName[] = "arbiter";
  using Policy = ArbiterPolicy;
};
using ArbiterName = PolicyName<ArbiterKind>;
/// Order in which the packets of one input VC may leave.
enum class InputQueueKind : std::uint8_t { kFifo, kPerOutput };
/// How many packets an input port can feed into the crossbar at once: one, one per VC, one per queue.
enum class InputTransfers : std::uint8_t { kPort, kVc, kQueue };
struct NominationPolicy;
/// Policies that choose the packets that an input port offers to the outputs at an edge: all that can be granted
/// (`any`), or one of those that have credits, whether its output is free or not. See docs/reference/vc_router.md.
struct NominationKind {
  static constexpr char kName[] = "input nomination";
  using Policy = NominationPolicy;
};
using NominationName = PolicyName<NominationKind>;
/// How long a packet keeps the output port it won: until its tail has passed, or for one flit.
enum class SwitchHold : std::uint8_t { kPacket, kFlit };
/// Means against packets of a ring that wait for each other in a circle: VCs in classes, or room for one packet more
/// that a packet has to find where it enters the ring. See docs/reference/routing.md.
enum class FlowControl : std::uint8_t { kDateline, kBubble };
struct DatelinePolicy;
/// Rules that choose a packet's VC class in a ring. See docs/reference/routing.md.
struct DatelineKind {
  static constexpr char kName[] = "dateline";
  using Policy = DatelinePolicy;
};
using DatelineName = PolicyName<DatelineKind>;
struct RoutingPolicy;
/// Policies that choose the way of packets, a link at a time. See docs/reference/routing.md.
struct RoutingKind {
  static constexpr char kName[] = "routing";
  using Policy = RoutingPolicy;
};
using RoutingName = PolicyName<RoutingKind>;
struct TieBreakPolicy;
/// Policies that choose the way round a ring when both are equally long (offset n/2, n even). See
/// docs/reference/routing.md.
struct TieBreakKind {
  static constexpr char kName[] = "tie break";
  using Policy = TieBreakPolicy;
};
using TieBreakName = PolicyName<TieBreakKind>;
class RouteTable;

/// Messages that have virtual channels of their own on every link, and their turn at every output. See
/// docs/reference/classes.md.
struct MessageClass {
  std::string name;
  int virtual_channels = 1;  ///< behind those of the classes before it
  int priority = 0;          ///< a class goes before all of lower priority
  int share = 1;             ///< weight among the classes of its priority at every output, 1..kMostShare

  friend bool operator==(const MessageClass& a, const MessageClass& b) {
    return a.name == b.name && a.virtual_channels == b.virtual_channels && a.priority == b.priority &&
           a.share == b.share;
  }
};

/// Design axes of the router.
struct RouterConfig {
  int virtual_channels = 2;  ///< per port, 1..8; at most 64 VCs in all
  Bytes vc_buffer{8192};     ///< input buffer of each VC; holds at least one largest packet
  PolicyName<ArbiterKind> arbiter = "round_robin";
  InputQueueKind input_queue = InputQueueKind::kFifo;
  InputTransfers input_transfers = InputTransfers::kVc;
  PolicyName<NominationKind> input_nomination = "any";  ///< others: with kPort, and SwitchHold::kPacket
  SwitchHold switch_hold = SwitchHold::kPacket;
  Cycles turnaround{0};  ///< that an output and the input side rest after a packet's tail, 0..1000; SwitchHold::kPacket
  PolicyName<RoutingKind> routing = "dimension_order";  ///< whether it reads the keys below, its policy says
  FlowControl flow_control = FlowControl::kDateline;    ///< kBubble: routings that have it, and no `dateline`
  PolicyName<DatelineKind> dateline = "crossing";
  PolicyName<TieBreakKind> tie_break = "positive";
  DimensionLetters dimension_order;
  std::shared_ptr<const RouteTable> table;  ///< next links (hw/router/route_table.h), for routings that read one

  std::vector<MessageClass> classes;  ///< empty: one, which has all VCs

  /// Several classes share the links.
  [[nodiscard]] bool has_classes() const { return classes.size() > 1; }
  /// First VC of class number `message_class`: the one by which NICs send its packets.
  [[nodiscard]] int first_vc(int message_class) const {
    int first = 0;
    for (int before = 0; before < message_class; ++before) {
      first += classes[static_cast<std::size_t>(before)].virtual_channels;
    }
    return first;
  }
  /// Number of the class that has the VC `vc`.
  [[nodiscard]] std::uint8_t class_of(int vc) const {
    if (!has_classes()) return 0;
    std::uint8_t number = 0;
    while (number + 1U < classes.size() && (vc -= classes[number].virtual_channels) >= 0) ++number;
    return number;
  }
  /// Bit v: VC v.
  [[nodiscard]] std::uint8_t all_vcs() const { return static_cast<std::uint8_t>((1U << virtual_channels) - 1); }
};

inline constexpr int kMaxVirtualChannels = 8;
/// Input VCs of a router, over all its ports.
inline constexpr int kMaxInputVcs = 64;
inline constexpr Cycles kMostTurnaround{1000};
inline constexpr int kMostShare = 1000;
inline constexpr int kMostPriority = 7;
inline constexpr Bytes kFlitBytes{16};
inline constexpr Bytes kHeaderBytes{32};
/// Flits of the longest packet: its length has 10 bits.
inline constexpr std::uint64_t kMostPacketFlits = 1023;
/// Flits of a packet header: the route flit and the transport flit.
inline constexpr int kHeaderFlits = 2;

}  // namespace tactus
