#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/router/waiting_packet.h"

namespace tactus {

/// Graph of the waits in a network that stands still: from each waiting packet an edge to the packets at the front of
/// the buffer that it needs room in.
///
/// Plain class. Its report names a circular wait with the packets, VCs and credits in it; if there is none, the chain
/// of waits from the oldest packet to the buffer at which it ends.
class WaitGraph {
 public:
  WaitGraph(NetworkShape shape, int nics, std::vector<WaitingPacket> packets);

  /// Packets (indices into `packets()`) of one circular wait, each waiting for the next; empty if there is none.
  [[nodiscard]] std::vector<int> find_cycle() const;
  /// Packets from the one injected first to one that waits for nobody.
  [[nodiscard]] std::vector<int> chain_from_oldest() const;
  [[nodiscard]] const std::vector<WaitingPacket>& packets() const { return packets_; }

  /// Several lines of text for the user. `occupancy(node, port, vc)` is the number of flits in an input buffer.
  [[nodiscard]] std::string report(const std::function<int(int, int, int)>& occupancy) const;

 private:
  [[nodiscard]] std::string describe(const WaitingPacket& packet) const;

  NetworkShape shape_;
  RouterPorts ports_;
  std::vector<WaitingPacket> packets_;
  std::vector<std::vector<int>> waits_for_;
};

}  // namespace tactus
