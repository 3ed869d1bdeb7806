#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/router/waiting_packet.h"
#include "testbench/app/attribution/event_tree.h"

namespace tactus {

/// A congestion tree over time: outputs that lack credits because buffers behind them are full of packets which, output
/// by output, wait for one root.
struct CongestionTree {
  PathPlace root;           ///< an output that has its credits, or one of a ring of outputs that wait for each other
  bool circular = false;    ///< the latter
  std::uint64_t begin = 0;  ///< cycle of the first sample in which it was there
  std::uint64_t end = 0;    ///< of the last one
  int most_outputs = 0;     ///< that lacked credits because of it
  int most_packets = 0;     ///< that stood in front of a queue and waited for one of these or the root
  std::uint64_t packet_cycles = 0;  ///< such packets, summed over the cycles that samples stand for
};

/// Finds congestion trees in samples of what waits at routers. Plain class.
class CongestionTrees {
 public:
  explicit CongestionTrees(const NetworkShape& torus) : torus_(torus) {}

  /// What waits in cycle `cycle`, in the order of Fabric::waiting; the sample stands for `interval` cycles.
  void sample(std::uint64_t cycle, std::uint64_t interval, const std::vector<WaitingPacket>& waiting);
  /// All trees, those with the most packet-cycles first; of equals, in the order of time and place.
  [[nodiscard]] std::vector<CongestionTree> trees() const;

 private:
  /// What waits for an output, in one sample.
  struct Output {
    int packets = 0;
    bool lacks_credits = false;
    std::size_t next = 0;  ///< the output that a packet in the full buffer behind it wants
    bool has_next = false;
  };
  using Outputs = std::map<std::size_t, Output>;  ///< by node * ports + port

  [[nodiscard]] Outputs outputs_of(const std::vector<WaitingPacket>& waiting) const;
  void take_down(const CongestionTree& tree, std::uint64_t interval);

  NetworkShape torus_;
  std::vector<CongestionTree> trees_;
  std::map<std::size_t, std::size_t> newest_;  ///< by root: its place in `trees_`
};

}  // namespace tactus
