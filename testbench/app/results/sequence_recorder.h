#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/common/link_groups.h"
#include "hw/link/grant_sums.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/results/link_model.h"
#include "testbench/app/results/run_summary.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// When each sequence of a phased algorithm ran and how much of the links it used, at every level.
///
/// A flit belongs to the sequence that its sender was in when it started the message, so that sequences which overlap
/// in time are told apart. Without packets messages load links as they are sent, and there are no peaks. A packet
/// granted in cycle g uses its link in cycles g + 1 .. g + flits (with `switch_hold: flit` this is an approximation for
/// the windows, not for the sums). Calls come in the order of their cycles. Memory grows with the number of sequences
/// and with what is in flight, not with time.
///
/// It is told of grants, or has them summed by who executes parts of the network: the account of a packet is that of
/// the sequence of its message.
class SequenceRecorder final : private GrantAccounts {
 public:
  /// `map`, `links` and `groups` must outlive this.
  SequenceRecorder(const MachineConfig& config, const RankMap& map, const LinkModel& links, const LinkGroups& groups,
                   const std::vector<SequenceInfo>& sequences, Cycles sample_interval);

  void began(int rank, int sequence, Cycles cycle);
  void ended(int rank, int sequence, Cycles cycle);
  void send_started(const MessageEvent& message);
  void receive_completed(const MessageEvent& message);
  void packet_injected(const PacketHeader& header);
  void granted_to_link(const RouterGrant& grant, const RouteHeader& header);
  void packet_delivered(const PacketHeader& header, Cycles cycle);

  /// Sums of one more part of the network, of which this is not told of grants. Before the simulation.
  GrantSums* new_part();
  /// After the simulation: windows end with the last grant at the latest.
  void settle() { close_windows(last_grant()); }
  /// Sum over all parts of what `measure(const GrantSums&)` answers.
  template <class Measure>
  [[nodiscard]] std::uint64_t sum(Measure measure) const {
    std::uint64_t sum = 0;
    for (const GrantSums& part : parts_) sum += measure(part);
    return sum;
  }

  /// Number of the sequence that the rank is in, if it is one of those.
  [[nodiscard]] std::optional<int> sequence_of_rank(int rank);
  /// Number of the sequence of a packet between its injection and its delivery. Where grants are summed, only after
  /// `keep_sequences`.
  [[nodiscard]] std::optional<int> sequence_of(const RouteHeader& header);
  void keep_sequences() { keeps_sequences_ = true; }
  /// Number of the sequence whose packets are of `account`.
  [[nodiscard]] std::optional<int> sequence_of(GrantAccount account) const {
    return account < kFirst ? std::nullopt : std::optional<int>(tallies_[account - kFirst].info.index);
  }

  [[nodiscard]] std::vector<SequenceSummary> summary() const;

 private:
  struct Tally {
    SequenceInfo info;
    std::optional<Cycles> start;
    std::optional<Cycles> first_end;
    std::optional<Cycles> last_end;
    int ranks_ended = 0;
    double load = 0;                          ///< load of links by its messages, without packets
    std::vector<std::uint64_t> window_flits;  ///< flits of the window that has begun and of those after it
    std::uint64_t peak_window_flits = 0;
    bool whole_window = false;
    [[nodiscard]] bool is_active() const { return start && !last_end; }
  };

  /// Packets that an engine has injected one after the other for the same sequence.
  struct Stretch {
    std::uint32_t first_inject_cycle = 0;  ///< modulo 2^32
    std::uint32_t in_flight = 0;
    std::int32_t tally = kNoTally;  ///< index in `tallies_`
  };
  static constexpr std::int32_t kNoTally = -1;  ///< a message of no sequence
  /// The newest one of an engine, and how many older ones have packets in flight. Every grant looks here, at another
  /// engine each time: four of them share a line of the cache.
  struct NewestStretch {
    Stretch stretch;
    std::uint32_t older = 0;
  };

  /// Stretch of a packet in flight.
  Stretch& stretch_of(const RouteHeader& header) {
    const std::size_t engine = this->engine(header);
    NewestStretch& newest = newest_[engine];
    if (newest.older == 0 || !is_before(header, newest.stretch)) return newest.stretch;
    return older_stretch_of(header, older_[engine]);
  }
  static Stretch& older_stretch_of(const RouteHeader& header, std::vector<Stretch>& older);
  [[nodiscard]] Tally* tally_of(const Stretch& stretch) {
    return stretch.tally == kNoTally ? nullptr : &tallies_[static_cast<std::size_t>(stretch.tally)];
  }
  /// Account of the tally with index `tally`.
  static GrantAccount account_of_tally(std::int32_t tally) {
    return tally == kNoTally ? kOthers : kFirst + static_cast<GrantAccount>(tally);
  }
  /// A packet has been delivered: its stretch has one less in flight.
  void end_packet(const RouteHeader& header);
  /// Index of the tally of the message that begins with `first`.
  [[nodiscard]] std::int32_t tally_index(const PacketHeader& first) const;
  [[nodiscard]] GrantAccount account_of(const PacketHeader& first) const override;
  [[nodiscard]] Cycles last_grant() const;
  /// The packet was injected before the first one of `stretch`.
  static bool is_before(const RouteHeader& header, const Stretch& stretch) {
    return static_cast<std::int32_t>(header.inject_cycle - stretch.first_inject_cycle) < 0;
  }
  /// The one that sends the packet.
  [[nodiscard]] std::size_t engine(const RouteHeader& header) const {
    return static_cast<std::size_t>(nodes_.node(header.source) * nics_ + header.source_nic);
  }
  /// The tally of sequence number `sequence`, or null.
  Tally* tally_of(int sequence);
  /// Ends all windows that lie before `cycle`.
  void close_windows(Cycles cycle) {
    if (is_over(cycle)) close_windows_before(cycle);
  }
  /// The oldest window that is open lies before `cycle`.
  [[nodiscard]] bool is_over(Cycles cycle) const { return cycle.count() >= window_start_ + interval_; }
  void close_windows_before(Cycles cycle);
  /// Adds what has been summed since the last time to the windows of sequences that go on.
  void take_sums();
  void close_window(Tally& tally) const;
  [[nodiscard]] double load(const Tally& tally) const;
  [[nodiscard]] SequenceSummary summarise(const Tally& tally) const;

  Clock clock_;
  int nics_;  ///< NICs of each node
  NetworkShape nodes_;
  const RankMap& map_;
  const LinkModel& links_;
  const LinkGroups& groups_;
  std::uint64_t interval_;
  std::uint64_t window_start_ = 0;
  std::vector<Tally> tallies_;                     ///< in the order of the algorithm
  std::vector<Tally*> active_;                     ///< begun, not ended by all ranks
  std::unordered_map<int, std::size_t> position_;  ///< sequence number to index in `tallies_`
  std::vector<int> current_;                       ///< sequence number each rank is in; 0 for none
  std::unordered_map<MessageKey, Tally*, MessageKeyHash> messages_;
  // By engine of the torus; empty if nobody tells packets.
  std::vector<NewestStretch> newest_;
  std::vector<std::int32_t> sending_;  ///< by engine and class: tally of the message whose packets are being injected
  std::vector<std::vector<Stretch>> older_;  ///< with packets in flight, oldest first
  bool is_told_ = true;                      ///< it is told of grants
  bool keeps_sequences_ = false;             ///< sequences of packets are kept, though it is not told of grants
  std::deque<GrantSums> parts_;              ///< the first is that of the grants of which it is told
};

}  // namespace tactus
