#pragma once

#include <systemc>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/unit/tlm_models/traffic/fake_nic.h"
#include "testbench/tests/unit/tlm_models/traffic/listed_steps.h"
#include "tlm_models/traffic/node_processor.h"

namespace tactus {

/// A step with rank 6, at (2,1), as peer and 3,000 B; a sequence's number is `tag`.
inline Op op(OpKind kind, int nic = 0, std::uint32_t tag = 0) {
  Op o;
  o.kind = kind;
  o.nic = static_cast<std::uint8_t>(nic);
  o.peer_nic = o.nic;
  o.peer = 6;
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

/// A processor at node (1,0) of a 4x4 torus with a fake NIC and one rank, number 1.
struct RankBench {
  static constexpr int kNode = 1;

  SoftwareConfig config;
  RankMap map{RankShape{}};
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  Journal journal;
  NodeProcessor processor;

  explicit RankBench(std::vector<Op> program, const SoftwareConfig& software = {}, ListedResults results = {},
                     const NoiseSource* noise = nullptr)
      : RankBench(software, std::make_unique<ListProgram>(std::move(program), std::move(results)), noise) {}
  RankBench(SoftwareConfig software, std::unique_ptr<RankProgram> program, const NoiseSource* noise = nullptr)
      : config(std::move(software)),
        processor("processor", config, map, kNode, setups(std::move(program), noise), &journal) {
    processor.csr_isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    processor.irq_i(irq);
  }
  [[nodiscard]] const RankInterpreter& rank() const { return processor.rank(0); }
  /// Runs to the end of `cycle`.
  void run_through(std::uint64_t cycle) {
    const auto end = sc_core::sc_time::from_value((cycle + 1) * FakeNic::kPeriod - 1);
    sc_core::sc_start(end - sc_core::sc_time_stamp());
  }

 private:
  static std::vector<RankSetup> setups(std::unique_ptr<RankProgram> program, const NoiseSource* noise) {
    std::vector<RankSetup> list;
    list.push_back({kNode, std::move(program), noise});
    return list;
  }
};

using Lines = std::vector<std::string>;

}  // namespace tactus
