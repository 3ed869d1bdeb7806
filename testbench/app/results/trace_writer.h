#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/message_numbers.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/cycle_events.h"
#include "testbench/app/results/operation_times.h"
#include "testbench/app/results/run_summary.h"
#include "testbench/app/scenario/run_config.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Writes `trace.json`: the history of packets and messages in Chrome's trace event format, which Perfetto opens.
///
/// One process per node. Tracks: the sequences of each of its ranks, the packets that each NIC engine sends, and the
/// packets on each output of the router (links and NIC ports; one track per VC if flits of several packets may
/// alternate). Processors of ranks that execute a schedule have tracks of their operations (operation_trace.h). A
/// message is an asynchronous slice on its sender, with an arrow from its first packet's start to its last packet's
/// arrival. Packets are recorded if they are injected in the window, up to the end of the cycle in which they are
/// `max_packets`; how many were left out stands in the file and in `summary()`. Events are written cycle by cycle,
/// those of one cycle in one order at every level; memory holds what is in flight. Throws ResultFileError.
class TraceWriter final : public PacketObserver, public TrafficObserver {
 public:
  /// `map` must outlive the writer. `jobs`: name of the job of each rank, empty for a rank of none; no names if there
  /// are no jobs.
  TraceWriter(const MachineConfig& config, const RankMap& map, const TraceConfig& trace,
              const std::filesystem::path& folder, std::vector<std::string> jobs = {});

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int rank, int sequence, Cycles cycle) override;
  void sequence_ended(int rank, int sequence, Cycles cycle) override;
  void work_ended(const WorkEvent& work, Cycles cycle) override;

  /// After the simulation, which ended in cycle `end`: messages still under way end here, marked as unfinished. The
  /// operations of schedules, if there are such, stand behind all packets and messages.
  void finish(Cycles end, const OperationTables& operations = {});
  [[nodiscard]] TraceSummary summary() const { return {packets_, dropped_, 0, 0}; }

 private:
  /// A packet's slice on a track.
  struct Span {
    Cycles start;
    std::uint64_t cycles = 0;  ///< one for each flit; more on the way to a slow link
    int track = 0;
  };
  struct Message {
    std::uint64_t id = 0;
    int nic = 0;
    std::uint64_t bytes = 0;
    Cycles started;
    std::uint64_t packets = 0;  ///< recorded ones
    std::optional<Span> first_sent;
    std::optional<Span> last_arrived;
  };
  using Messages = std::unordered_map<MessageKey, Message, MessageKeyHash>;
  struct Packet {
    Message* message = nullptr;
    std::uint32_t index = 0;  ///< in its message
    Span arrival;             ///< on the port of the receiving NIC
  };

  [[nodiscard]] bool in_window(Cycles cycle) const;
  [[nodiscard]] bool is_over(Cycles cycle) const;
  /// Nothing of `cycle` is recorded any more. Who is told first in a cycle does not matter.
  [[nodiscard]] bool is_full(Cycles cycle) const {
    return packets_ >= trace_.max_packets && !(last_recorded_ && cycle <= *last_recorded_);
  }
  [[nodiscard]] int output_track(int port, int vc) const;
  [[nodiscard]] int processor_track(int place) const;
  [[nodiscard]] std::string processor_name(int node, int place) const;
  Message& message_of(const PacketHeader& header, Cycles cycle);
  void end_message(const MessageKey& key, Cycles cycle);
  /// A slice of `rank`, which ends in `end`, the cycle of the event.
  void add_slice(TraceEvent kind, int rank, const char* category, const std::string& name, Cycles begin, Cycles end);

  [[nodiscard]] const std::string& node_text(Coordinate at) const {
    return node_texts_[static_cast<std::size_t>(config_.network.node(at))];
  }
  void write_names();
  void write_output_names(int node, int port);
  void write_name(int node, int track, const std::string& name);
  [[nodiscard]] std::string packet_text(int node, const Span& span, const RouteHeader& header, int vc,
                                        const Packet& packet) const;
  [[nodiscard]] std::string message_text(const MessageKey& key, const Message& message, Cycles end,
                                         bool finished) const;
  [[nodiscard]] std::string arrow_text(const MessageKey& key, const Message& message) const;
  [[nodiscard]] std::string arrow_end_text(const char* phase, int node, const Span& span, std::uint64_t id) const;
  [[nodiscard]] std::string time_text(Cycles cycle) const;
  /// `"ts":...,"dur":...` of whole nanoseconds, so that neighbouring slices never overlap by rounding.
  [[nodiscard]] std::string span_text(Cycles start, Cycles end) const;
  /// An event of `cycle`; it is written when the cycle is over.
  void add(Cycles cycle, TraceEvent kind, std::uint64_t actor, std::string text);
  void write_event(const std::string& text);
  void begin_event();

  MachineConfig config_;
  RouterPorts ports_;
  const RankMap& map_;
  bool per_vc_;  ///< a track per VC
  TraceConfig trace_;
  AtomicFile file_;
  bool first_event_ = true;
  std::uint64_t packets_ = 0;
  std::uint64_t dropped_ = 0;
  std::optional<Cycles> last_recorded_;  ///< injection of a packet
  MessageNumbers numbers_;
  CycleEvents events_;
  Messages messages_;
  std::unordered_map<std::uint64_t, Packet> in_flight_;  ///< by packet_number
  std::vector<std::optional<Cycles>> sequence_began_;    ///< by rank
  std::vector<std::string> node_texts_;
  std::vector<std::string> jobs_;  ///< by rank
};

}  // namespace tactus
