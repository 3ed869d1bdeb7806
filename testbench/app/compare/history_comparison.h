#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "testbench/app/compare/run_records.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// Differences and agreement of two runs of one scenario.
struct HistoryComparison {
  std::uint64_t packets = 0;            ///< in either run
  std::uint64_t differing_packets = 0;  ///< in who they are, or in any cycle, or that only one run has
  std::uint64_t messages = 0;
  std::uint64_t differing_messages = 0;
  /// The difference that comes first in simulated time, in words; empty if there is none. In the same cycle that of the
  /// first engine and packet, then that of a message.
  std::string first_difference;

  [[nodiscard]] bool equal() const { return first_difference.empty(); }
};

/// Compares two runs, 0 and 1, packet by packet (the n-th of each engine with the n-th of the same engine), message by
/// message, what links, buffers and counters were at times, and what the result says.
///
/// Packets may come in any order. One is kept until its counterpart comes, or the other run has ended: as many as one
/// run is ahead of the other.
class HistoryComparer {
 public:
  /// `names` are what the two runs are called in words. `map` is that of the scenario, `network` that of the machine.
  HistoryComparer(std::array<std::string, 2> names, RankMap map, const NetworkShape& network);
  /// All nodes of the network have ranks.
  HistoryComparer(std::array<std::string, 2> names, const RankMap& map)
      : HistoryComparer(std::move(names), map, map.shape().nodes) {}

  void packet(std::size_t run, const PacketHistory& packet);
  /// There are no more packets of it.
  void ended(std::size_t run);
  /// Both have ended. To be called once.
  HistoryComparison finish(const RunOutcome& a, const RunOutcome& b);

  /// Packets that wait for their counterparts.
  [[nodiscard]] std::size_t kept() const { return waiting_[0].size() + waiting_[1].size(); }

 private:
  /// Node, NIC and number of a packet.
  using Place = std::tuple<std::int32_t, std::uint8_t, std::uint64_t>;
  using Waiting = std::map<Place, PacketHistory>;

  void compare_packet(const PacketHistory& a, const PacketHistory& b);
  void compare_ways(const PacketHistory& a, const PacketHistory& b);
  void only_in(std::size_t run, const PacketHistory& packet);
  void compare_messages(const RunOutcome& a, const RunOutcome& b);
  void compare_samples(const RunOutcome& a, const RunOutcome& b);
  void compare_results(const RunOutcome& a, const RunOutcome& b);
  /// Cycles in which the same thing happened in the two runs; kNever where it did not.
  void differ(std::uint64_t a, std::uint64_t b, const Place& place, const std::string& what);

  [[nodiscard]] std::string in_words(std::size_t run, std::uint64_t cycle) const;
  [[nodiscard]] std::string node(int number) const;
  [[nodiscard]] std::string describe(const PacketRecord& packet) const;
  [[nodiscard]] std::string describe(const HopRecord& hop) const;
  [[nodiscard]] std::string describe(const MessageRecord& message) const;

  std::array<std::string, 2> names_;
  RankMap map_;
  NetworkShape network_;
  std::array<Waiting, 2> waiting_;
  std::array<bool, 2> ended_{};
  HistoryComparison result_;
  std::optional<std::pair<std::uint64_t, Place>> first_;  ///< cycle and place of the first difference
};

}  // namespace tactus
