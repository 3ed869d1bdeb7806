#include "tlm_models/traffic/checked_workload.h"

#include <fmt/format.h>

#include <utility>

namespace tactus {
namespace {

bool is_same(const std::optional<Op>& one, const std::optional<Op>& two) {
  if (!one || !two) return one.has_value() == two.has_value();
  return one->kind == two->kind && one->peer == two->peer && one->nic == two->nic && one->peer_nic == two->peer_nic &&
         one->paired == two->paired && one->signs == two->signs && one->tag == two->tag && one->order == two->order &&
         one->floor == two->floor && one->queued == two->queued && one->bytes == two->bytes &&
         one->cycles == two->cycles && one->idle == two->idle && one->sequence == two->sequence &&
         one->operation == two->operation && one->after == two->after && one->partner == two->partner;
}

/// The program of one rank, with a twin beside some.
class CheckedProgram final : public RankProgram {
 public:
  CheckedProgram(const PolicyContract& contract, PolicyInstance<RankProgram> instance, int ranks, int nics)
      : contract_(contract), instance_(std::move(instance)), ranks_(ranks), nics_(nics) {}

  [[nodiscard]] int processors() const override {
    return contract_.twice("processors", [&] { return instance_.first().processors(); });
  }
  std::optional<Op> next_step(int processor) override {
    std::optional<Op> op = contract_.call("next_step", [&] { return instance_.first().next_step(processor); });
    RankProgram* const twin = instance_.twin();
    if (twin != nullptr && !is_same(op, contract_.call("next_step", [&] { return twin->next_step(processor); }))) {
      contract_.broken(
          "two programs of one rank make different steps: a step follows from configuration, rank and seed");
    }
    if (op && has_peer(op->kind)) {
      if (op->peer < 0 || op->peer >= ranks_) {
        contract_.broken(fmt::format("a step names rank {}: ranks are 0 to {}", op->peer, ranks_ - 1));
      }
      if (op->nic >= nics_ || op->peer_nic >= nics_) {
        contract_.broken(
            fmt::format("a step names NICs {} and {}: a node has 0 to {}", op->nic, op->peer_nic, nics_ - 1));
      }
    }
    return op;
  }
  [[nodiscard]] bool ended() const override {
    return contract_.twice("ended", [&] { return instance_.first().ended(); });
  }
  void step_ended(const Op& op) override {
    instance_.tell(contract_, "step_ended", [&](RankProgram& program) { program.step_ended(op); });
  }
  void sent(std::uint32_t operation) override {
    instance_.tell(contract_, "sent", [&](RankProgram& program) { program.sent(operation); });
  }
  void received(const Op& receive) override {
    instance_.tell(contract_, "received", [&](RankProgram& program) { program.received(receive); });
  }
  [[nodiscard]] bool may_end(const Op& wait) const override {
    return contract_.twice("may_end", [&] { return instance_.first().may_end(wait); });
  }
  void sending(const Op& op, std::optional<std::uint32_t> result) override {
    instance_.tell(contract_, "sending", [&](RankProgram& program) { program.sending(op, result); });
  }
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& receive) const override {
    return contract_.twice("result_in", [&] { return instance_.first().result_in(receive); });
  }

 private:
  const PolicyContract& contract_;
  PolicyInstance<RankProgram> instance_;
  int ranks_;
  int nics_;
};

}  // namespace

CheckedWorkload::CheckedWorkload(PolicyContract contract, std::unique_ptr<Workload> asked, const RankShape& shape)
    : Workload(asked->sequences()),
      contract_(std::move(contract)),
      asked_(std::move(asked)),
      ranks_(shape.ranks()),
      nics_(shape.nics()) {}

std::unique_ptr<Workload> CheckedWorkload::make(const AlgorithmPolicy& policy, const WorkloadConfig& config,
                                                const RankShape& shape, std::uint64_t seed) {
  const PolicyContract contract(AlgorithmKind::kName, policy);
  return std::make_unique<CheckedWorkload>(contract, contract.made([&] { return policy.make(config, shape, seed); }),
                                           shape);
}

std::unique_ptr<RankProgram> CheckedWorkload::program(int rank) const {
  const auto make = [&] { return asked_->program(rank); };
  return std::make_unique<CheckedProgram>(contract_, PolicyInstance<RankProgram>(contract_, make, "program"), ranks_,
                                          nics_);
}

std::uint64_t CheckedWorkload::messages() const {
  return contract_.twice("messages", [&] { return asked_->messages(); });
}

Bytes CheckedWorkload::bytes() const {
  return contract_.twice("bytes", [&] { return asked_->bytes(); });
}

std::optional<Picoseconds> CheckedWorkload::ideal_time(const MachineConfig& machine) const {
  return contract_.twice("ideal_time", [&] { return asked_->ideal_time(machine); });
}

CheckedPattern::CheckedPattern(const AlgorithmPolicy& policy, const WorkloadConfig& config, const NetworkShape& shape)
    : contract_(AlgorithmKind::kName, policy),
      shape_(shape),
      asked_(contract_.made([&] { return policy.make_pattern(config, shape); }, "make_pattern")) {}

std::optional<Coordinate> CheckedPattern::destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const {
  const auto destination = contract_.twice("destination", [&] { return asked_->destination(source, draws, index); });
  if (destination && !shape_.contains(*destination)) {
    contract_.broken(fmt::format("`destination` of message {} of {} is outside the network of {} nodes", index,
                                 shape_.text(source), shape_.text()));
  }
  return destination;
}

}  // namespace tactus
