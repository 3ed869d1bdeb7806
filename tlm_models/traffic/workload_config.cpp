#include "tlm_models/traffic/workload_config.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "tlm_models/traffic/a2ass2d.h"
#include "tlm_models/traffic/all_to_all.h"
#include "tlm_models/traffic/butterfly.h"
#include "tlm_models/traffic/replay_check.h"

namespace tactus {
namespace {

class WorkloadCheck {
 public:
  WorkloadCheck(const WorkloadConfig& workload, const MachineConfig& machine) : w_(workload), machine_(machine) {}

  std::vector<ConfigFault> run() {
    check_shape();
    const bool has_sequences = faults_.empty();
    if (is_open_loop(w_.algorithm)) {
      check_open_loop();
    } else {
      check_closed_loop();
    }
    check_sequences();
    if (has_sequences) check_sequence_bias();
    return std::move(faults_);
  }

 private:
  template <class... Args>
  void require(bool holds, const char* key, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) faults_.push_back({key, fmt::format(format, std::forward<Args>(args)...)});
  }

  [[nodiscard]] bool in_torus(Coordinate c) const {
    return c.x >= 0 && c.x < shape().width && c.y >= 0 && c.y < shape().height;
  }
  [[nodiscard]] TorusShape shape() const { return machine_.torus; }
  [[nodiscard]] bool is(Algorithm algorithm) const { return w_.algorithm == algorithm; }

  void check_shape() {
    const auto [width, height] = shape();
    const int nodes = shape().nodes();
    const char* key = "workload.algorithm";
    if (is(Algorithm::kA2at)) {
      require(width == height, key, "a2at is made for square tori, and this one has {}x{} nodes", width, height);
    }
    if (is(Algorithm::kPairwise)) {
      require((nodes & (nodes - 1)) == 0, key,
              "pwx pairs ranks by XOR, so their number must be a power of two: {}x{} = {}", width, height, nodes);
    }
    if (is(Algorithm::kButterfly)) {
      require((nodes & (nodes - 1)) == 0, key,
              "butterfly pairs ranks that differ in one bit, so their number must be a power of two: {}x{} = {}", width,
              height, nodes);
    }
    if (is(Algorithm::kA2ass2d)) {
      require(A2ass2d::side(nodes).has_value(), key,
              "a2ass2d numbers the ranks on a square, so their number must be that of one: {}x{} = {}", width, height,
              nodes);
    }
    if (is(Algorithm::kNearestNeighbour)) {
      require(width > 1 && height > 1, key, "nearest_neighbour is made for tori of two dimensions");
    }
    if (is(Algorithm::kTranspose)) {
      require(width == height, key, "transpose swaps x and y, and a torus of {}x{} nodes is not square", width, height);
    }
    if (is(Algorithm::kTornado)) {
      require(width > 2 || height > 2, key, "tornado moves by ceil(size / 2) - 1 nodes, that is by none on {}x{}",
              width, height);
    }
  }

  void check_closed_loop() {
    const Bytes most = max_message(machine_);
    require(w_.message_size <= most, "workload.message_size", "{} B: a message has at most {} B",
            w_.message_size.count(), most.count());
    require(w_.repetitions >= 1, "workload.repetitions", "{}: must be at least 1", w_.repetitions);
    require(w_.wait_receives || !w_.sequence_barrier, "workload.wait_receives",
            "a barrier ends only when everything has been received: false contradicts sequence_barrier");
    if (is(Algorithm::kPingPong)) check_ping_pong();
    if (is(Algorithm::kButterfly)) check_butterfly();
    if (is(Algorithm::kReplay)) {
      require(!w_.messages.empty(), "workload.messages", "no message to replay");
      const std::vector<ConfigFault> faults = replay_faults(w_.messages, machine_);
      faults_.insert(faults_.end(), faults.begin(), faults.end());
    }
  }

  void check_butterfly() {
    const ButterflyShape butterfly = butterfly_shape(w_, shape().nodes());
    const int dimensions = butterfly.dimensions;
    const auto check_rounds = [this](const char* key, int rounds) {
      require(rounds >= 0 && rounds <= kMostCopies, key, "{}: must be 0 to {}", rounds, kMostCopies);
    };
    check_rounds("workload.middle_rounds", w_.middle_rounds);
    check_rounds("workload.final_rounds", w_.final_rounds);
    const int together = w_.middle_rounds + w_.final_rounds;
    require(std::max(w_.middle_rounds, w_.final_rounds) > kMostCopies || together <= kMostCopies,
            "workload.final_rounds",
            "{}: with the {} in the middle {}, at most {}, their receives being posted together", w_.final_rounds,
            w_.middle_rounds, together, kMostCopies);
    const char* key = "workload.middle_position";
    require(w_.middle_position >= 0 && w_.middle_position <= dimensions, key,
            "{}: {} ranks have {} rounds without the redundant ones", w_.middle_position, shape().nodes(), dimensions);
  }

