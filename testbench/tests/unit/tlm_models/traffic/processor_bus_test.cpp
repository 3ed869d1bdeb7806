#include <string>
#include <vector>

#include "hw/common/reports.h"
#include "hw/nic/register_window.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/report_of.h"
#include "testbench/tests/support/tlm_bus.h"
#include "testbench/tests/support/tlm_ram.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"

namespace tactus {
namespace {

constexpr std::uint64_t kNicBase = 0x7'4000'0000;

sc_core::sc_time cycles_of(double count) { return count * sc_core::sc_time::from_value(FakeNic::kPeriod); }

/// A processor whose NIC is at `kNicBase` of a bus.
struct BusBench {
  SoftwareConfig config;
  RankMap map{RankShape{}};
  FakeNic nic{"bus_nic"};
  sc_core::sc_signal<bool> irq{"bus_irq"};
  Journal journal;
  NodeProcessor processor;
  RegisterWindow window{"window", kNicBase};
  TlmBus bus{"bus", kNicBase, 0x9000};

  explicit BusBench(std::vector<Op> program)
      : processor("bus_processor", config, map, RankBench::kNode, setups(std::move(program)), &journal) {
    processor.csr_isock.bind(window.csr_tsock);
    window.bus_isock.bind(bus.tsock);
    bus.isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    processor.irq_i(irq);
  }

 private:
  static std::vector<RankSetup> setups(std::vector<Op> program) {
    std::vector<RankSetup> list;
    list.push_back({RankBench::kNode, std::make_unique<ListProgram>(std::move(program), ListedResults{}), nullptr});
    return list;
  }
};

/// Software in a thread, behind a bus.
struct ThreadBench : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<ThreadBench, 32> csr_isock{"csr_isock"};
  TlmBus bus{"bus", 0, 0x9000};
  FakeNic nic{"nic"};
  sc_core::sc_signal<bool> irq{"irq"};
  sc_core::sc_time ended;

  explicit ThreadBench(const sc_core::sc_module_name& name) : sc_module(name) {
    csr_isock.bind(bus.tsock);
    bus.isock.bind(nic.csr_tsock);
    nic.irq_o(irq);
    SC_HAS_PROCESS(ThreadBench);
    SC_THREAD(run);
  }
  void run() {
    wait(cycles_of(1.5));
    NicDriver driver(csr_isock, 1, 2);
    driver.write(nic_reg::engine_base(0) + nic_reg::kPaceGap, 1);
    driver.write(nic_reg::engine_base(0) + nic_reg::kPaceBias, 2);
    ended = sc_core::sc_time_stamp();
  }
};

/// A bus behind a window, with a byte of memory that is not 0; the bench reads it. The window adds more than the bus
/// subtracts, so that no address of the payload on its way is its own.
struct WindowBench : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<WindowBench, 32> isock{"isock"};
  RegisterWindow window{"window", kNicBase + 0x10};
  TlmBus bus{"bus", kNicBase, 0x100};
  TlmRam ram{"ram", 0, 0x100};
  unsigned char byte = 0;
  tlm::tlm_generic_payload access;

  explicit WindowBench(const sc_core::sc_module_name& name) : sc_module(name) {
    isock.bind(window.csr_tsock);
    window.bus_isock.bind(bus.tsock);
    bus.isock.bind(ram.tsock);
    ram.bytes[0x22] = 0x34;
    access.set_read();
    access.set_address(0x12);
    access.set_data_ptr(&byte);
    access.set_data_length(1);
  }
};

std::vector<Op> exchange() { return {op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8), kWaitS, kWaitR}; }

std::string text_of_run(std::uint64_t cycles) {
  try {
    sc_core::sc_start(cycles_of(static_cast<double>(cycles)));
  } catch (const sc_core::sc_report& report) {
    CHECK(report.get_msg_type() == std::string(reports::kNicRegister));
    return report.get_msg();
  }
  return {};
}

}  // namespace

TEST_CASE("Processor: behind a bus without delay it makes the same accesses in the same cycles", "[TLM-2]") {
  RankBench direct(exchange());
  BusBench by_bus(exchange());
  for (FakeNic* nic : {&direct.nic, &by_bus.nic}) {
    nic->complete_send_in(120, 3);
    nic->complete_receive_in(170, 2, 0);
  }
  direct.run_through(1000);
  CHECK(by_bus.journal.lines == direct.journal.lines);
  CHECK(by_bus.journal.lines.back() == "finished 1@201");
  const auto& expected = direct.nic.accesses();
  const auto& seen = by_bus.nic.accesses();
  REQUIRE(seen.size() == expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(i);
    CHECK(seen[i].cycle == expected[i].cycle);
    CHECK(seen[i].write == expected[i].write);
    CHECK(seen[i].address == expected[i].address);
    CHECK(seen[i].value == expected[i].value);
  }
}

TEST_CASE("Processor: a delay of the bus is a report, because a processor's accesses take no time", "[TLM-3]") {
  BusBench bench(exchange());
  bench.bus.back = sc_core::sc_time(20, sc_core::SC_NS);
  CHECK(text_of_run(10) ==
        "bus_processor.csr_isock: the answer from register 0x100c comes 20 ns later, to a process that cannot wait");
}

TEST_CASE("Processor: an error response from behind the bus is a report with the register's own address", "[TLM-2]") {
  BusBench bench(exchange());
  bench.nic.refuse(nic_reg::engine_base(0) + nic_reg::kPaceBias);
  CHECK(text_of_run(10) == "bus_processor.csr_isock: write of register 0x1010: TLM_ADDRESS_ERROR_RESPONSE");
}

TEST_CASE("NicDriver: in a thread an access takes the time that the bus adds", "[TLM-3]") {
  ThreadBench bench("threads");
  bench.bus.there = cycles_of(2);
  bench.bus.back = cycles_of(3);
  sc_core::sc_start(cycles_of(100));
  CHECK(bench.ended == cycles_of(11.5));
  REQUIRE(bench.nic.accesses().size() == 2);
  CHECK(bench.nic.accesses()[1].cycle == 6);
}

TEST_CASE("RegisterWindow: debug accesses go to the same address, and none gets direct access", "[TLM-2]") {
  WindowBench bench("bench");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  bench.ram.grants = true;
  CHECK(bench.isock->transport_dbg(bench.access) == 1);
  CHECK(bench.byte == 0x34);
  CHECK(bench.access.get_address() == 0x12);
  tlm::tlm_dmi region;
  CHECK_FALSE(bench.isock->get_direct_mem_ptr(bench.access, region));
}

TEST_CASE("RegisterWindow: an access has its own address again when it comes back", "[TLM-2]") {
  WindowBench bench("bench");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  sc_core::sc_time delay;
  bench.isock->b_transport(bench.access, delay);
  CHECK(bench.access.get_response_status() == tlm::TLM_OK_RESPONSE);
  CHECK(bench.byte == 0x34);
  CHECK(bench.access.get_address() == 0x12);
}

}  // namespace tactus
