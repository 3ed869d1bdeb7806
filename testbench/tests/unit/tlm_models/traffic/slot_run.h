#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "hw/common/random.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/receive_queue.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// Executes all programs of a workload without time, in an order drawn from a seed, on nodes whose engines have few
/// receive slots. A message arrives any time after its send; a receive is complete once it has a slot and its message
/// has arrived. Nobody knows the result of a later round of a butterfly: every wait waits for its own receive.
class SlotRun {
 public:
  /// `map` and `workload` must outlive it.
  SlotRun(const Workload& workload, const RankMap& map, int slots, std::uint64_t seed);

  /// False if ranks wait for each other, or something is left.
  bool run();
  /// Most messages from other nodes that have waited at an engine at a time, without a slot for them.
  [[nodiscard]] int most_early() const { return most_early_; }

 private:
  /// Source, destination, destination's NIC, tag. Messages of a group are all equal: of no source, with the group's
  /// tag.
  using Match = std::tuple<int, int, int, std::uint32_t>;
  struct Receive {
    Match message;
    Op op;
    bool cancelled = false;
  };
  struct Engine {
    std::vector<Receive> slots;
    ReceiveQueue queue;
    int early = 0;  ///< messages that have arrived and are not complete
  };
  struct Rank {
    std::unique_ptr<RankProgram> program;
    std::vector<std::optional<Op>> ops;  ///< by processor: that has not taken effect
    std::vector<Match> under_way;
    std::uint64_t floor = 0;
    bool finished = false;
  };

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(draws_.below(index_++, bound)); }
  bool step(int number);
  bool step(int number, int processor);
  bool take_effect(int number, const Op& op);
  bool post(int number, const Op& op);
  void cancel(int number, const Op& op);
  bool arrive();
  void serve(int node, int nic);
  void complete_slots(Engine& engine);
  [[nodiscard]] bool is_local(int number, const Op& op) const {
    return !op.grouped && map_.node(number) == map_.node(op.peer);
  }
  [[nodiscard]] int receives_of(int number, const Engine& engine) const;
  [[nodiscard]] std::uint64_t lowest_floor(int node) const;
  Rank& at(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  Engine& engine(int node, int nic) { return engines_[static_cast<std::size_t>(node * map_.shape().nics() + nic)]; }
  /// That of the receiver of `message`; null if this is from within its node.
  Engine* engine_of(const Match& message);
  static Match message_of(int from, int to, int nic, const Op& op) {
    if (!op.grouped) return {from, to, nic, op.tag};
    return {kAnyRank, to, nic, op.tag >> kGroupNumberBits << kGroupNumberBits};
  }
  static Match receive_of(int number, const Op& op) { return message_of(op.peer, number, op.nic, op); }

  const RankMap& map_;
  int slots_;
  int most_early_ = 0;
  RandomStream draws_;
  std::uint64_t index_ = 0;
  std::vector<Rank> ranks_;
  std::vector<Engine> engines_;  ///< by node and NIC
  std::vector<Match> in_flight_;
  std::map<Match, int> arrived_;
  std::vector<Receive> local_;  ///< receives within nodes, which need no slot
};

}  // namespace tactus
