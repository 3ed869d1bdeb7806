#include <fmt/core.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <systemc>

#include "testbench/app/validate/flow_exchange.h"

// Exchanges at the flow level: virtual time, rate and memory.

namespace tactus {
namespace {

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void measure(const FlowExchangeConfig& config) {
  const FlowExchangeResult result = run_flow_exchange(config);
  fmt::print("nodes             {}\n", result.nodes);
  fmt::print("virtual time      {:.6f} us = {:.3f} message times\n", static_cast<double>(result.time.count()) * 1e-6,
             result.message_times);
  fmt::print("messages          {}\n", result.messages);
  fmt::print("cycles            {}\n", result.cycles);
  fmt::print("passes per cycle  {:.2f}\n", result.passes_per_cycle());
  fmt::print("user CPU          {:.3f} s, {:.0f} messages/s\n", result.user_cpu_s,
             static_cast<double>(result.messages) / std::max(result.user_cpu_s, 1e-6));
  fmt::print("peak RSS          {:.1f} MB\n", peak_rss_mb());
}

void add_options(CLI::App& app, FlowExchangeConfig& options) {
  static const std::map<std::string, FlowTopologyKind> kKinds = {{"torus", FlowTopologyKind::kTorus},
                                                                 {"mesh", FlowTopologyKind::kMesh},
                                                                 {"fat_tree", FlowTopologyKind::kFatTree},
                                                                 {"k_ary_n_tree", FlowTopologyKind::kKaryNTree},
                                                                 {"hyper_crossbar", FlowTopologyKind::kHyperCrossbar}};
  static const std::map<std::string, FlowTie> kTies = {{"plus", FlowTie::kPlus}, {"alternate", FlowTie::kAlternate}};
  static const std::map<std::string, ExchangeAlgorithm> kAlgorithms = {{"ss", ExchangeAlgorithm::kShift},
                                                                       {"ss2d", ExchangeAlgorithm::kShift2d},
                                                                       {"pw", ExchangeAlgorithm::kPairwise},
                                                                       {"a2at", ExchangeAlgorithm::kA2at}};
  static const std::map<std::string, ExchangeSolver> kSolvers = {
      {"mfs_n", ExchangeSolver::kMfsN}, {"mfs_f", ExchangeSolver::kMfsF}, {"maxmin", ExchangeSolver::kMaxMin}};
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
  app.add_flag("!--sends-only", options.wait_receives, "a node goes on when its own message has left");
  app.add_option("--placement-seed", options.placement_seed, "0: rank r on node r; else ranks shuffled");
}

int run_bench(int argc, char** argv) {
  CLI::App app("All-to-all exchanges at the flow level: virtual time, rate and memory");
  FlowExchangeConfig options;
  options.topology.link_bandwidth = BytesPerSecond{1'000'000'000};
  add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  const auto faults = validate(options.topology);
  for (const ConfigFault& fault : faults) fmt::print(stderr, "{}: {}\n", fault.field, fault.message);
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

int sc_main(int argc, char* argv[]) { return tactus::run_bench(argc, argv); }
