#include "testbench/app/validate/flow_exchange.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tlm_models/common/random.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/flow/mfs_solver.h"
#include "tlm_models/traffic/algorithms/a2at.h"

namespace tactus {
namespace {

/// Which rank a rank sends to in which step.
class ExchangePlan {
 public:
  ExchangePlan(ExchangeAlgorithm algorithm, const FlowTopologyConfig& topology);

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] int messages(int step) const { return a2at_ ? a2at_->step(number(step)).messages : 1; }
  [[nodiscard]] int destination(int rank, int step, int port) const;

 private:
  static std::uint64_t number(int step) { return static_cast<std::uint64_t>(step); }

  ExchangeAlgorithm algorithm_;
  int ranks_;
  NetworkShape shape_;
  int steps_;
  std::unique_ptr<A2at> a2at_;
};

ExchangePlan::ExchangePlan(ExchangeAlgorithm algorithm, const FlowTopologyConfig& topology)
    : algorithm_(algorithm), ranks_(node_count(topology)), shape_{ranks_, 1}, steps_(ranks_ - 1) {
  const bool flat = algorithm == ExchangeAlgorithm::kShift || algorithm == ExchangeAlgorithm::kPairwise;
  if (algorithm == ExchangeAlgorithm::kPairwise && (ranks_ & (ranks_ - 1)) != 0) {
    throw std::invalid_argument("pw: the number of nodes must be a power of two");
  }
  if (flat) return;
  const auto& sizes = topology.dimensions;
  if (sizes.size() != 2 || sizes[0] != sizes[1] || sizes[0] * sizes[1] != ranks_) {
    throw std::invalid_argument("ss2d, a2at: the nodes must be a square grid");
  }
  shape_ = {sizes[0], sizes[1]};
  if (algorithm != ExchangeAlgorithm::kA2at) return;
  a2at_ = std::make_unique<A2at>(WorkloadConfig{}, RankShape{shape_, 1});
  steps_ = static_cast<int>(a2at_->steps());
}

int ExchangePlan::destination(int rank, int step, int port) const {
  const int n = shape_.size(0);
  const int p = step + 1;
  switch (algorithm_) {
    case ExchangeAlgorithm::kShift:
      return (rank + p) % ranks_;
    case ExchangeAlgorithm::kShift2d:
      return (rank % n + p % n) % n + (rank / n + p / n) % n * n;
    case ExchangeAlgorithm::kPairwise:
      return rank ^ p;
    case ExchangeAlgorithm::kA2at:
      return a2at_->exchange(number(step), port, rank).to;
  }
  return rank;
}

/// Rank to node: in order for seed 0, else at random.
std::vector<int> placement(int ranks, std::uint64_t seed) {
  std::vector<int> nodes(static_cast<std::size_t>(ranks));
  std::iota(nodes.begin(), nodes.end(), 0);
  if (seed == 0) return nodes;
  const RandomStream random(seed, 0);
  for (std::size_t i = nodes.size() - 1; i > 0; --i) std::swap(nodes[i], nodes[random.below(i, i + 1)]);
  return nodes;
}

/// What a message is in the exchange, as the network keeps it.
struct Mark {
  static constexpr unsigned kBits = 21;  ///< of each

  std::uint64_t step;
  std::uint64_t source;
  std::uint64_t destination;  ///< ranks

  [[nodiscard]] std::uint64_t packed() const { return (step << kBits | source) << kBits | destination; }
  static Mark unpacked(std::uint64_t user) {
    constexpr std::uint64_t kMask = (1U << kBits) - 1;
    return {user >> 2 * kBits, user >> kBits & kMask, user & kMask};
  }
};

class ExchangeRun {
 public:
  ExchangeRun(const FlowExchangeConfig& config, const FlowTopology& topology, FlowSolver& solver)
      : plan_(config.algorithm, config.topology),
        network_(topology, solver, timing(config)),
        node_of_(placement(topology.nodes(), config.placement_seed)),
        at_(node_of_.size()),
        message_bytes_(config.message_bytes),
        wait_receives_(config.wait_receives) {}

  /// Picoseconds in a message time.
  static double message_time(const FlowExchangeConfig& config) {
    return config.message_bytes / bytes_per_picosecond(config.topology.link_bandwidth);
  }

