#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/link_speeds.h"
#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/focus.h"
#include "testbench/app/attribution/history.h"
#include "testbench/app/attribution/latency_part.h"
#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/attribution/link_windows.h"
#include "testbench/app/attribution/part_attribution.h"
#include "testbench/app/attribution/router_waits.h"
#include "testbench/app/attribution/stage_split.h"

namespace tactus {

/// A packet of a message that has come to its end.
struct SplitPacket {
  LatencySplit split;
  RouteHeader header;
  std::optional<int> sequence;  ///< number of the sequence that it was sent in
  Cycles created;
  Cycles written;
  const StageSplit* stages = nullptr;  ///< stages of its waits for memory; null: the memory does not say them
};

/// Time of packets of some kind, together.
struct SplitSum : SplitTotal<LatencySplit> {
  std::optional<StageSplit> stages{};  ///< nothing: the memory does not say them
};

/// Sums of one output over the whole run.
struct OutputSum {
  std::uint64_t flits = 0;
  /// Cycles that packets waited for it, summed over the packets.
  std::uint64_t queue = 0;
  std::uint64_t output = 0;
  std::uint64_t input = 0;
  std::uint64_t credits = 0;
  std::uint64_t bubble = 0;

  [[nodiscard]] std::uint64_t waited() const { return queue + output + input + credits + bubble; }
};

/// Splits the latency of every packet, from the creation of its message to its being visible in memory, into what it
/// was spent on, and says which outputs packets waited for, when and why. Finds all of it in what observers are told,
/// so that it is the same at cycle and packet level. Definitions: docs/reference/attribution.md.
///
/// It is told what a PacketObserver is told, by RunAttribution, which knows the waits. Control packets are passed over:
/// they hold outputs, and nobody created them. The switch is held per packet.
class LatencyAttribution {
 public:
  using Report = std::function<void(const SplitPacket&)>;
  using SequenceOf = std::function<std::optional<int>(const RouteHeader&)>;

  /// `config` must outlive it. `sequence_of` is asked when a packet has been injected. `report`, if there is one, is
  /// told every packet of a message that has come to its end. `stages`: memories say where accesses have been.
  LatencyAttribution(const MachineConfig& config, SequenceOf sequence_of, Report report = {}, bool stages = false);

  /// From now on `lives`, which must outlive this, is told what the packets do that it asks about.
  void follow(FocusRecorder* lives) { lives_ = lives; }

  void packet_injected(const PacketHeader& header, Cycles cycle);
  /// `accessed`: where its read was, if its memory says it.
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle,
                     const AccessStages* accessed = nullptr);
  /// `pieces`: of its wait.
  /// `held`: as FabricWaits says.
  void packet_granted(const RouterGrant& grant, const RouteHeader& header, const std::vector<WaitPiece>& pieces,
                      std::uint64_t held = 0);
  void packet_delivered(const PacketHeader& header, Cycles cycle);
  /// `accessed`: of its write.
  void packet_written(const RouteHeader& header, Cycles cycle, const AccessStages* accessed = nullptr);

  /// Adds what parts of the network have found in its place, which together are all of it. `sequence_of`: number of the
  /// sequence whose packets are of an account.
  void add(const std::deque<PartAttribution>& parts,
           const std::function<std::optional<int>(GrantAccount)>& sequence_of);

  [[nodiscard]] const LatencySums<LatencySplit>& sums() const { return sums_; }
  /// Sums of the stages of waits for memory; nothing if memories do not say them.
  [[nodiscard]] const std::optional<LatencySums<StageSplit>>& stage_sums() const { return stage_sums_; }
  [[nodiscard]] const OutputSum& output(int node, int port) const { return outputs_[number_of(node, port)]; }
  /// Cycles in which packets from input port `in_port` passed an output.
  [[nodiscard]] std::uint64_t held_by(int node, int port, int in_port) const {
    return held_by_[held_by_number(node, port, in_port)];
  }
  [[nodiscard]] const LinkWindows& windows() const { return windows_; }
  /// The first packet whose parts do not add up to what it took; empty if there is none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  /// A packet between its injection and its end.
  struct alignas(64) InFlight {
    Cycles until;  ///< everything before this cycle is in the split
    int life = FocusRecorder::kUnasked;
    SplitPacket packet;
  };
  /// Where a packet is that an engine has injected.
  struct Place {
    std::uint32_t inject_cycle;
    std::uint32_t in_flight;
  };
  using Engine = History<Place>;

  [[nodiscard]] Engine& engine(const RouteHeader& header) {
    return engines_[static_cast<std::size_t>(config_.network.node(header.source) * ports_.nics() + header.source_nic)];
  }
  [[nodiscard]] std::size_t number_of(int node, int port) const {
    return static_cast<std::size_t>(node * ports_.count() + port);
  }
  [[nodiscard]] std::size_t held_by_number(int node, int port, int in_port) const {
    return number_of(node, port) * static_cast<std::size_t>(ports_.count()) + static_cast<std::size_t>(in_port);
  }
  /// Null if it is a control packet.
  [[nodiscard]] InFlight* find(const RouteHeader& header);
  InFlight& add(const RouteHeader& header);
  void remove(const RouteHeader& header);
  void take_down_wait(const RouterGrant& grant, const std::vector<WaitPiece>& pieces, InFlight* packet);
  [[nodiscard]] StageSplit& stages_of(const InFlight& packet) {
    return stages_[static_cast<std::size_t>(&packet - in_flight_.data())];
  }
  void spend_reading(InFlight& packet, std::uint64_t cycles, PathPlace place, const AccessStages* accessed);
  void spend_at_stage(InFlight& packet, LatencyPart part, AccessStage stage, std::uint64_t cycles, PathPlace place) {
    stages_of(packet)[stage_part(part, stage)] += cycles;
    spend(packet, part, cycles, place, -1, stage);
  }
  /// `holder`, `stage`: as in LifePiece.
  void spend(InFlight& packet, LatencyPart part, std::uint64_t cycles, PathPlace place, int holder = -1,
             std::optional<AccessStage> stage = {}) {
    packet.packet.split[part] += cycles;
    if (packet.life != FocusRecorder::kUnasked) {
      const std::uint64_t begin = packet.until.count();
      lives_->spent(packet.life, {part, place, begin, begin + cycles, holder, stage});
    }
    packet.until += Cycles{cycles};
  }
  void finish(const SplitPacket& packet);
  void sum_outputs();
  /// Everything before `cycle` has to be accounted for.
  void settle(const InFlight& packet, Cycles cycle) {
    if (packet.until != cycle && fault_.empty()) note_fault(packet, cycle);
  }
  void note_fault(const InFlight& packet, Cycles cycle);

  const MachineConfig& config_;
  const RouterPorts ports_;
  const LinkSpeeds speeds_;
  SequenceOf sequence_of_;
  Report report_;
  FocusRecorder* lives_ = nullptr;
  std::vector<Engine> engines_;      ///< packets in flight of each, in the order of injection
  std::vector<InFlight> in_flight_;  ///< packets in flight, and free places
  std::vector<std::uint32_t> free_;  ///< the latter
  std::vector<StageSplit> stages_;   ///< by place in `in_flight_`; empty without `stage_sums_`
  LatencySums<LatencySplit> sums_;
  std::optional<LatencySums<StageSplit>> stage_sums_;
  std::vector<OutputSum> outputs_;      ///< by node and port
  std::vector<std::uint64_t> held_by_;  ///< by node, port and input port
  LinkWindows windows_;
  std::string fault_;
};

}  // namespace tactus
