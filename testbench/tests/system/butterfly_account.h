#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/traffic/algorithms/butterfly.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus::test {

/// Watches the ranks of a butterfly of one repetition, at any level, and keeps account of whose contributions are in
/// every message and result. It knows results by what is in them, not by what messages say.
class ButterflyAccount final : public TrafficObserver {
 public:
  /// Of at most 64 ranks; `butterfly` must outlive the account.
  ButterflyAccount(const Butterfly& butterfly, int ranks);

  /// Cycle in which each rank had its result and had sent its message of every round.
  [[nodiscard]] const std::vector<std::uint64_t>& ends() const { return ends_; }
  [[nodiscard]] std::uint64_t received() const { return received_; }
  /// Once all is done: ranks that used incomplete data or lack a contribution; empty if none.
  [[nodiscard]] std::string faults() const;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_ended(int node, int sequence, Cycles cycle) override;

 private:
  static constexpr int kMostRanks = 64;
  using Contributions = std::bitset<kMostRanks>;
  struct Rank {
    std::vector<Contributions> sent;  ///< by round
    std::vector<bool> received;       ///< by round
    Contributions data;               ///< of the rounds that it has left behind
    Contributions given;              ///< the largest result that has come
  };

  [[nodiscard]] std::size_t partner(int node, std::size_t round) const;
  /// Ranks whose contributions are together after butterfly rounds up to `round`, counted from 0.
  [[nodiscard]] std::size_t complete_after(std::size_t round) const;

  const Butterfly& butterfly_;
  std::vector<Rank> ranks_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t received_ = 0;
  std::string faults_;
};

}  // namespace tactus::test
