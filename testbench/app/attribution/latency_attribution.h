#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/fabric_waits.h"
#include "testbench/app/attribution/latency_part.h"
#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/attribution/link_windows.h"

namespace tactus {

/// A packet of a message that has come to its end.
struct SplitPacket {
  RouteHeader header;
  std::optional<int> sequence;  ///< number of the sequence that it was sent in
  Cycles created;
  Cycles written;
  LatencySplit split;
};

/// What packets of some kind took, together.
using SplitSum = SplitTotal<LatencySplit>;

/// What one output did in the whole run.
struct OutputSum {
  std::uint64_t flits = 0;
  /// Cycles that packets waited for it, summed over the packets.
  std::uint64_t queue = 0;
  std::uint64_t output = 0;
  std::uint64_t input = 0;
  std::uint64_t credits = 0;
  std::array<std::uint64_t, kRouterPorts> held_by{};  ///< of `output`: by input port of the packet that passed

  [[nodiscard]] std::uint64_t waited() const { return queue + output + input + credits; }
};

/// Splits the latency of every packet, from the creation of its message to its being visible in memory, into what it
/// was spent on, and says which outputs packets waited for, when and why. Finds all of it in what observers are told,
/// so that it is the same at cycle and packet level. Definitions: docs/reference/attribution.md.
///
/// Control packets are passed over: they hold outputs, and nobody created them. The switch is held per packet.
class LatencyAttribution final : public PacketObserver {
 public:
  using Report = std::function<void(const SplitPacket&)>;
  using SequenceOf = std::function<std::optional<int>(const RouteHeader&)>;

  /// `config` must outlive it. `sequence_of` is asked when a packet has been injected. `report`, if there is one, is
  /// told every packet of a message that has come to its end.
  LatencyAttribution(const MachineConfig& config, SequenceOf sequence_of, Report report = {});

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_waits() const override { return true; }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override;
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override;
  void packet_written(const RouteHeader& header, Cycles cycle) override;

  [[nodiscard]] const LatencySums<LatencySplit>& sums() const { return sums_; }
  [[nodiscard]] const OutputSum& output(int node, int port) const {
    return outputs_[static_cast<std::size_t>(node * kRouterPorts + port)];
  }
  [[nodiscard]] const LinkWindows& windows() const { return windows_; }
  /// The first packet whose parts do not add up to what it took; empty if there is none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  /// A packet between its injection and its end.
  struct InFlight {
    SplitPacket packet;
    Cycles until;  ///< everything before this cycle is in the split
  };
  using Engine = std::vector<InFlight>;  ///< of one engine, in the order of injection

  [[nodiscard]] Engine& engine(const RouteHeader& header);
  /// Null if it is a control packet.
  [[nodiscard]] InFlight* find(const RouteHeader& header);
  void take_down_wait(const RouterGrant& grant, const std::vector<WaitPiece>& pieces, InFlight* packet);
  void spend(InFlight& packet, LatencyPart part, std::uint64_t cycles) const;
  void finish(const SplitPacket& packet);
  /// Everything before `cycle` has to be accounted for.
  void settle(const InFlight& packet, Cycles cycle);

  const MachineConfig& config_;
  FabricWaits waits_;
  SequenceOf sequence_of_;
  Report report_;
  std::vector<Engine> engines_;
  LatencySums<LatencySplit> sums_;
  std::vector<OutputSum> outputs_;
  LinkWindows windows_;
  std::string fault_;
};

}  // namespace tactus
