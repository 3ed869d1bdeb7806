#include "testbench/system/butterfly_bench.h"

#include <fmt/format.h>

#include <systemc>

#include "hw/common/sc_time_conversion.h"
#include "testbench/system/delivery_book.h"

namespace tactus::test {
namespace {

/// A rank's program, its combining by its own delays longer.
class DelayedProgram final : public RankProgram {
 public:
  DelayedProgram(std::unique_ptr<RankProgram> program, std::vector<std::uint64_t> delays)
      : program_(std::move(program)), delays_(std::move(delays)) {}

  std::optional<Op> next() override {
    std::optional<Op> op = program_->next();
    if (op && op->kind == OpKind::kCombine) op->cycles += Cycles{delays_.at(op->tag)};
    return op;
  }

 private:
  std::unique_ptr<RankProgram> program_;
  std::vector<std::uint64_t> delays_;
};

}  // namespace

ButterflyBench::ButterflyBench(Level level, const MachineConfig& machine, const WorkloadConfig& workload,
                               CombineDelays delays)
    : machine_(machine),
      butterfly_(workload, machine.torus),
      fabric_(make_fabric(level, machine_)),
      ranks_(static_cast<std::size_t>(machine.torus.nodes())),
      ends_(ranks_.size()) {
  fabric_->observe(this);
  const RankProcessorConfig config{machine.clock, machine.torus, workload.call_overhead, {}, {}};
  for (int node = 0; node < machine.torus.nodes(); ++node) {
    const auto index = static_cast<std::size_t>(node);
    auto program = std::make_unique<DelayedProgram>(butterfly_.program(node), std::move(delays[index]));
    processors_.push_back(std::make_unique<RankProcessor>(fmt::format("processor_{}", node).c_str(), config,
                                                          machine.torus.coordinate(node), std::move(program), this));
    processors_.back()->csr_isock.bind(fabric_->csr_tsock(node));
    processors_.back()->irq_i(fabric_->irq(node));
    ranks_[index].sent.resize(butterfly_.rounds().size());
    ranks_[index].received.resize(butterfly_.rounds().size());
    ranks_[index].result.set(index);
  }
}

std::string ButterflyBench::run() {
  constexpr std::uint64_t kLongEnough = 1'000'000;  // cycles
  sc_core::sc_start(to_sc_time(machine_.clock * kLongEnough));
  for (const auto& processor : processors_) {
    for (const std::string& fault : processor->status().final_faults()) faults_ += fault + "\n";
  }
  if (!fabric_->drained()) faults_ += "something is still under way\n";
  for (const std::string& fault : fabric_->final_faults()) faults_ += fault + "\n";
  if (fabric_->packets_delivered() != butterfly_.messages()) {
    faults_ += fmt::format("{} messages of {} came\n", fabric_->packets_delivered(), butterfly_.messages());
  }
  for (std::size_t node = 0; node < ranks_.size(); ++node) {
    if (ranks_[node].result.count() != ranks_.size()) {
      faults_ += fmt::format("rank {} has {} contributions\n", node, ranks_[node].result.count());
    }
  }
  return faults_;
}

std::uint64_t ButterflyBench::dropped_packets() const { return fabric_->nic_counter(nic_reg::kRxDropped); }

void ButterflyBench::packet_delivered(const PacketHeader& header, Cycles cycle) {
  const int hops = walked_hops(machine_.torus, header.route.source, header.route.destination);
  const std::uint64_t took = cycle.count() - header.route.inject_cycle;
  if (took != zero_load_latency(machine_, hops, header.route.flits)) ++delayed_packets_;
}

ButterflyBench::Contributions ButterflyBench::result_of_group(int node, int end) {
  const Rank& self = ranks_[static_cast<std::size_t>(node)];
  for (int round = self.group; round < end; ++round) {
    const auto index = static_cast<std::size_t>(round);
    if (!self.received[index]) continue;
    const auto partner = static_cast<std::size_t>(node ^ static_cast<int>(butterfly_.rounds()[index].distance()));
    const Contributions& theirs = ranks_[partner].sent[index];
    if (butterfly_.rounds()[index].redundant) return theirs;
    if ((self.result & theirs).any()) faults_ += fmt::format("rank {} counts a contribution twice\n", node);
    return self.result | theirs;
  }
  faults_ += fmt::format("rank {} leaves round {} without what it needs\n", node, self.group);
  return self.result;
}

void ButterflyBench::send_started(const MessageEvent& message, Cycles) {
  Rank& self = ranks_[static_cast<std::size_t>(message.source)];
  const int round = static_cast<int>(message.tag);
  const auto index = static_cast<std::size_t>(round);
  if (butterfly_.rounds()[index].redundant) {
    int end = round;
    while (end < static_cast<int>(butterfly_.rounds().size()) &&
           butterfly_.rounds()[static_cast<std::size_t>(end)].redundant) {
      ++end;
    }
    self.sent[index] = result_of_group(message.source, end);
    return;
  }
  if (round > 0) self.result = result_of_group(message.source, round);
  self.group = round;
  self.sent[index] = self.result;
}

void ButterflyBench::receive_completed(const MessageEvent& message, Cycles) {
  ++received_count_;
  ranks_[static_cast<std::size_t>(message.destination)].received[message.tag] = true;
}

void ButterflyBench::sequence_ended(int node, int sequence, Cycles cycle) {
  if (sequence != static_cast<int>(butterfly_.rounds().size())) return;
  Rank& self = ranks_[static_cast<std::size_t>(node)];
  self.result = result_of_group(node, static_cast<int>(butterfly_.rounds().size()));
  ends_[static_cast<std::size_t>(node)] = cycle.count();
}

}  // namespace tactus::test
