#include "tlm_models/traffic/step_workload.h"

#include <algorithm>

#include "tlm_models/traffic/dissemination.h"
#include "tlm_models/traffic/synchronisation/synchronisation_calls.h"

namespace tactus {
namespace {

/// Walks through the steps; its whole state is a step's number and a position inside the step.
class StepProgram final : public SequentialProgram {
 public:
  StepProgram(const StepWorkload& workload, int rank) : workload_(workload), rank_(rank) {}

  std::optional<Op> next() override {
    while (number_ < workload_.steps()) {
      if (position_ == 0) begin_step();
      const std::optional<Op> op = op_at(position_++);
      if (position_ == positions()) {
        position_ = 0;
        ++number_;
      }
      if (op) return op;
    }
    return std::nullopt;
  }

 private:
  void begin_step() {
    step_ = workload_.step(number_);
    synchronisation_.reset();
    if (step_.synchronisation_rounds == 0) return;
    synchronisation_.emplace(workload_.nodes(), rank_, step_.synchronisation_rounds, step_.tag, number_);
  }
  /// Begin, receives, sends, two waits, end.
  [[nodiscard]] int positions() const { return synchronisation_ ? synchronisation_->count() : 2 * step_.messages + 4; }

  [[nodiscard]] std::optional<Op> op_at(int position) const {
    if (synchronisation_) return synchronisation_->call(position);
    const int messages = step_.messages;
    if (position == 0) return step_.begins_sequence ? std::optional(mark(OpKind::kBeginSequence)) : std::nullopt;
    if (position <= 2 * messages) return transfer_at(position - 1);
    if (position == 2 * messages + 1) return mark(OpKind::kWaitSends);
    if (position == 2 * messages + 2) {
      return workload_.waits_for_receives(number_) ? std::optional(mark(OpKind::kWaitReceives)) : std::nullopt;
    }
    return step_.ends_sequence ? std::optional(mark(OpKind::kEndSequence)) : std::nullopt;
  }

  [[nodiscard]] Op mark(OpKind kind) const {
    Op op;
    op.kind = kind;
    op.sequence = step_.sequence;
    return op;
  }

  /// Call `number` of the receives and sends. A send's receive is the last one that its NIC has been given.
  [[nodiscard]] Op transfer_at(int number) const {
    const int nics = workload_.nics();
    const int first = number / (2 * nics) * nics;  // of the round
    const int of_round = std::min(nics, step_.messages - first);
    const int call = number - 2 * first;
    return call < of_round ? transfer(OpKind::kIrecv, first + call) : transfer(OpKind::kIsend, first + call - of_round);
  }

  [[nodiscard]] Op transfer(OpKind kind, int message) const {
    const Exchange exchange = workload_.exchange(number_, message, rank_);
    Op op;
    op.kind = kind;
    op.peer = kind == OpKind::kIsend ? exchange.to : exchange.from;
    op.nic = static_cast<std::uint8_t>(message % workload_.nics());
    op.peer_nic = op.nic;
    if (kind == OpKind::kIsend) op.signs = exchange.signs;
    op.paired = kind == OpKind::kIsend;
    op.tag = step_.tag + (step_.tag_per_message ? static_cast<std::uint32_t>(message) : 0);
    op.order = op.floor = number_;
    op.bytes = step_.bytes;
    op.sequence = step_.sequence;
    op.barrier_round = static_cast<std::int8_t>(step_.barrier_round);
    return op;
  }

  const StepWorkload& workload_;
  int rank_;
  ExchangeStep step_;
  std::optional<SynchronisationCalls> synchronisation_;
  std::uint64_t number_ = 0;
  int position_ = 0;
};

}  // namespace

std::unique_ptr<RankProgram> StepWorkload::program(int rank) const {
  return std::make_unique<StepProgram>(*this, rank);
}

std::uint64_t StepWorkload::messages() const {
  std::uint64_t per_rank = 0;
  std::uint64_t stamped = 0;
  for (std::uint64_t i = 0; i < steps(); ++i) {
    const ExchangeStep s = step(i);
    if (s.synchronisation_rounds != 0) {
      stamped += SynchronisationCalls::messages(shape_.nodes, s.synchronisation_rounds);
    } else {
      per_rank += static_cast<std::uint64_t>(s.messages);
    }
  }
  return per_rank * static_cast<std::uint64_t>(shape_.ranks()) + stamped;
}

Bytes StepWorkload::bytes() const {
  Bytes per_rank;
  Bytes stamped;
  for (std::uint64_t i = 0; i < steps(); ++i) {
    const ExchangeStep s = step(i);
    if (s.synchronisation_rounds != 0) {
      stamped += s.bytes * SynchronisationCalls::messages(shape_.nodes, s.synchronisation_rounds);
    } else {
      per_rank += s.bytes * static_cast<std::uint64_t>(s.messages);
    }
  }
  return per_rank * static_cast<std::uint64_t>(shape_.ranks()) + stamped;
}

Exchange StepWorkload::barrier_exchange(int rank, std::uint64_t round) const {
  const int distance = dissemination_distance(round);
  return {shape_.shifted(rank, distance), shape_.shifted(rank, -distance), {}};
}

}  // namespace tactus
