#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Executes all programs of a workload without time, in an order drawn from a seed: messages arrive as soon as they are
/// sent. What holds in every order holds in every network.
class UntimedRun {
 public:
  /// Called with the rank when it starts a send, and when a wait has ended that covers a receive.
  std::function<void(int, const Op&)> on_send = [](int, const Op&) {};
  std::function<void(int, const Op&)> on_received = [](int, const Op&) {};

  /// Called with every step of a rank.
  std::function<void(int, const Op&)> on_step = [](int, const Op&) {};

  /// Of that many ranks.
  UntimedRun(const Workload& workload, int ranks, std::uint64_t seed);

  /// False if ranks wait for messages that nobody sends, or messages were sent that nobody receives.
  bool run();

 private:
  /// Source, destination, destination's NIC, tag, bytes: what a send and its receive must agree on.
  using Match = std::tuple<int, int, int, std::uint32_t, std::uint64_t>;
  struct Rank {
    std::unique_ptr<RankProgram> program;
    std::vector<Op> posted;
    std::vector<Op> held;  ///< waits that may not end yet
    bool waiting = false;
    bool finished = false;
  };

  bool step(int number);
  void take_effect(int number, const Op& op);
  bool end_wait(Rank& rank);
  bool receive(int number);
  void take_message(int number, const Op& op);
  bool received_all(int number);
  [[nodiscard]] static Match match(int rank, const Op& op);

  std::uint64_t seed_;
  std::vector<Rank> ranks_;
  std::map<Match, int> in_flight_;
};

/// All steps of one rank.
std::vector<Op> ops_of(const Workload& workload, int rank);

}  // namespace tactus
