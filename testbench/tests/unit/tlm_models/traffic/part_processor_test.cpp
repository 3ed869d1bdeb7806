#include "tlm_models/traffic/part_processor.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"
#include "tlm_models/traffic/nic_driver.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

/// Software that is a function, in a thread or in a method that is called at time zero.
class Scripted final : public sc_core::sc_module, public ProcessorPins {
 public:
  tlm_utils::simple_initiator_socket<Scripted, 32> csr_isock{"csr_isock"};
  NicDriver nic{csr_isock, 4, 2};
  const ProcessorSite site;
  std::function<void(Scripted&)> software;
  bool busy_now = false;

  Scripted(const sc_core::sc_module_name& name, ProcessorSite on, bool thread) : sc_module(name), site(std::move(on)) {
    SC_HAS_PROCESS(Scripted);
    if (thread) {
      SC_THREAD(execute);
    } else {
      SC_METHOD(execute);
    }
  }
  tlm::tlm_initiator_socket<32>& register_socket() override { return csr_isock; }
  [[nodiscard]] bool busy() const override { return busy_now; }

 private:
  void execute() {
    if (software) software(*this);
  }
};

Scripted* made = nullptr;

ProcessorPart part_that(std::unique_ptr<ProcessorPins> (*make)(const char* name, const ProcessorSite& site)) {
  ProcessorPart part;
  part.name = "mine";
  part.plugin = "mine.cpp";
  part.make = make;
  return part;
}
template <bool KThread>
std::unique_ptr<ProcessorPins> scripted(const char* name, const ProcessorSite& site) {
  auto processor = std::make_unique<Scripted>(name, site, KThread);
  made = processor.get();
  return processor;
}
const ProcessorPart kThread = part_that(&scripted<true>);
const ProcessorPart kMethod = part_that(&scripted<false>);
/// Our own one.
const ProcessorPart kOurs = part_that([](const char* name, const ProcessorSite& site) {
  std::vector<RankSetup> ranks;
  ranks.push_back({site.rank, site.program(), nullptr, 0});
  return std::unique_ptr<ProcessorPins>(
      std::make_unique<NodeProcessor>(name, site.software, site.map, site.rank, std::move(ranks), nullptr));
});

/// A part at node (1,0) of a 4x4 torus, with a fake NIC.
struct PartBench {
  MachineConfig config;
  SoftwareConfig software;
  RankMap map{RankShape{}};
  Numbers numbers;
  FakeNic nic{"part_nic"};
  sc_core::sc_signal<bool> irq{"part_irq"};
  Journal journal;
  PartProcessor processor;

  explicit PartBench(const std::vector<Op>& program, const ProcessorPart& part = kThread)
      : processor("processor_1_0", part,
                  {config,
                   {1, 0},
                   numbers,
                   RankBench::kNode,
                   map,
                   software,
                   [program] { return std::make_unique<ListProgram>(program); }},
                  &journal) {
    processor.csr_isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    processor.irq_i(irq);
  }
  void run_through(std::uint64_t cycle) {
    const auto end = sc_core::sc_time::from_value((cycle + 1) * FakeNic::kPeriod - 1);
    sc_core::sc_start(end - sc_core::sc_time_stamp());
  }
  /// The report of a run of 100 cycles.
  std::string report() {
    try {
      run_through(100);
    } catch (const sc_core::sc_report& report) {
      CHECK(std::string(report.get_msg_type()) == reports::kPart);
      return report.get_msg();
    }
    return "none";
  }
};

sc_core::sc_time picoseconds(std::uint64_t count) { return sc_core::sc_time::from_value(count); }

const std::vector<Op> kExchange = {op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8), kWaitS, kWaitR};

}  // namespace

TEST_CASE("PartProcessor: our own processor as a part makes the accesses that it makes alone", "[PART-13][PART-15]") {
  RankBench alone(kExchange);
  PartBench part(kExchange, kOurs);
  for (FakeNic* nic : {&alone.nic, &part.nic}) {
    nic->complete_send_in(120, 3);
    nic->complete_receive_in(170, 2, 0);
  }
  alone.run_through(1000);
  const auto& expected = alone.nic.accesses();
  const auto& seen = part.nic.accesses();
  REQUIRE(seen.size() == expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK(seen[i].cycle == expected[i].cycle);
    CHECK(seen[i].in_middle);
    CHECK(seen[i].address == expected[i].address);
    CHECK(seen[i].value == expected[i].value);
  }
  // Its last message has come when it takes it, and its last wait is no business of others.
  CHECK(part.journal.lines == Lines{"sent 8@101", "received 7@170", "finished 1@170"});
  CHECK(part.processor.finished());
  CHECK(part.processor.end() == Picoseconds{170 * FakeNic::kPeriod});
}

TEST_CASE("PartProcessor: an access of a thread is made in the middle of a cycle, from cycle 1 on", "[PART-15]") {
  PartBench bench({});
  made->software = [](Scripted& self) {
    self.nic.write(nic_reg::kControlBase, 1);  // in cycle 0, the reset
    CHECK(sc_core::sc_time_stamp() == picoseconds(6000));
    self.nic.write(nic_reg::kControlBase, 2);  // takes no time
    CHECK(sc_core::sc_time_stamp() == picoseconds(6000));
    wait(picoseconds(2000));  // at an edge
    self.nic.write(nic_reg::kControlBase, 3);
    CHECK(sc_core::sc_time_stamp() == picoseconds(10000));
    wait(picoseconds(1));
    self.nic.write(nic_reg::kControlBase, 4);
    CHECK(sc_core::sc_time_stamp() == picoseconds(14000));
    tlm::tlm_generic_payload access;
    std::uint32_t word = 5;
    access.set_write();
    access.set_address(nic_reg::kControlBase);
    access.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    access.set_data_length(4);
    access.set_streaming_width(4);
    sc_core::sc_time ahead = picoseconds(4001);
    self.csr_isock->b_transport(access, ahead);
    CHECK(ahead == sc_core::SC_ZERO_TIME);
    CHECK(sc_core::sc_time_stamp() == picoseconds(22000));
  };
  bench.run_through(20);
  std::vector<std::uint64_t> cycles;
  for (const FakeNic::Access& access : bench.nic.accesses()) {
    CHECK(access.in_middle);
    cycles.push_back(access.cycle);
  }
  CHECK(cycles == std::vector<std::uint64_t>{1, 1, 2, 3, 5});
}