  void run();
  [[nodiscard]] Picoseconds now() const { return network_.now(); }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  /// Where a rank is.
  struct Position {
    int begun = 0;           ///< steps, of which all but the last have ended
    int outstanding = 0;     ///< messages that the last of them waits for, from and to this rank
    std::vector<int> early;  ///< the steps of messages that have come before the rank was there
  };

  static FlowTiming timing(const FlowExchangeConfig& config) {
    FlowTiming timing;
    timing.resolution = Picoseconds{static_cast<std::uint64_t>(std::llround(config.resolution * message_time(config)))};
    return timing;
  }
  void begin_step(std::size_t rank);
  void take(const FlowEvent& event);
  void end_wait(std::size_t rank);

  ExchangePlan plan_;
  FlowNetwork network_;
  std::vector<int> node_of_;
  std::vector<Position> at_;  ///< by rank
  double message_bytes_;
  bool wait_receives_;
  std::uint64_t messages_ = 0;
  std::uint64_t cycles_ = 0;
};

void ExchangeRun::begin_step(std::size_t rank) {
  Position& at = at_[rank];
  if (at.begun == plan_.steps()) return;
  const int step = at.begun++;
  const int messages = plan_.messages(step);
  at.outstanding = messages;
  if (wait_receives_) {
    // As many come as go.
    const auto come = std::remove(at.early.begin(), at.early.end(), step);
    at.outstanding += messages - static_cast<int>(at.early.end() - come);
    at.early.erase(come, at.early.end());
  }
  for (int port = 0; port < messages; ++port) {
    const auto to = static_cast<std::size_t>(plan_.destination(static_cast<int>(rank), step, port));
    FlowMessage message;
    message.source.node = node_of_[rank];
    message.destination.node = node_of_[to];
    message.bytes = message_bytes_;
    message.user = Mark{static_cast<std::uint64_t>(step), rank, to}.packed();
    network_.start(message);
  }
  messages_ += static_cast<std::uint64_t>(messages);
}

void ExchangeRun::take(const FlowEvent& event) {
  const Mark mark = Mark::unpacked(event.user);
  if (event.kind == FlowEvent::Kind::kLeft) return end_wait(mark.source);
  if (!wait_receives_) return;
  Position& receiver = at_[mark.destination];
  const int step = static_cast<int>(mark.step);
  if (receiver.begun <= step) return receiver.early.push_back(step);
  end_wait(mark.destination);
}

void ExchangeRun::end_wait(std::size_t rank) {
  if (--at_[rank].outstanding == 0) begin_step(rank);
}

void ExchangeRun::run() {
  for (std::size_t rank = 0; rank < at_.size(); ++rank) begin_step(rank);
  std::vector<FlowEvent> events;
  while (!network_.idle()) {
    events.clear();
    network_.advance_to(network_.next_event(), events);
    ++cycles_;
    for (const FlowEvent& event : events) take(event);
  }
}

std::unique_ptr<FlowSolver> make_solver(const FlowExchangeConfig& config, const FlowTopology& topology) {
  if (config.solver == ExchangeSolver::kMaxMin) return std::make_unique<MaxMinSolver>(topology);
  MfsConfig mfs;
  mfs.mode = config.solver == ExchangeSolver::kMfsN ? MfsMode::kFull : MfsMode::kOnePass;
  mfs.threshold = config.threshold;
  return std::make_unique<MfsSolver>(topology, mfs);
}

}  // namespace

FlowExchangeResult run_flow_exchange(const FlowExchangeConfig& config) {
  const auto topology = make_flow_topology(config.topology);
  const auto solver = make_solver(config, *topology);
  ExchangeRun run(config, *topology, *solver);
  FlowExchangeResult result;
  const double before = user_cpu_s();
  run.run();
  result.user_cpu_s = user_cpu_s() - before;
  result.nodes = topology->nodes();
  result.time = run.now();
  result.message_times = static_cast<double>(run.now().count()) / ExchangeRun::message_time(config);
  result.messages = run.messages();
  result.cycles = run.cycles();
  result.passes = solver->passes();
  return result;
}

double user_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

}  // namespace tactus
