#include "tlm_models/traffic/ping_pong.h"

#include <array>

namespace tactus {
namespace {

constexpr int kStarter = 0;

/// The same four calls in every round trip, in the order of the rank's part in it.
class PingPongProgram final : public RankProgram {
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

}  // namespace

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

}  // namespace tactus
