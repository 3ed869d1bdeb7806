#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/attribution/latency_part.h"

namespace tactus {

/// What outputs and buffers did, by windows of time: flits, packets that waited and why, what buffers held.
///
/// A window is a power of two of cycles, the same for all. When a run takes more windows than there may be, two each
/// become one, so that there are between half and all of them at the end. Plain class. Sums are exact.
class LinkWindows {
 public:
  /// Waits of packets for an output. Cycles, summed over the packets.
  static constexpr std::array<LatencyPart, 3> kPortParts = {LatencyPart::kQueue, LatencyPart::kOutput,
                                                            LatencyPart::kInput};
  /// What is counted of a VC: flits that passed the output on it, cycles that packets which then took it waited for its
  /// credits, and flit-cycles in the input buffer of that port and VC.
  enum class VcColumn : std::uint8_t { kFlits, kCredits, kOccupancy };
  static constexpr std::size_t kVcColumns = 3;

  explicit LinkWindows(const MachineConfig& config);

  /// A packet waited for output `port` in cycles [begin, end), one of `kPortParts`.
  void waited(int node, int port, LatencyPart part, std::uint64_t begin, std::uint64_t end);
  /// The same, for credits of `vc`.
  void lacked_credits(int node, int port, int vc, std::uint64_t begin, std::uint64_t end);
  /// `flits` passed the switch, one per cycle from `begin` on.
  void passed(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits);
  /// `flits` came to an input buffer, one per cycle from `begin` on, and each stayed `stay` cycles.
  void buffered(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits, std::uint64_t stay);

  [[nodiscard]] std::uint64_t window_cycles() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] std::size_t windows() const { return windows_.size(); }
  [[nodiscard]] int nodes() const { return nodes_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] std::uint32_t wait(std::size_t window, int node, int port, LatencyPart part) const;
  [[nodiscard]] std::uint32_t of_vc(std::size_t window, int node, int port, int vc, VcColumn column) const;

 private:
  using Counts = std::vector<std::uint32_t>;  ///< by node, port and column

  [[nodiscard]] std::size_t place(int node, int port) const {
    return (static_cast<std::size_t>(node) * kRouterPorts + static_cast<std::size_t>(port)) * columns_;
  }
  [[nodiscard]] static std::size_t column(LatencyPart part) {
    return static_cast<std::size_t>(part) - static_cast<std::size_t>(LatencyPart::kQueue);
  }
  [[nodiscard]] static std::size_t column(int vc, VcColumn column) {
    return kPortParts.size() + static_cast<std::size_t>(vc) * kVcColumns + static_cast<std::size_t>(column);
  }
  void add(std::size_t cell, std::uint64_t begin, std::uint64_t end);
  Counts& window_of(std::uint64_t cycle) {
    if (cycle >> shift_ >= windows_.size()) reach(cycle);
    return windows_[cycle >> shift_];
  }
  /// Makes the window of `cycle`.
  void reach(std::uint64_t cycle);
  void halve();

  int nodes_;
  int virtual_channels_;
  std::size_t columns_;
  std::size_t most_windows_;
  unsigned shift_;
  std::vector<Counts> windows_;
};

}  // namespace tactus