TEST_CASE("PartProcessor: a method that accesses between the middles of cycles is named", "[PART-15][PART-9]") {
  PartBench bench({}, kMethod);
  made->software = [](Scripted& self) { self.nic.write(nic_reg::kControlBase, 1); };
  CHECK_THAT(bench.report(),
             Contains("mine.cpp: processor part 'mine', processor_1_0, cycle 0: accesses register 0x") &&
                 Contains("at 0 s from a process that cannot wait for the middle of a cycle"));
}

TEST_CASE("PartProcessor: a message that is not the program's ends the run, with engine and cycle",
          "[PART-14][PART-9]") {
  PartBench bench(kExchange);
  made->software = [](Scripted& self) {
    self.nic.post_receive(2, self.site.slot(op(OpKind::kIrecv, 2, 7)));
    self.nic.send(3, self.site.descriptor(op(OpKind::kIsend, 3, 9), Cycles{1}));
  };
  CHECK(bench.report() ==
        "mine.cpp: processor part 'mine', processor_1_0, engine 3, cycle 1: sends a message to (2,1) tag 9, which the "
        "program of its rank has not, or not once more");
}

TEST_CASE("PartProcessor: an access that the NIC refuses starts nothing", "[PART-16]") {
  PartBench bench({op(OpKind::kIsend, 3, 8)});
  bench.nic.refuse(nic_reg::engine_base(3) + nic_reg::kTxDoorbell);
  made->software = [](Scripted& self) {
    sc_core::sc_report_handler::set_actions(reports::kNicRegister, sc_core::SC_DO_NOTHING);
    self.nic.send(3, self.site.descriptor(op(OpKind::kIsend, 3, 8), Cycles{1}));
  };
  CHECK(bench.report() == "none");
  CHECK(bench.journal.lines.empty());
}

TEST_CASE("PartProcessor: a rank is not finished while its processor is busy, and waits only if it is not",
          "[PART-16][PART-17]") {
  PartBench bench({op(OpKind::kIsend, 3, 8)});
  made->software = [](Scripted& self) {
    self.nic.send(3, self.site.descriptor(op(OpKind::kIsend, 3, 8), Cycles{1}));
    self.busy_now = true;
    wait(picoseconds(400000));
    self.busy_now = false;
  };
  CHECK(bench.processor.rank() == 1);
  bench.run_through(0);
  CHECK(bench.processor.status().waiting_for() ==
        "rank (1,0) is left to mine.cpp: processor part 'mine', which has still to send to (2,1) tag 8");
  bench.run_through(50);
  CHECK(bench.processor.busy());
  CHECK_FALSE(bench.processor.finished());
  CHECK(bench.processor.status().waiting_for() ==
        "rank (1,0) is left to mine.cpp: processor part 'mine', which is busy");
  bench.run_through(200);
  CHECK(bench.processor.finished());
  CHECK(bench.processor.end() == Picoseconds{FakeNic::kPeriod});
  CHECK(bench.processor.status().waiting_for().empty());
  CHECK(bench.processor.status().final_faults().empty());
}

TEST_CASE("PartProcessor: a receive that is still to come is named", "[PART-17]") {
  PartBench bench(kExchange);
  bench.run_through(0);
  CHECK_THAT(bench.processor.status().waiting_for(), Contains("still to receive from (2,1) tag 7"));
}

TEST_CASE("PartProcessor: waves show what has been sent and received", "[PART-10]") {
  PartBench bench(kExchange, kOurs);
  bench.nic.complete_send_in(120, 3);
  bench.nic.complete_receive_in(170, 2, 0);
  ProbeList probes;
  bench.processor.add_probes(probes, "torus.node_1_0.rank");
  const auto values = [&] {
    std::vector<std::uint64_t> all;
    for (const Probe& probe : probes) all.push_back(probe.read());
    return all;
  };
  bench.run_through(110);
  CHECK(values() == std::vector<std::uint64_t>{1, 0, 0});
  bench.run_through(300);
  CHECK(values() == std::vector<std::uint64_t>{1, 1, 1});
}

TEST_CASE("PartProcessor: debug accesses pass", "[PART-15]") {
  PartBench bench({});
  bench.run_through(3);
  tlm::tlm_generic_payload access;
  CHECK(made->csr_isock->transport_dbg(access) == 0);
}

TEST_CASE("PartProcessor: a part that is not made, or whose functions throw, is named", "[PART-9]") {
  const auto report_of_making = [](const ProcessorPart& part) -> std::string {
    try {
      const PartBench bench({}, part);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return "none";
  };
  CHECK_THAT(report_of_making(part_that([](const char*, const ProcessorSite&) -> std::unique_ptr<ProcessorPins> {
               throw std::runtime_error("not today");
             })),
             Contains("mine.cpp: processor part 'mine': `make` throws: not today"));
  CHECK_THAT(report_of_making(part_that(
                 [](const char*, const ProcessorSite&) -> std::unique_ptr<ProcessorPins> { return nullptr; })),
             Contains("processor part 'mine': `make` makes nothing"));
}

}  // namespace tactus
