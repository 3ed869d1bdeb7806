#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/attribution/count_windows.h"
#include "testbench/app/attribution/latency_part.h"

namespace tactus {

/// Activity of outputs and buffers, by windows of time: flits, packets that waited and why, contents of buffers.
///
/// Plain class. Sums are exact.
class LinkWindows {
 public:
  /// Waits of packets for an output. Cycles, summed over the packets.
  static constexpr std::array<LatencyPart, 3> kPortParts = {LatencyPart::kQueue, LatencyPart::kOutput,
                                                            LatencyPart::kInput};
  /// Counts of a VC: flits that passed the output on it, cycles that packets which then took it waited for its credits,
  /// and flit-cycles in the input buffer of that port and VC.
  enum class VcColumn : std::uint8_t { kFlits, kCredits, kOccupancy };
  static constexpr std::size_t kVcColumns = 3;

  explicit LinkWindows(const MachineConfig& config);
  /// Windows of `count` nodes from `first` on, to be put together with those of the others.
  LinkWindows(const MachineConfig& config, int first, int count);

  /// A packet waited for output `port` in cycles [begin, end), one of `kPortParts`, or with bubble
  /// flow control kBubble.
  void waited(int node, int port, LatencyPart part, std::uint64_t begin, std::uint64_t end) {
    windows_.add(place(node, port) + column(part), begin, end);
  }
  /// A packet waited for credits of `vc` at output `port` in cycles [begin, end).
  void lacked_credits(int node, int port, int vc, std::uint64_t begin, std::uint64_t end) {
    windows_.add(place(node, port) + column(vc, VcColumn::kCredits), begin, end);
  }
  /// `flits` passed the switch, one per cycle from `begin` on.
  void passed(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits) {
    windows_.add(place(node, port) + column(vc, VcColumn::kFlits), begin, begin + flits);
  }
  /// `flits` came to an input buffer, one per cycle from `begin` on, and each stayed `stay` cycles.
  void buffered(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits, std::uint64_t stay) {
    const std::size_t cell = place(node, port) + column(vc, VcColumn::kOccupancy);
    if (!windows_.add_to_last(cell, begin, begin + stay + flits, flits * stay)) add_buffered(cell, begin, flits, stay);
  }

  /// Adds what has been counted for some of its nodes.
  void add(const LinkWindows& part);

  [[nodiscard]] std::uint64_t window_cycles() const { return windows_.length(); }
  [[nodiscard]] std::size_t windows() const { return windows_.size(); }
  [[nodiscard]] int nodes() const { return nodes_; }
  [[nodiscard]] int ports() const { return ports_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] bool have_bubbles() const { return bubbles_; }
  /// Waits of all ports of all nodes in a window.
  [[nodiscard]] std::vector<std::uint32_t> waits(std::size_t window, LatencyPart part) const;
  /// Counts of all VCs of these ports.
  [[nodiscard]] std::vector<std::uint32_t> of_vcs(std::size_t window, VcColumn column) const;
  [[nodiscard]] std::uint32_t wait(std::size_t window, int node, int port, LatencyPart part) const;
  [[nodiscard]] std::uint32_t of_vc(std::size_t window, int node, int port, int vc, VcColumn column) const;

 private:
  void add_buffered(std::size_t cell, std::uint64_t begin, std::uint64_t flits, std::uint64_t stay);
  [[nodiscard]] std::size_t place(int node, int port) const {
    return static_cast<std::size_t>((node - first_) * ports_ + port) * columns_;
  }
  [[nodiscard]] std::size_t column(LatencyPart part) const {
    if (part == LatencyPart::kBubble) return columns_ - 1;
    return static_cast<std::size_t>(part) - static_cast<std::size_t>(LatencyPart::kQueue);
  }
  [[nodiscard]] static std::size_t column(int vc, VcColumn column) {
    return kPortParts.size() + static_cast<std::size_t>(vc) * kVcColumns + static_cast<std::size_t>(column);
  }

  int first_;  ///< number of its first node
  int nodes_;
  int ports_;  ///< ports of each router
  int virtual_channels_;
  bool bubbles_;  ///< the last column counts waits for them
  std::size_t columns_;
  CountWindows<std::uint32_t> windows_;  ///< by node, port and column
};

}  // namespace tactus
