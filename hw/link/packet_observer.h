#pragma once

#include <cstddef>

#include "hw/common/access_stages.h"
#include "hw/common/units.h"
#include "hw/link/packet_header.h"
#include "hw/link/send_state.h"

namespace tactus {

class GrantSums;

/// A router gives a packet an output.
struct RouterGrant {
  int node = 0;
  int in_port = 0;
  int out_port = 0;
  int out_vc = 0;
  /// With the switch held per packet, SA: its flits pass the switch in cycles `cycle + late + 1` to
  /// `cycle + late + flits`. Held per flit, VA: the packet owns `out_vc`, and its first flit passes in `cycle + 2` at
  /// the earliest.
  Cycles cycle;
  int in_vc = 0;
  Cycles routed{};  ///< RC of the packet at this router
  Cycles late{};    ///< the packet waits so long with its output, because the link is slow
};

/// Listener that is told of every event of a packet when it happens. All cycles are those of docs/timing.md. Callbacks
/// come in no particular order within one cycle, except for one packet.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// The head flit is put on the NIC's port in `cycle`.
  virtual void packet_injected(const PacketHeader& /*header*/, Cycles /*cycle*/) {}
  virtual void packet_granted(const RouterGrant& /*grant*/, const RouteHeader& /*header*/) {}
  /// It has to be told of every grant; asked once, when it begins to observe. If not, who can sum grants need not tell
  /// them: see `grant_sums`.
  [[nodiscard]] virtual bool wants_grants() const { return true; }
  /// Where grants of part `part` of the network are summed, the parts numbered from 0; null: nobody has to sum them.
  /// Asked once for each part; with sums an observer that does not want grants is told none.
  virtual GrantSums* grant_sums(std::size_t /*part*/) { return nullptr; }
  /// The receiving NIC has taken the tail flit in `cycle`.
  virtual void packet_delivered(const PacketHeader& /*header*/, Cycles /*cycle*/) {}

  /// It is told the following too; asked once, when it begins to observe.
  [[nodiscard]] virtual bool wants_waits() const { return false; }
  /// Where its access to memory was, told before `packet_waited`, `packet_left` and `packet_written` if the memory says
  /// it and the packet has data.
  virtual void packet_accessed(const RouteHeader& /*header*/, const AccessStages& /*stages*/, Cycles /*cycle*/) {}
  /// How the engine came to inject a packet of a message in `cycle`; after `packet_injected`.
  virtual void packet_waited(const RouteHeader& /*header*/, const SendWaits& /*waits*/, Cycles /*cycle*/) {}
  /// The packet has left the receive buffer in `cycle`: the credits of its flits go back.
  virtual void packet_left(const RouteHeader& /*header*/, int /*vc*/, Cycles /*cycle*/) {}
  /// It is visible in memory in `cycle`, or nothing of it is to be written.
  virtual void packet_written(const RouteHeader& /*header*/, Cycles /*cycle*/) {}
};

}  // namespace tactus
