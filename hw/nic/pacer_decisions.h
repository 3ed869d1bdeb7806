#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/node_counter.h"
#include "hw/common/policy_key.h"
#include "hw/common/units.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// A message that an engine takes from its ring.
struct PacedMessage {
  Coordinate destination;
  int destination_nic = 0;
  int hops = 0;  ///< links of its way; 0 to the node itself
  Bytes bytes;
};

/// A packet that an engine starts, or that is the next to start.
struct PacedPacket {
  const PacketHeader& header;
  int hops = 0;       ///< links of its way
  PacketEighths gap;  ///< gap of its message
};

/// Packets that a receiver has taken, as its acknowledgement says.
struct Acknowledgement {
  Coordinate destination;  ///< node that has taken them
  int destination_nic = 0;
  int hops = 0;                    ///< links of their way
  std::uint32_t packets = 0;       ///< taken since the last acknowledgement from there
  std::uint32_t inject_cycle = 0;  ///< cycle in which the last of them was injected, modulo 2^32
};

/// First edge at which a packet may start whose predecessor, of `flits` flits, has started at `start`:
/// `start + flits + ceil(gap * flits / 8)`.
constexpr Cycles next_slot(Cycles start, int flits, PacketEighths gap) {
  const auto length = static_cast<std::uint64_t>(flits);
  return start + Cycles{length + ceil_div(static_cast<std::uint64_t>(gap.eighths()) * length, 8)};
}

/// How a pacer knows the slot of the packet that is the next to start.
enum class SlotRule : std::uint8_t {
  kSaid,     ///< the slot is what `packet_started` said, and `slot` is never asked
  kPacket,   ///< `slot` is asked for the packet; its answer stays until the pacer is told of something
  kWindows,  ///< `slot` is asked for the packet; its answer stays so long, or until the edge that `changes` says
  kEdge      ///< `slot` is asked for the packet at every edge, and may answer anything
};

/// Decisions of the pacer of one engine: by a mode of the model, or by RTL that is no twin of it.
///
/// Decides only, moves nothing, so that every level of execution calls it. All calls are made at edges, in their order;
/// `now` is the edge. At an edge acknowledgements are told first. Reference: docs/reference/pacer.md.
class PacerDecisions {
 public:
  virtual ~PacerDecisions() = default;
  PacerDecisions() = default;
  PacerDecisions(const PacerDecisions&) = delete;
  PacerDecisions& operator=(const PacerDecisions&) = delete;

  /// Gap of all packets of `message`, which the engine takes now; 0 to kMaxPaceEighths.
  virtual PacketEighths gap(const PacedMessage& message, Cycles now) = 0;
  /// `packet` starts now: the first edge at which the next one of its message may.
  virtual Cycles packet_started(const PacedPacket& packet, Cycles now) {
    return next_slot(now, packet.header.route.flits, packet.gap);
  }
  /// The tail of a message leaves now: the next packet is the first of another one, and may start at once.
  virtual void message_ended(Cycles /*now*/) {}
  /// `acknowledgement` has come. Told only if the injection control makes receivers acknowledge.
  virtual void acknowledged(const Acknowledgement& /*acknowledgement*/, Cycles /*now*/) {}

  /// Whether `slot` is asked, and when. It is always the same.
  [[nodiscard]] virtual SlotRule slot_rule() const { return SlotRule::kSaid; }
  /// First edge at which `next`, which is ready, may start, as far as is known now; `said` is what `packet_started`
  /// answered for the packet before it in its message, 0 for the first packet of a message.
  [[nodiscard]] virtual Cycles slot(const PacedPacket& /*next*/, Cycles said, Cycles /*now*/) const { return said; }
  /// First edge after `now` at which the answer of `slot` can be another one though the pacer is told of nothing;
  /// `Cycles::max()`: at none.
  [[nodiscard]] virtual Cycles changes(Cycles /*now*/) const { return Cycles::max(); }
  /// The engine takes a message only after the tail of the one before has left: the pacer knows one at a time.
  [[nodiscard]] virtual bool one_message() const { return false; }
};

/// The engine that a mode works for.
struct PacerPlace {
  const PacingConfig& settings;  ///< as software wrote them last; outlives the decisions
  Coordinate position{};         ///< node of the NIC
  int engine = 0;
  NodeCounter counter{};  ///< the node's
};

/// Registration of a pacer mode, in hw/nic/pacers/<name>.cpp. Cycle and packet level have every mode.
struct PaceModePolicy : Policy {
  std::unique_ptr<PacerDecisions> (*make)(const PacerPlace& place) = nullptr;
  /// Value of PACE_CTRL.mode that chooses it. A mode without a number is one of the model; a NIC in RTL has it only if
  /// its pacer is replaced by one that is held to this mode.
  std::optional<std::uint32_t> number{};
  bool reads_gap = false;   ///< `pacing.gap` takes effect, and has to be given
  bool reads_bias = false;  ///< `pacing.bias` and `pacing.sequence_bias` take effect
  /// It needs acknowledgements: `pacing.control` has to be one that has receivers acknowledge packets.
  bool acknowledgements = false;
  /// The flow level has it too: the gap follows from message and registers, and the slot is `next_slot`.
  bool flow_level = false;
  /// Its packets start in the slots of a schedule of phases, which software computes: docs/reference/pacer.md, "Phase".
  bool phases = false;
  std::vector<NumberKey> keys{};  ///< keys `pacing.<name>` for this mode alone
};

/// The registration of a pacer mode that is a `P`, made of its place.
template <class P>
PaceModePolicy pace_mode_of(const char* name, const char* summary, std::vector<NumberKey> keys = {}) {
  PaceModePolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const PacerPlace& place) -> std::unique_ptr<PacerDecisions> { return std::make_unique<P>(place); };
  policy.keys = std::move(keys);
  return policy;
}

}  // namespace tactus
