#include "tlm_models/traffic/early_messages.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "tlm_models/traffic/all_to_all.h"
#include "tlm_models/traffic/butterfly.h"
#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/replay.h"

namespace tactus {
namespace {

class EarlyMessages {
 public:
  EarlyMessages(const WorkloadConfig& workload, const MachineConfig& machine)
      : w_(workload),
        shape_{machine.network, workload.ranks_per_node, machine.nics()},
        directions_(machine.network.directions()) {}

  [[nodiscard]] std::uint64_t of_engine() const {
    if (w_.algorithm == Algorithm::kReplay) return of_replay();
    return of_rank() * static_cast<std::uint64_t>(w_.ranks_per_node);
  }

 private:
  [[nodiscard]] std::uint64_t of_rank() const {
    const auto repetitions = static_cast<std::uint64_t>(w_.repetitions);
    switch (w_.algorithm) {
      case Algorithm::kA2at:
      case Algorithm::kPairwise:
      case Algorithm::kRing:
      case Algorithm::kA2ass2d:
        return of_sequences();
      case Algorithm::kNearestNeighbour:
        // A neighbor is at most one step ahead, because it waits for the message of every step.
        return of_step() * (w_.wait_receives ? std::min(repetitions, kBoth) : repetitions);
      case Algorithm::kBarrier:
        return barrier() * std::min(repetitions, kBoth);
      case Algorithm::kButterfly:
        // Who sends in repetition i + 2 knows that all have left i behind, whose messages may still be on their way.
        return ceil_div(butterfly_rounds(), static_cast<std::uint64_t>(shape_.nics())) *
               std::min(repetitions, kBoth + 1);
      case Algorithm::kPermutation:
      case Algorithm::kBroadcast:
        return repetitions;
      case Algorithm::kPingPong:
        return 1;
      default:
        return 0;
    }
  }

  [[nodiscard]] std::uint64_t of_sequences() const {
    const auto all = static_cast<std::uint64_t>(sequence_count(w_.algorithm, shape_));
    const std::uint64_t run = w_.sequences.empty() ? all : w_.sequences.size();
    // Behind a barrier everybody has received everything: a rank is late by one sequence at most.
    if (w_.sequence_barrier) return (of_step() + barrier()) * std::min(run, kBoth);
    return of_step() * run;
  }

  /// Messages of a step by one engine.
  [[nodiscard]] std::uint64_t of_step() const {
    const bool all_nics = w_.algorithm == Algorithm::kA2at || w_.algorithm == Algorithm::kNearestNeighbour;
    return all_nics ? static_cast<std::uint64_t>((directions_ + shape_.nics() - 1) / shape_.nics()) : 1;
  }

  [[nodiscard]] std::uint64_t barrier() const { return dissemination_rounds(shape_.ranks()); }

  [[nodiscard]] std::uint64_t butterfly_rounds() const {
    return butterfly_schedule(butterfly_shape(w_, shape_.ranks())).size();
  }

  /// What comes for the ranks of a node by one engine; of ranks that are placed at random, for those that get most.
  [[nodiscard]] std::uint64_t of_replay() const {
    const Replay replay(w_, shape_);
    const auto nics = static_cast<std::size_t>(shape_.nics());
    const auto per_node = static_cast<std::size_t>(shape_.per_node);
    std::vector<std::vector<std::uint64_t>> by_engine(
        nics, std::vector<std::uint64_t>(static_cast<std::size_t>(shape_.ranks())));
    for (std::size_t i = 0; i < w_.messages.size(); ++i) {
      const ReplayMessage& message = w_.messages[i];
      const bool to_itself = message.source == message.destination;
      if (!to_itself) ++by_engine[replay.send_op(i).nic][static_cast<std::size_t>(message.destination)];
    }
    std::uint64_t most = 0;
    for (std::vector<std::uint64_t>& of_ranks : by_engine) {
      if (w_.placement != Placement::kOrdered) std::sort(of_ranks.begin(), of_ranks.end(), std::greater<>());
      for (auto node = of_ranks.begin(); node != of_ranks.end(); node += static_cast<std::ptrdiff_t>(per_node)) {
        most = std::max(most, std::accumulate(node, node + static_cast<std::ptrdiff_t>(per_node), std::uint64_t{0}));
      }
    }
    return most;
  }

  static constexpr std::uint64_t kBoth = 2;  ///< the step of the receiver, and the one that its sender has begun

  const WorkloadConfig& w_;
  RankShape shape_;
  int directions_;
};

}  // namespace

std::uint64_t early_messages(const WorkloadConfig& workload, const MachineConfig& machine) {
  return EarlyMessages(workload, machine).of_engine();
}

}  // namespace tactus
