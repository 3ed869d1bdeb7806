#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/message_numbers.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/run_summary.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Writes `messages.csv`: one row per message, in the order of their numbers, which are those of trace.json. At every
/// level; where there are no packets the columns of flits are empty.
///
/// A row is written when its message and all before it have ended, so memory holds what is under way and what waits for
/// it, at most `most` rows. Columns: docs/reference/results.md. Throws ResultFileError.
class MessageWriter final : public PacketObserver, public TrafficObserver {
 public:
  /// Writes the first `most` messages. `labels` are those of a replayed list, by tag, or empty. `on_failure` as of
  /// AtomicFile. `config`, `map` and `labels` must outlive the writer.
  MessageWriter(const MachineConfig& config, const RankMap& map, const std::vector<std::string>& labels,
                std::uint64_t most, const std::filesystem::path& folder, std::function<void()> on_failure);

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_grants() const override { return false; }

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int rank, int sequence, Cycles) override { sequence_[static_cast<std::size_t>(rank)] = sequence; }
  void sequence_ended(int rank, int, Cycles) override { sequence_[static_cast<std::size_t>(rank)] = 0; }

  /// After the simulation: messages that have not ended have no end in their row either. Says in `trace` how many rows
  /// there are, and which message took longest.
  void finish(TraceSummary& trace);

 private:
  struct Message {
    std::uint64_t id = 0;  ///< 0: not numbered yet
    MessageKey key;
    Bytes bytes;
    int sequence = 0;  ///< 0: none
    Cycles posted;
    std::uint64_t packets_arrived = 0;
    std::optional<Cycles> first_flit;
    std::optional<Cycles> last_flit;  ///< cycle of the last flit of the packets that have arrived
    std::optional<Cycles> completed;
    bool ended = false;
  };

  /// Message under way; null if it is not on record.
  Message* find(const MessageKey& key);
  void complete(const MessageKey& key, Cycles cycle);
  void settle();
  void write_ended();
  void write(const Message& message);
  [[nodiscard]] std::string time_text(const std::optional<Cycles>& cycle) const;

  const MachineConfig& config_;
  const RankMap& map_;
  const std::vector<std::string>& labels_;
  std::uint64_t most_;
  AtomicFile file_;
  MessageNumbers numbers_;
  Cycles started_in_;                              ///< cycle of the last message
  std::vector<int> sequence_;                      ///< in which each rank is; 0: none
  std::deque<std::unique_ptr<Message>> messages_;  ///< not written yet, by number; then those without one
  std::size_t numbered_ = 0;                       ///< messages that have a number
  std::unordered_map<MessageKey, Message*, MessageKeyHash> under_way_;
  std::uint64_t written_ = 0;
  std::optional<std::uint64_t> slowest_;  ///< id of the slowest message that was complete
  Picoseconds slowest_time_;
  std::uint64_t dropped_ = 0;
};

}  // namespace tactus
