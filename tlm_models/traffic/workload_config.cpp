#include "tlm_models/traffic/workload_config.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "hw/common/config_faults.h"
#include "hw/link/packet_header.h"
#include "tlm_models/traffic/a2ass2d.h"
#include "tlm_models/traffic/all_to_all.h"
#include "tlm_models/traffic/butterfly.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/replay_check.h"

namespace tactus {
namespace {

class WorkloadCheck {
 public:
  WorkloadCheck(const WorkloadConfig& workload, const MachineConfig& machine) : w_(workload), machine_(machine) {}

  std::vector<ConfigFault> run() {
    check_ranks();
    if (!faults_.empty()) return faults_.take();  // nothing else can be said
    check_shape();
    const bool has_sequences = faults_.empty();
    if (is_open_loop(w_.algorithm)) {
      check_open_loop();
    } else {
      check_closed_loop();
    }
    check_sequences();
    if (has_sequences) check_sequence_bias();
    return faults_.take();
  }

 private:
  template <class... Args>
  void require(bool holds, const char* field, fmt::format_string<Args...> format, Args&&... args) {
    faults_.require(holds, field, format, std::forward<Args>(args)...);
  }

  [[nodiscard]] const NetworkShape& shape() const { return machine_.network; }
  [[nodiscard]] RankShape ranks() const { return {machine_.network, w_.ranks_per_node, machine_.nics()}; }
  /// "4x4"; of a network whose nodes have numbers alone "64".
  [[nodiscard]] std::string nodes() const { return shape().text(); }
  /// "4x4 = 16", "4x4 nodes of 3 ranks = 48".
  [[nodiscard]] std::string product() const {
    const std::string of_nodes = w_.ranks_per_node == 1 ? "" : fmt::format(" nodes of {} ranks", w_.ranks_per_node);
    if (shape().is_numbered() && w_.ranks_per_node == 1) return nodes();
    return fmt::format("{}{} = {}", nodes(), of_nodes, ranks().ranks());
  }
  [[nodiscard]] std::string text(Coordinate node) const { return shape().text(node); }
  [[nodiscard]] bool is(Algorithm algorithm) const { return w_.algorithm == algorithm; }

  void check_ranks() {
    const int most = is_open_loop(w_.algorithm) ? 1 : kMostRanksPerNode;
    require(w_.ranks_per_node >= 1 && w_.ranks_per_node <= kMostRanksPerNode, "ranks_per_node",
            "{}: a node has 1 to {}", w_.ranks_per_node, kMostRanksPerNode);
    require(w_.ranks_per_node <= most || w_.ranks_per_node > kMostRanksPerNode, "ranks_per_node",
            "{}: in open loop nodes create messages, not ranks", w_.ranks_per_node);
    require(w_.copy.rate.count() > 0, "copy.rate", "must be above 0");
    require(w_.copy.latency > Picoseconds{0}, "copy.latency", "must be above 0: nothing is copied in no time");
  }

  void check_shape() {
    const NetworkShape& network = shape();
    const int number = ranks().ranks();
    const char* field = "algorithm";
    if (is(Algorithm::kA2at)) {
      require(!network.is_numbered(), field, "a2at goes by places in a grid, and the nodes of this network have none");
    }
    if (is(Algorithm::kPairwise)) {
      require((number & (number - 1)) == 0, field, "pwx pairs ranks by XOR, so their number must be a power of two: {}",
              product());
    }
    if (is(Algorithm::kButterfly)) {
      require((number & (number - 1)) == 0, field,
              "butterfly pairs ranks that differ in one bit, so their number must be a power of two: {}", product());
    }
    if (is(Algorithm::kA2ass2d)) {
      require(A2ass2d::side(number).has_value(), field,
              "a2ass2d numbers the ranks on a square, so their number must be that of one: {}", product());
    }
    if (is(Algorithm::kNearestNeighbour)) {
      require(!network.is_numbered(), field,
              "nearest_neighbour goes by places in a grid, and the nodes of this network have none");
    }
    if (is(Algorithm::kTranspose)) {
      require(network.dimensions() > 1, field, "transpose reverses coordinates, and {} nodes in a row have one each",
              nodes());
      require(is_palindrome(network), field,
              "transpose reverses coordinates, and {} nodes read backwards are other sizes", nodes());
    }
    if (is(Algorithm::kTornado)) {
      require(*std::max_element(network.sizes.begin(), network.sizes.end()) > 2, field,
              "tornado moves by ceil(size / 2) - 1 nodes, that is by none on {}", nodes());
    }
  }

