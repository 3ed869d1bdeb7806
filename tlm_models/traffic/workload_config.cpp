#include "tlm_models/traffic/workload_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "hw/common/config_faults.h"
#include "hw/link/packet_header.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/rank_shape.h"

namespace tactus {
namespace {

class WorkloadCheck {
 public:
  WorkloadCheck(const WorkloadConfig& workload, const MachineConfig& machine)
      : w_(workload), algorithm_(policy(workload.algorithm)), machine_(machine) {}

  std::vector<ConfigFault> run() {
    check_ranks();
    if (!faults_.empty()) return faults_.take();  // nothing else can be said
    check_ranks_of_algorithm();
    check_idle_nodes();
    const bool fits = faults_.empty();
    if (is_open_loop(w_.algorithm)) {
      check_open_loop();
    } else {
      check_closed_loop();
    }
    if (algorithm_.check != nullptr) algorithm_.check(w_, machine_, faults_);
    check_sequences();
    if (fits) check_sequence_bias();
    return faults_.take();
  }

 private:
  template <class... Args>
  void require(bool holds, const char* field, fmt::format_string<Args...> format, Args&&... args) {
    faults_.require(holds, field, format, std::forward<Args>(args)...);
  }

  [[nodiscard]] const NetworkShape& shape() const { return machine_.network; }
  [[nodiscard]] RankShape ranks() const { return ranks_of(w_, machine_); }
  /// "4x4"; of a network whose nodes have numbers alone "64".
  [[nodiscard]] std::string nodes() const { return shape().text(); }

  void check_ranks() {
    const int most = is_open_loop(w_.algorithm) ? 1 : kMostRanksPerNode;
    require(w_.ranks_per_node >= 1 && w_.ranks_per_node <= kMostRanksPerNode, "ranks_per_node",
            "{}: a node has 1 to {}", w_.ranks_per_node, kMostRanksPerNode);
    require(w_.ranks_per_node <= most || w_.ranks_per_node > kMostRanksPerNode, "ranks_per_node",
            "{}: in open loop nodes create messages, not ranks", w_.ranks_per_node);
    require(w_.copy.rate.count() > 0, "copy.rate", "must be above 0");
    require(w_.copy.latency > Picoseconds{0}, "copy.latency", "must be above 0: nothing is copied in no time");
  }

  /// Whether the algorithm can be executed by these ranks.
  void check_ranks_of_algorithm() {
    if (algorithm_.misfit == nullptr) return;
    const std::string misfit = algorithm_.misfit(ranks());
    require(misfit.empty(), "algorithm", "{}", misfit);
  }

  /// Whether the algorithm can do without the nodes whose routers are dead or break.
  void check_idle_nodes() {
    if (w_.idle_nodes.empty()) return;
    require(algorithm_.leaves_out && algorithm_.plugin.empty(), "algorithm",
            "{} needs all nodes, and the router of {} does nothing or breaks (faults): jobs and open loops leave nodes "
            "out",
            w_.algorithm.name(), shape().text(shape().coordinate(w_.idle_nodes.front())));
    require(is_in_order(w_), "placement",
            "{}: ranks beside nodes whose routers do nothing or break (faults) stay where they are: use ordered",
            w_.placement.name());
  }

  void check_closed_loop() {
    const Bytes most = max_message(machine_);
    require(w_.message_size <= most, "message_size", "{} B: a message has at most {} B", w_.message_size.count(),
            most.count());
    require(w_.repetitions >= 1, "repetitions", "{}: must be at least 1", w_.repetitions);
    require(w_.wait_receives || !w_.sequence_barrier, "wait_receives",
            "a barrier ends only when everything has been received: false contradicts sequence_barrier");
  }

  /// "a, b and c"
  static std::string sequenced() {
    const std::vector<std::string> names = algorithms_that(has_sequences);
    return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
  }

  void check_sequences() {
    const char* field = "sequences";
    const int count = sequence_count(w_, ranks());
    require(w_.sequences.empty() || count > 0, field, "only {} have sequences to choose from", sequenced());
    if (count == 0) return;
    std::set<int> seen;
    for (const int sequence : w_.sequences) {
      require(sequence >= 1 && sequence <= count, field, "{}: there are sequences 1 to {}", sequence, count);
      require(seen.insert(sequence).second, field, "{} is given twice", sequence);
    }
  }

  void check_sequence_bias() {
    if (w_.sequence_bias.empty()) return;
    const char* field = "sequence_bias";
    const int count = sequence_count(w_, ranks());
    require(count > 0, field, "only {} have sequences to pace", sequenced());
    require(count == 0 || static_cast<int>(w_.sequence_bias.size()) == count, field,
            "{} values, and the algorithm has {} sequences on {} nodes", w_.sequence_bias.size(), count, nodes());
  }

  void check_open_loop() {
    const int nics = machine_.nics();
    const bool engines_fit = w_.engines >= 0 && w_.engines <= nics;
    require(engines_fit, "engines", "{} engines: a node has {}; 0 lets all of them send", w_.engines, nics);
    const int engines = engines_fit ? sending_engines(w_, nics) : nics;
    require(w_.load > 0.0 && w_.load <= engines, "load",
            "{} flits per node and cycle: must be above 0 and at most {}, what {} engines can offer", w_.load, engines,
            engines);
    const Bytes mtu = machine_.nic.mtu;
    require(w_.packet_size >= kHeaderBytes && w_.packet_size <= mtu, "packet_size",
            "{} B: packets are {} B (a header) to {} B (the MTU) long", w_.packet_size.count(), kHeaderBytes.count(),
            mtu.count());
    require(w_.measure > Cycles{0}, "measure", "must be at least one cycle");
  }

  const WorkloadConfig& w_;
  const AlgorithmPolicy& algorithm_;
  const MachineConfig& machine_;
  ConfigFaults faults_;
};

}  // namespace

Bytes max_message(const MachineConfig& machine) { return longest_message(machine.max_payload()); }

std::vector<ConfigFault> validate(const PacingConfig& pacing, const WorkloadConfig& workload,
                                  const MachineConfig& machine) {
  if (pacing.window == 0) return {};
  if (workload.ranks_per_node > 1) {
    return {{"window",
             "with several ranks per node messages can wait for each other in a circle: an engine sends one after the "
             "other, each held back until another engine sends what its rank receives; use 0, or one rank per node"}};
  }
  if (!workload.algorithm.exists() || policy(workload.algorithm).no_exchange == nullptr) return {};
  const std::string why = policy(workload.algorithm).no_exchange(workload, ranks_of(workload, machine));
  if (why.empty()) return {};
  return {{"window",
           fmt::format("needs messages that are exchanged, each with one that comes back meanwhile: {}; use 0", why)}};
}

std::vector<ConfigFault> validate(const WorkloadConfig& workload, const MachineConfig& machine) {
  return WorkloadCheck(workload, machine).run();
}

}  // namespace tactus
