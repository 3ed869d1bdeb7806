#include <array>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

constexpr int kStarter = 0;

/// The same four calls in every round trip, in the order of the rank's part in it.
class PingPongProgram final : public SequentialProgram {
 public:
  PingPongProgram(bool starts, int peer, Bytes size, std::uint64_t round_trips)
      : calls_(starts ? kStarterCalls : kPeerCalls),
        peer_(peer),
        size_(size),
        round_trips_(round_trips),
        left_(round_trips) {}

  std::optional<Op> next() override {
    if (left_ == 0) return std::nullopt;
    Op op;
    op.kind = calls_[call_];
    op.peer = peer_;
    op.tag = static_cast<std::uint32_t>(left_);
    op.order = op.floor = 2 * (round_trips_ - left_) + (calls_ == kStarterCalls ? 1 : 0);
    op.bytes = size_;
    if (++call_ == calls_.size()) {
      call_ = 0;
      --left_;
    }
    return op;
  }

 private:
  using Calls = std::array<OpKind, 4>;
  static constexpr Calls kStarterCalls = {OpKind::kIrecv, OpKind::kIsend, OpKind::kWaitSends, OpKind::kWaitReceives};
  static constexpr Calls kPeerCalls = {OpKind::kIrecv, OpKind::kWaitReceives, OpKind::kIsend, OpKind::kWaitSends};

  Calls calls_;
  int peer_;
  Bytes size_;
  std::uint64_t round_trips_;
  std::uint64_t left_;
  std::size_t call_ = 0;
};

/// Rank 0 and the first rank of another node send a message to and fro by NIC 0; the others do nothing.
class PingPong final : public Workload {
 public:
  PingPong(const WorkloadConfig& config, const RankShape& shape);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::uint64_t messages() const override { return 2 * round_trips_; }
  [[nodiscard]] Bytes bytes() const override { return message_size_ * messages(); }

 private:
  int peer_;  ///< rank
  Bytes message_size_;
  std::uint64_t round_trips_;
};

PingPong::PingPong(const WorkloadConfig& config, const RankShape& shape)
    : Workload({}),
      peer_(shape.rank(shape.nodes.node(config.ping_pong_peer), 0)),
      message_size_(config.message_size),
      round_trips_(static_cast<std::uint64_t>(config.repetitions)) {}

std::unique_ptr<RankProgram> PingPong::program(int rank) const {
  const bool starts = rank == kStarter;
  const bool takes_part = starts || rank == peer_;
  return std::make_unique<PingPongProgram>(starts, starts ? peer_ : kStarter, message_size_,
                                           takes_part ? round_trips_ : 0);
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  const NetworkShape& network = machine.network;
  const Coordinate peer = config.ping_pong_peer;
  const char* field = "ping_pong_peer";
  faults.require(network.contains(peer), field, "{} is outside the network of {}", network.text(peer), network.text());
  faults.require(peer != Coordinate{}, field, "{} is the node that starts, and cannot be its own peer",
                 network.text(peer));
}

AlgorithmPolicy ping_pong() {
  AlgorithmPolicy policy = rank_programs<PingPong>("ping_pong", "Two ranks send a message to and fro.");
  policy.early_messages = [](const WorkloadConfig&, const RankShape& shape) { return for_all_ranks(1, shape); };
  policy.check = check;
  policy.message_size = true;
  policy.repetitions = true;
  policy.keys = {MemberKey<Coordinate>{"ping_pong_peer", &WorkloadConfig::ping_pong_peer,
                                       "Partner of node 0, the one at the origin."}};
  return policy;
}

const Registered<AlgorithmKind> kPingPong{ping_pong()};

}  // namespace
}  // namespace tactus