  static bool is_palindrome(const NetworkShape& network) {
    for (int d = 0; d < network.dimensions(); ++d) {
      if (network.size(d) != network.size(network.dimensions() - 1 - d)) return false;
    }
    return true;
  }

  void check_closed_loop() {
    const Bytes most = max_message(machine_);
    require(w_.message_size <= most, "message_size", "{} B: a message has at most {} B", w_.message_size.count(),
            most.count());
    require(w_.repetitions >= 1, "repetitions", "{}: must be at least 1", w_.repetitions);
    require(w_.wait_receives || !w_.sequence_barrier, "wait_receives",
            "a barrier ends only when everything has been received: false contradicts sequence_barrier");
    if (is(Algorithm::kPingPong)) check_ping_pong();
    if (is(Algorithm::kButterfly)) check_butterfly();
    if (is(Algorithm::kReplay)) {
      require(!w_.messages.empty(), "messages", "no message to replay");
      faults_.add(replay_faults(w_.messages, ranks(), max_message(machine_)));
    }
  }

  void check_butterfly() {
    const ButterflyShape butterfly = butterfly_shape(w_, ranks().ranks());
    const int dimensions = butterfly.dimensions;
    const int most = most_copies(machine_.nics());
    const auto check_rounds = [this, most](const char* field, int rounds) {
      require(rounds >= 0 && rounds <= most, field, "{}: must be 0 to {}", rounds, most);
    };
    check_rounds("middle_rounds", w_.middle_rounds);
    check_rounds("final_rounds", w_.final_rounds);
    const int together = w_.middle_rounds + w_.final_rounds;
    require(std::max(w_.middle_rounds, w_.final_rounds) > most || together <= most, "final_rounds",
            "{}: with the {} in the middle {}, at most {}, their receives being posted together", w_.final_rounds,
            w_.middle_rounds, together, most);
    const char* field = "middle_position";
    require(w_.middle_position >= 0 && w_.middle_position <= dimensions, field,
            "{}: {} ranks have {} rounds without the redundant ones", w_.middle_position, ranks().ranks(), dimensions);
    require(w_.middle_rounds <= 0 || butterfly.position() > 0, "middle_rounds",
            "{}: {} ranks have one round, and no two ranks hold the same data before it; use 0, or middle_position: 1",
            w_.middle_rounds, ranks().ranks());
  }

  void check_ping_pong() {
    const Coordinate peer = w_.ping_pong_peer;
    const char* field = "ping_pong_peer";
    require(shape().contains(peer), field, "{} is outside the network of {}", text(peer), nodes());
    require(peer != Coordinate{}, field, "{} is the node that starts, and cannot be its own peer", text(peer));
  }

  void check_sequences() {
    const char* field = "sequences";
    const int count = sequence_count(w_.algorithm, ranks());
    require(w_.sequences.empty() || count > 0, field, "only a2at, pwx, ring and a2ass2d have sequences to choose from");
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
    const int count = sequence_count(w_.algorithm, ranks());
    require(count > 0, field, "only a2at, pwx, ring and a2ass2d have sequences to pace");
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
    if (!is(Algorithm::kHotSpot)) return;
    require(shape().contains(w_.hot_spot), "hot_spot", "{} is outside the network of {}", text(w_.hot_spot), nodes());
    require(w_.hot_spot_share >= 0.0 && w_.hot_spot_share <= 1.0, "hot_spot_share", "{}: a share is between 0 and 1",
            w_.hot_spot_share);
  }

  const WorkloadConfig& w_;
  const MachineConfig& machine_;
  ConfigFaults faults_;
};

}  // namespace

Bytes max_message(const MachineConfig& machine) { return longest_message(machine.max_payload()); }

std::vector<ConfigFault> validate(const PacingConfig& pacing, const WorkloadConfig& workload) {
  if (pacing.window == 0 || workload.ranks_per_node == 1) return {};
  return {{"window",
           "with several ranks per node messages can wait for each other in a circle: an engine sends one after the "
           "other, each held back until another engine sends what its rank receives; use 0, or one rank per node"}};
}

std::vector<ConfigFault> validate(const WorkloadConfig& workload, const MachineConfig& machine) {
  return WorkloadCheck(workload, machine).run();
}

}  // namespace tactus
