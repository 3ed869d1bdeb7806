#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/router_config.h"
#include "hw/router/waiting_packet.h"
#include "testbench/app/attribution/event_tree.h"

namespace tactus {

/// A congestion tree over time: outputs that lack credits because buffers behind them are full of packets which, output
/// by output, wait for one root.
struct CongestionTree {
  PathPlace root;           ///< an output that has its credits, or one of a ring of outputs that wait for each other
  bool circular = false;    ///< the latter
  std::uint64_t begin = 0;  ///< cycle of the first sample in which it was there
  std::uint64_t end = 0;    ///< cycle of the last such sample
  int most_outputs = 0;     ///< that lacked credits because of it
  int most_packets = 0;     ///< that stood in front of a queue and waited for one of these or the root
  std::uint64_t packet_cycles = 0;  ///< packets in front of queues, summed over the cycles that samples stand for
};

/// Finds congestion trees in samples of what waits at routers. Plain class.
class CongestionTrees {
 public:
  CongestionTrees(const NetworkShape& network, RouterPorts ports);

  /// Packets that wait in cycle `cycle`, in the order of Fabric::waiting; the sample stands for `interval` cycles.
  void sample(std::uint64_t cycle, std::uint64_t interval, const std::vector<WaitingPacket>& waiting);
  /// All trees, those with the most packet-cycles first; of equals, in the order of time and place.
  [[nodiscard]] std::vector<CongestionTree> trees() const;

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// Packets that wait for an output, in one sample.
  struct Output {
    std::size_t next = kNone;  ///< the output that a packet in the full buffer behind it wants
    std::size_t root = kNone;  ///< where that leads, once it is known
    int packets = 0;
    int held_outputs = 0;  ///< outputs of a root that lack credits because of it
    int held_packets = 0;  ///< that wait for these others
    bool lacks_credits = false;
    bool circular = false;  ///< leads to a ring
    bool is_on_way = false;
  };

  [[nodiscard]] bool lacks_credits(const WaitingPacket& packet) const {
    return !ports_.is_nic(packet.out_port) && packet.credits < packet.needed();
  }
  [[nodiscard]] std::size_t number_of(int node, int port) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(ports_.count()) + static_cast<std::size_t>(port);
  }
  [[nodiscard]] PathPlace place_of(std::size_t number) const {
    const auto ports = static_cast<std::size_t>(ports_.count());
    return {static_cast<std::int32_t>(number / ports), static_cast<std::int8_t>(number % ports)};
  }
  /// Front of the input port with this number, which is counted as outputs are.
  std::size_t& front_of(std::size_t input, int in_vc) {
    return fronts_[input * kMaxVirtualChannels + static_cast<std::size_t>(in_vc)];
  }
  void look_at_fronts(const std::vector<WaitingPacket>& waiting);
  void look_behind(const std::vector<WaitingPacket>& waiting);
  /// Also that of all outputs on the way from `number`.
  void find_root(std::size_t number);
  void forget(const std::vector<WaitingPacket>& waiting);
  void take_down(const CongestionTree& tree, std::uint64_t interval);

  RouterPorts ports_;
  std::vector<std::uint32_t> inputs_behind_;  ///< by node and direction: number of the input port behind the link
  std::vector<CongestionTree> trees_;
  // Of one sample; between samples nothing is in them. By node * ports + port:
  std::vector<Output> outputs_;
  /// By input port and VC, the lowest output that is wanted in front of its queues; those for which a packet lacks
  /// credits come before the others, which stand here by number + outputs.
  std::vector<std::size_t> fronts_;
  std::vector<std::size_t> wanted_;  ///< outputs for which packets wait
  std::vector<std::size_t> roots_;
  std::vector<std::size_t> way_;     ///< way that `find_root` has gone
  std::vector<std::size_t> newest_;  ///< by root: the place of its last tree in `trees_`
};

}  // namespace tactus