  void check_ping_pong() {
    const Coordinate peer = w_.ping_pong_peer;
    const char* key = "workload.ping_pong_peer";
    require(in_torus(peer), key, "({}, {}) is outside the torus of {}x{}", peer.x, peer.y, shape().width,
            shape().height);
    require(peer != Coordinate{0, 0}, key, "(0, 0) is the node that starts, and cannot be its own peer");
  }

  void check_sequences() {
    const char* key = "workload.sequences";
    const int count = sequence_count(w_.algorithm, shape());
    require(w_.sequences.empty() || count > 0, key, "only a2at, pwx, ring and a2ass2d have sequences to choose from");
    if (count == 0) return;
    std::set<int> seen;
    for (const int sequence : w_.sequences) {
      require(sequence >= 1 && sequence <= count, key, "{}: there are sequences 1 to {}", sequence, count);
      require(seen.insert(sequence).second, key, "{} is given twice", sequence);
    }
  }

  void check_sequence_bias() {
    if (w_.sequence_bias.empty()) return;
    const char* key = "pacing.sequence_bias";
    const int count = sequence_count(w_.algorithm, shape());
    require(count > 0, key, "only a2at, pwx, ring and a2ass2d have sequences to pace");
    require(count == 0 || static_cast<int>(w_.sequence_bias.size()) == count, key,
            "{} values, and the algorithm has {} sequences on {}x{} nodes", w_.sequence_bias.size(), count,
            shape().width, shape().height);
  }

  void check_open_loop() {
    const bool engines_fit = w_.engines >= 1 && w_.engines <= kDmaEngines;
    require(engines_fit, "workload.engines", "{} engines: a node has {}, and at least 1 must send", w_.engines,
            kDmaEngines);
    const int engines = engines_fit ? w_.engines : kDmaEngines;
    require(w_.load > 0.0 && w_.load <= engines, "workload.load",
            "{} flits per node and cycle: must be above 0 and at most {}, what {} engines can offer", w_.load, engines,
            engines);
    const Bytes mtu = machine_.nic.mtu;
    require(w_.packet_size >= kHeaderBytes && w_.packet_size <= mtu, "workload.packet_size",
            "{} B: packets are {} B (a header) to {} B (nic.mtu) long", w_.packet_size.count(), kHeaderBytes.count(),
            mtu.count());
    require(w_.measure > Cycles{0}, "workload.measure", "must be at least one cycle");
    if (!is(Algorithm::kHotSpot)) return;
    require(in_torus(w_.hot_spot), "workload.hot_spot", "({}, {}) is outside the torus of {}x{}", w_.hot_spot.x,
            w_.hot_spot.y, shape().width, shape().height);
    require(w_.hot_spot_share >= 0.0 && w_.hot_spot_share <= 1.0, "workload.hot_spot_share",
            "{}: a share is between 0 and 1", w_.hot_spot_share);
  }

  const WorkloadConfig& w_;
  const MachineConfig& machine_;
  std::vector<ConfigFault> faults_;
};

}  // namespace

Bytes max_message(const MachineConfig& machine) {
  constexpr std::uint64_t kLengthField = 0xFFFF'FFFFU;
  constexpr std::uint64_t kPackets = 1U << 20;
  return Bytes{std::min(kLengthField, kPackets * machine.max_payload().count())};
}

std::uint64_t early_messages(const WorkloadConfig& workload, TorusShape shape) {
  if (workload.wait_receives) return 0;
  const int sequences = sequence_count(workload.algorithm, shape);
  if (sequences == 0) return static_cast<std::uint64_t>(workload.repetitions);
  return workload.sequences.empty() ? static_cast<std::uint64_t>(sequences) : workload.sequences.size();
}

std::vector<ConfigFault> validate(const WorkloadConfig& workload, const MachineConfig& machine) {
  return WorkloadCheck(workload, machine).run();
}

}  // namespace tactus
