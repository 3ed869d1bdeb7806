#pragma once

#include <systemc>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/unit/traffic/fake_nic.h"
#include "tlm_models/traffic/rank_processor.h"

namespace tactus {

/// The steps of a list.
class ListProgram final : public RankProgram {
 public:
  explicit ListProgram(std::vector<Op> ops) : ops_(std::move(ops)) {}
  std::optional<Op> next() override {
    if (next_ == ops_.size()) return std::nullopt;
    return ops_[next_++];
  }

 private:
  std::vector<Op> ops_;
  std::size_t next_ = 0;
};

/// "began 1@51", "sent 2@101", ...: what the processor tells, with cycles.
class Journal final : public TrafficObserver {
 public:
  std::vector<std::string> lines;

  void send_started(const MessageEvent& m, Cycles cycle) override { add("sent", m.tag, cycle); }
  void receive_completed(const MessageEvent& m, Cycles cycle) override { add("received", m.tag, cycle); }
  void sequence_began(int, int sequence, Cycles cycle) override { add("began", sequence, cycle); }
  void sequence_ended(int, int sequence, Cycles cycle) override { add("ended", sequence, cycle); }
  void program_ended(int node, Cycles cycle) override { add("finished", node, cycle); }

 private:
  template <class Number>
  void add(const std::string& what, Number number, Cycles cycle) {
    lines.push_back(what + " " + std::to_string(number) + "@" + std::to_string(cycle.count()));
  }
};

/// A step with peer (2,1) and 3,000 B; a sequence's number is `tag`.
inline Op op(OpKind kind, int nic = 0, std::uint32_t tag = 0) {
  Op o;
  o.kind = kind;
  o.nic = static_cast<std::uint8_t>(nic);
  o.peer_nic = o.nic;
  o.peer = {2, 1};
  o.tag = tag;
  o.bytes = Bytes{3000};
  o.sequence = static_cast<int>(tag);
  return o;
}
inline Op compute(std::uint64_t cycles) {
  Op o;
  o.cycles = Cycles{cycles};
  return o;
}
inline const Op kWaitS = op(OpKind::kWaitSends);
inline const Op kWaitR = op(OpKind::kWaitReceives);

/// A processor at node (1,0) of a 4x4 torus with a fake NIC.
struct RankBench {
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  Journal journal;
  RankProcessor processor;

  explicit RankBench(std::vector<Op> program, const RankProcessorConfig& config = {})
      : processor("processor", config, {1, 0}, std::make_unique<ListProgram>(std::move(program)), &journal) {
    processor.csr_isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    processor.irq_i(irq);
  }
  /// Runs to the end of `cycle`.
  void run_through(std::uint64_t cycle) {
    const auto end = sc_core::sc_time::from_value((cycle + 1) * FakeNic::kPeriod - 1);
    sc_core::sc_start(end - sc_core::sc_time_stamp());
  }
};

using Lines = std::vector<std::string>;

}  // namespace tactus
