#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/flow_topology_config.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/flow/mfs_solver.h"
#include "tlm_models/traffic/a2at.h"

// All-to-all exchanges at the flow level without software: every node sends its messages one after the other (a2at: by
// four at once) and waits for none. A message time is that of a message alone on a link, and the resolution is
// given in message times.

namespace tactus {
namespace {

enum class BenchAlgorithm { kShift, kShift2d, kPairwise, kA2at };
enum class BenchSolver { kMfsN, kMfsF, kMaxMin };

struct BenchOptions {
  FlowTopologyConfig topology;
  BenchAlgorithm algorithm = BenchAlgorithm::kShift;
  BenchSolver solver = BenchSolver::kMfsN;
  double threshold = 0.01;
  double resolution = 0;
  double message_bytes = 20'000;
  std::uint64_t placement_seed = 0;
};

/// Which rank a rank sends to in which step.
class ExchangePlan {
 public:
  ExchangePlan(BenchAlgorithm algorithm, const FlowTopologyConfig& topology);

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] int messages(int step) const { return a2at_ ? a2at_->step(number(step)).messages : 1; }
  [[nodiscard]] int destination(int rank, int step, int port) const;

 private:
  static std::uint64_t number(int step) { return static_cast<std::uint64_t>(step); }

  BenchAlgorithm algorithm_;
  int ranks_;
  TorusShape shape_;
  int steps_;
  std::unique_ptr<A2at> a2at_;
};

ExchangePlan::ExchangePlan(BenchAlgorithm algorithm, const FlowTopologyConfig& topology)
    : algorithm_(algorithm), ranks_(node_count(topology)), shape_{ranks_, 1}, steps_(ranks_ - 1) {
  const bool flat = algorithm == BenchAlgorithm::kShift || algorithm == BenchAlgorithm::kPairwise;
  if (algorithm == BenchAlgorithm::kPairwise && (ranks_ & (ranks_ - 1)) != 0) {
    throw std::invalid_argument("pw: the number of nodes must be a power of two");
  }
  if (flat) return;
  const auto& sizes = topology.dimensions;
  if (sizes.size() != 2 || sizes[0] != sizes[1] || sizes[0] * sizes[1] != ranks_) {
    throw std::invalid_argument("ss2d, a2at: the nodes must be a square grid");
  }
  shape_ = {sizes[0], sizes[1]};
  if (algorithm != BenchAlgorithm::kA2at) return;
  a2at_ = std::make_unique<A2at>(WorkloadConfig{}, shape_);
  steps_ = static_cast<int>(a2at_->steps());
}

int ExchangePlan::destination(int rank, int step, int port) const {
  const int n = shape_.width;
  const int p = step + 1;
  switch (algorithm_) {
    case BenchAlgorithm::kShift:
      return (rank + p) % ranks_;
    case BenchAlgorithm::kShift2d:
      return (rank % n + p % n) % n + (rank / n + p / n) % n * n;
    case BenchAlgorithm::kPairwise:
      return rank ^ p;
    case BenchAlgorithm::kA2at:
      return shape_.node(a2at_->exchange(number(step), port, shape_.coordinate(rank)).to);
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

class ExchangeRun {
 public:
  ExchangeRun(const BenchOptions& options, const FlowTopology& topology, FlowSolver& solver)
      : plan_(options.algorithm, options.topology),
        network_(topology, solver, timing(options)),
        node_of_(placement(topology.nodes(), options.placement_seed)),
        at_(node_of_.size()),
        message_bytes_(options.message_bytes) {}

  /// Picoseconds in a message time.
  static double message_time(const BenchOptions& options) {
    return options.message_bytes / bytes_per_picosecond(options.topology.link_bandwidth);
  }

  void run();
  [[nodiscard]] Picoseconds now() const { return network_.now(); }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  struct Position {
    int step = 0;
    int outstanding = 0;
  };

  static FlowTiming timing(const BenchOptions& options) {
    FlowTiming timing;
    timing.resolution =
        Picoseconds{static_cast<std::uint64_t>(std::llround(options.resolution * message_time(options)))};
    return timing;
  }
  void send(int rank);

  ExchangePlan plan_;
  FlowNetwork network_;
  std::vector<int> node_of_;
  std::vector<Position> at_;  ///< by rank
  double message_bytes_;
  std::uint64_t messages_ = 0;
  std::uint64_t cycles_ = 0;
};

void ExchangeRun::send(int rank) {
  Position& at = at_[static_cast<std::size_t>(rank)];
  if (at.step == plan_.steps()) return;
  at.outstanding = plan_.messages(at.step);
  for (int port = 0; port < at.outstanding; ++port) {
    const int to = plan_.destination(rank, at.step, port);
    FlowMessage message;
    message.source.node = node_of_[static_cast<std::size_t>(rank)];
    message.destination.node = node_of_[static_cast<std::size_t>(to)];
    message.bytes = message_bytes_;
    message.user = static_cast<std::uint64_t>(rank);
    network_.start(message);
  }
  messages_ += static_cast<std::uint64_t>(at.outstanding);
  ++at.step;
}

void ExchangeRun::run() {
  for (int rank = 0; rank < static_cast<int>(at_.size()); ++rank) send(rank);
  std::vector<FlowEvent> events;
  while (!network_.idle()) {
    events.clear();
    network_.advance_to(network_.next_event(), events);
    ++cycles_;
    for (const FlowEvent& event : events) {
      const bool left = event.kind == FlowEvent::Kind::kLeft;
      if (left && --at_[event.user].outstanding == 0) send(static_cast<int>(event.user));
    }
  }
}

std::unique_ptr<FlowSolver> make_solver(const BenchOptions& options, const FlowTopology& topology) {
  if (options.solver == BenchSolver::kMaxMin) return std::make_unique<MaxMinSolver>(topology);
  MfsConfig config;
  config.mode = options.solver == BenchSolver::kMfsN ? MfsMode::kFull : MfsMode::kOnePass;
  config.threshold = options.threshold;
  return std::make_unique<MfsSolver>(topology, config);
}

double user_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void measure(const BenchOptions& options) {
  const auto topology = make_flow_topology(options.topology);
  const auto solver = make_solver(options, *topology);
  ExchangeRun run(options, *topology, *solver);
  const double before = user_cpu_s();
  run.run();
  const double user = user_cpu_s() - before;
  const auto messages = static_cast<double>(run.messages());
  const double time = static_cast<double>(run.now().count());
  fmt::print("nodes             {}\n", topology->nodes());
  fmt::print("virtual time      {:.6f} us = {:.3f} message times\n", time * 1e-6,
             time / ExchangeRun::message_time(options));
  fmt::print("messages          {}\n", run.messages());
  fmt::print("cycles            {}\n", run.cycles());
  fmt::print("passes per cycle  {:.2f}\n", static_cast<double>(solver->passes()) / static_cast<double>(run.cycles()));
  fmt::print("user CPU          {:.3f} s, {:.0f} messages/s\n", user, messages / std::max(user, 1e-6));
  fmt::print("peak RSS          {:.1f} MB\n", peak_rss_mb());
}

void add_options(CLI::App& app, BenchOptions& options) {
  static const std::map<std::string, FlowTopologyKind> kKinds = {{"torus", FlowTopologyKind::kTorus},
                                                                 {"mesh", FlowTopologyKind::kMesh},
                                                                 {"fat_tree", FlowTopologyKind::kFatTree},
                                                                 {"k_ary_n_tree", FlowTopologyKind::kKaryNTree},
                                                                 {"hyper_crossbar", FlowTopologyKind::kHyperCrossbar}};
  static const std::map<std::string, FlowTie> kTies = {{"plus", FlowTie::kPlus}, {"alternate", FlowTie::kAlternate}};
  static const std::map<std::string, BenchAlgorithm> kAlgorithms = {{"ss", BenchAlgorithm::kShift},
                                                                    {"ss2d", BenchAlgorithm::kShift2d},
                                                                    {"pw", BenchAlgorithm::kPairwise},
                                                                    {"a2at", BenchAlgorithm::kA2at}};
  static const std::map<std::string, BenchSolver> kSolvers = {
      {"mfs_n", BenchSolver::kMfsN}, {"mfs_f", BenchSolver::kMfsF}, {"maxmin", BenchSolver::kMaxMin}};
  const auto one_of = [](const auto& names) { return CLI::CheckedTransformer(names); };
  app.add_option("--topology", options.topology.kind, "kind")->transform(one_of(kKinds));
  app.add_option("--dimensions", options.topology.dimensions, "nodes in each dimension")->delimiter('x');
  app.add_option("--tie", options.topology.tie, "which way round half a ring")->transform(one_of(kTies));
  app.add_option("--arity", options.topology.arity, "trees: links of a switch to either side");
  app.add_option("--levels", options.topology.levels, "k-ary n-tree: levels of switches");
  app.add_option("--algorithm", options.algorithm, "exchange")->transform(one_of(kAlgorithms));
  app.add_option("--solver", options.solver, "how bandwidth is shared")->transform(one_of(kSolvers));
  app.add_option("--threshold", options.threshold, "mfs_n: change of a link's load that is none")
      ->check(CLI::Range(0.0, 0.99));
  app.add_option("--resolution", options.resolution, "message times")->check(CLI::NonNegativeNumber);
  app.add_option("--message-bytes", options.message_bytes, "of each message")->check(CLI::PositiveNumber);
  app.add_option("--placement-seed", options.placement_seed, "0: rank r on node r; else ranks shuffled");
}

int run_bench(int argc, char** argv) {
  CLI::App app("All-to-all exchanges at the flow level: virtual time, rate and memory");
  BenchOptions options;
  options.topology.link_bandwidth = BytesPerSecond{1'000'000'000};
  add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  const auto faults = validate(options.topology);
  for (const ConfigFault& fault : faults) fmt::print(stderr, "{}: {}\n", fault.key, fault.message);
  if (!faults.empty()) return 2;
  try {
    measure(options);
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace tactus

int main(int argc, char** argv) { return tactus::run_bench(argc, argv); }
