#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/common/units.h"
#include "testbench/app/results/run_summary.h"
#include "tlm_models/flow/flow_topology.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// The links of a topology that statistics are about: those between switches and nodes, without the NICs' own.
struct FlowLinks {
  const FlowTopology* topology = nullptr;
  LinkId count = 0;  ///< the first so many

  /// Bytes per picosecond of all of them together.
  [[nodiscard]] double capacity() const;
  /// How many of them a message passes. `runs` is room to work in.
  [[nodiscard]] int on_route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const;
};

/// Counts what the ranks of a flow-level run do: messages and sequences. Memory does not grow with time.
class FlowRecorder final : public TrafficObserver {
 public:
  /// Sequences whose hops the workload knows keep them. `max_payload` is that of a packet.
  FlowRecorder(const FlowLinks& links, Picoseconds clock, Bytes max_payload,
               const std::vector<SequenceInfo>& sequences);

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int node, int sequence, Cycles cycle) override;
  void sequence_ended(int node, int sequence, Cycles cycle) override;
  void program_ended(int, Cycles) override {}

  [[nodiscard]] std::uint64_t messages_delivered() const { return messages_delivered_; }
  /// As SequenceRecorder's, in whole cycles and without peaks.
  [[nodiscard]] std::vector<SequenceSummary> sequences() const;

 private:
  struct Tally {
    SequenceInfo info;
    bool hops_known = false;
    std::optional<Cycles> start;
    std::optional<Cycles> first_end;
    std::optional<Cycles> last_end;
    int nodes_ended = 0;
    double link_bytes = 0;  ///< of its messages, on every link that they pass
  };

  Tally* tally_of(int sequence);
  [[nodiscard]] SequenceSummary summarise(const Tally& tally) const;

  FlowLinks links_;
  Picoseconds clock_;
  Bytes max_payload_;
  double capacity_;
  std::vector<Tally> tallies_;
  std::unordered_map<int, std::size_t> position_;  ///< sequence number to index in `tallies_`
  std::vector<Tally*> current_;                    ///< by node; null between sequences
  std::vector<LinkRun> runs_;
  std::uint64_t messages_delivered_ = 0;
};

}  // namespace tactus
