#include "hw/memory/tlm_memory_port.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/report_of.h"
#include "testbench/tests/support/tlm_ram.h"

namespace tactus {
namespace {

constexpr std::uint64_t kBase = 0xFEDC'BA98'0000'0000;
constexpr std::uint64_t kPacket = 77;
constexpr Picoseconds kPeriod{4000};
using Kind = MemoryRequest::Kind;

sc_core::sc_time cycles(double count) { return sc_core::sc_time(4 * count, sc_core::SC_NS); }

/// A NIC's side of a port, and 4 KiB of memory behind it, at time zero: edge 0.
struct PortBench final : MemoryClient {
  using Answer = std::tuple<MemoryAnswer, int, std::uint32_t, std::uint64_t>;  ///< engine, tag, edge

  PayloadCarrier carrier{3};
  TlmMemoryPort port;
  TlmRam ram{"ram", kBase, 4096};
  std::vector<Answer> answers;
  std::uint64_t edge = 0;

  explicit PortBench(TlmMemoryConfig config = {}) : port("port", Clock(kPeriod), carrier, 1, config) {
    port.memory_isock.bind(ram.tsock);
    port.connect(*this);
    std::iota(ram.bytes.begin(), ram.bytes.end(), static_cast<unsigned char>(1));
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override {
    answers.emplace_back(answer, engine, tag, edge);
  }
  void read(int engine, std::uint32_t tag, std::uint64_t offset, std::uint64_t bytes) {
    port.request({engine, tag, Kind::kRead, kBase + offset, Bytes{bytes}}, Cycles{edge});
  }
  void write(std::uint32_t tag, std::uint64_t offset, PayloadCarrier::Payload payload) {
    const Bytes bytes{payload.size()};
    carrier.put(kPacket, std::move(payload));
    contents().packet_arrived(kPacket);
    port.request({0, tag, Kind::kWrite, kBase + offset, bytes}, Cycles{edge});
  }
  /// Calls the port at the edges at which it wants to be called.
  void run_to(std::uint64_t last) {
    for (; edge <= last; ++edge) {
      if (port.next(true) <= Cycles{edge}) port.answer(Cycles{edge});
    }
    edge = last;
  }
  /// Payload that the packet which starts with read `tag` carries.
  PayloadCarrier::Payload carried(int engine, std::uint32_t tag) {
    contents().packet_started(engine, tag, kPacket, 1);
    PayloadCarrier::Payload payload;
    CHECK(carrier.take(kPacket, payload));
    return payload;
  }
  MemoryContents& contents() { return *port.contents(); }
  PayloadCarrier::Payload bytes(std::size_t offset, std::size_t count) const {
    return {ram.bytes.begin() + static_cast<std::ptrdiff_t>(offset),
            ram.bytes.begin() + static_cast<std::ptrdiff_t>(offset + count)};
  }
};

}  // namespace

TEST_CASE("TlmMemoryPort: requests move the bytes at their 64-bit addresses", "[TLM-4]") {
  PortBench bench;
  bench.read(0, 3, 1001, 17);
  bench.read(2, 3, 2000, 5);
  CHECK(bench.carried(0, 3) == bench.bytes(1001, 17));
  CHECK(bench.carried(2, 3) == bench.bytes(2000, 5));
  bench.write(0, 4093, {9, 8, 7});
  CHECK(bench.bytes(4092, 4) == PayloadCarrier::Payload{static_cast<unsigned char>(4093), 9, 8, 7});
  CHECK(bench.carrier.under_way() == 0);
}

TEST_CASE("TlmMemoryPort: an answer comes at the first edge after the target's delay, in any order", "[TLM-5]") {
  PortBench bench;
  bench.run_to(2);
  bench.ram.read_delay = cycles(5);
  bench.read(1, 7, 0, 1);
  bench.ram.read_delay = cycles(1.25);
  bench.read(0, 6, 0, 1);
  bench.read(1, 8, 0, 1);
  bench.ram.write_delay = cycles(3);
  bench.write(4, 0, {1});
  CHECK(bench.port.next(true) == Cycles{4});
  CHECK(bench.port.next(false) == Cycles{5});
  bench.run_to(10);
  CHECK(bench.answers == std::vector<PortBench::Answer>{{MemoryAnswer::kRead, 0, 6, 4},
                                                        {MemoryAnswer::kRead, 1, 8, 4},
                                                        {MemoryAnswer::kWritten, 0, 4, 5},
                                                        {MemoryAnswer::kRead, 1, 7, 7}});
  CHECK(bench.port.next(true) == Cycles::max());
}

TEST_CASE("TlmMemoryPort: a target without delay answers from within the request", "[TLM-5]") {
  PortBench bench;
  bench.read(0, 1, 0, 1);
  bench.write(2, 0, {1});
  CHECK(bench.answers ==
        std::vector<PortBench::Answer>{{MemoryAnswer::kRead, 0, 1, 0}, {MemoryAnswer::kWritten, 0, 2, 0}});
  CHECK(bench.port.next(true) == Cycles::max());
}

TEST_CASE("TlmMemoryPort: a request made ahead of time comes with that delay, and takes what is added", "[TLM-5]") {
  PortBench bench;
  bench.run_to(100);  // simulation stands at time zero
  bench.ram.read_delay = cycles(2);
  bench.read(0, 1, 0, 1);
  CHECK(bench.ram.last_delay == cycles(100));
  CHECK(bench.port.next(true) == Cycles{102});
}

TEST_CASE("TlmMemoryPort: an error response is a report with request and response", "[TLM-6]") {
  PortBench bench;
  try {
    bench.read(2, 1, 4090, 7);
    FAIL();
  } catch (const sc_core::sc_report& report) {
    CHECK(report.get_msg_type() == std::string(reports::kMemoryAccess));
    CHECK(report.get_msg() ==
          std::string("port: engine 2 reads 7 B at 0xfedcba9800000ffa: TLM_ADDRESS_ERROR_RESPONSE"));
  }
  CHECK(report_of([&] { bench.write(0, 5000, {1}); }) == reports::kMemoryAccess);
}

TEST_CASE("TlmMemoryPort: a second thread may not call the target", "[TLM-6]") {
  PortBench bench;
  std::string report;
  std::thread([&] { report = report_of([&] { bench.read(0, 1, 0, 1); }); }).join();
  CHECK(report == reports::kMemoryAccess);
  CHECK(bench.ram.transports == 0);
}

TEST_CASE("TlmMemoryPort: accesses go direct from the grant on, in the latency that was granted", "[TLM-7]") {
  PortBench bench;
  bench.ram.grants = true;
  bench.ram.granted_bytes = 1024;
  bench.ram.read_delay = cycles(3);
  bench.ram.write_delay = cycles(4);
  bench.read(0, 1, 0, 16);
  CHECK(bench.port.transports() == 1);
  bench.ram.read_delay = bench.ram.write_delay = cycles(100);
  bench.read(0, 2, 100, 16);
  bench.write(0, 1022, {5, 6});
  CHECK(bench.port.transports() == 1);
  CHECK(bench.port.direct_accesses() == 2);
  CHECK(bench.carried(0, 2) == bench.bytes(100, 16));
  CHECK(bench.bytes(1022, 2) == PayloadCarrier::Payload{5, 6});
  bench.run_to(9);
  CHECK(bench.answers == std::vector<PortBench::Answer>{{MemoryAnswer::kRead, 0, 1, 3},
                                                        {MemoryAnswer::kRead, 0, 2, 3},
                                                        {MemoryAnswer::kWritten, 0, 0, 4}});
}

TEST_CASE("TlmMemoryPort: a request that a region does not hold as a whole is a transaction", "[TLM-7]") {
  PortBench bench;
  bench.ram.grants = true;
  bench.ram.granted_bytes = 1024;
  bench.read(0, 1, 0, 1);
  bench.read(0, 2, 1023, 2);
  CHECK(bench.ram.transports == 2);
  bench.read(0, 3, 1022, 2);
  CHECK(bench.ram.transports == 2);
}

TEST_CASE("TlmMemoryPort: a region that is taken back in part is not used any more", "[TLM-7]") {
  PortBench bench;
  bench.ram.grants = true;
  bench.ram.granted_bytes = 1024;
  bench.read(0, 1, 0, 1);
  bench.ram.take_back(1024, 2000);
  bench.read(0, 2, 0, 1);
  CHECK(bench.ram.transports == 1);
  bench.ram.grants = false;
  bench.ram.take_back(1023, 1023);
  bench.read(0, 3, 0, 1);
  CHECK(bench.ram.transports == 2);
}

TEST_CASE("TlmMemoryPort: a region that may be read is not written", "[TLM-7]") {
  PortBench bench;
  bench.ram.grants = true;
  bench.ram.granted = tlm::tlm_dmi::DMI_ACCESS_READ;
  bench.read(0, 1, 0, 1);
  bench.read(0, 2, 0, 1);
  CHECK(bench.ram.transports == 1);
  bench.write(0, 0, {1});
  CHECK(bench.ram.transports == 2);
}

TEST_CASE("TlmMemoryPort: a region that may be written is not read", "[TLM-7]") {
  PortBench bench;
  bench.ram.grants = true;
  bench.ram.granted = tlm::tlm_dmi::DMI_ACCESS_WRITE;
  bench.write(0, 0, {1});
  bench.write(1, 0, {2});
  CHECK(bench.ram.transports == 1);
  bench.read(0, 1, 0, 1);
  CHECK(bench.ram.transports == 2);
}

TEST_CASE("TlmMemoryPort: without dmi every request is a transaction", "[TLM-7]") {
  TlmMemoryConfig config;
  config.dmi = false;
  PortBench bench(config);
  bench.ram.grants = true;
  for (std::uint32_t tag = 0; tag < 3; ++tag) bench.read(0, tag, 0, 1);
  CHECK(bench.ram.transports == 3);
}

TEST_CASE("TlmMemoryPort: benches read and write memory by debug transport", "[TLM-8]") {
  PortBench bench;
  unsigned char data[] = {1, 2, 3};
  CHECK(bench.port.debug(tlm::TLM_WRITE_COMMAND, kBase + 10, data, 3) == 3);
  CHECK(bench.bytes(10, 3) == PayloadCarrier::Payload{1, 2, 3});
  CHECK(bench.port.debug(tlm::TLM_READ_COMMAND, kBase + 20, data, 3) == 3);
  CHECK(PayloadCarrier::Payload(data, data + 3) == bench.bytes(20, 3));
  CHECK(bench.port.debug(tlm::TLM_READ_COMMAND, kBase + 4094, data, 3) == 0);
  CHECK(bench.ram.transports == 0);
}

TEST_CASE("TlmMemoryPort: a packet from or to a node without contents is a report", "[TLM-9]") {
  PortBench bench;
  CHECK(report_of([&] { bench.contents().packet_arrived(5); }) == reports::kMemoryContents);
  CHECK(report_of([&] { bench.contents().packet_dropped(5); }) == reports::kMemoryContents);
  bench.read(0, 1, 0, 1);
  CHECK(report_of([&] { bench.contents().packet_started(0, 1, 5, 2); }) == reports::kMemoryContents);
  bench.carrier.put(5, {1, 2});
  bench.contents().packet_arrived(5);
  CHECK(report_of([&] {
          bench.port.request({0, 1, Kind::kWrite, kBase, Bytes{3}}, Cycles{0});
        }) == reports::kMemoryContents);
}

TEST_CASE("TlmMemoryPort: the payload of a dropped packet is gone", "[TLM-9]") {
  PortBench bench;
  bench.carrier.put(5, {1, 2});
  bench.contents().packet_dropped(5);
  CHECK(bench.carrier.under_way() == 0);
  CHECK(report_of([&] {
          bench.port.request({0, 1, Kind::kWrite, kBase, Bytes{2}}, Cycles{0});
        }) == reports::kMemoryContents);
}

TEST_CASE("TlmMemoryPort: packets of a message without a receive are held, and written when it has one", "[TLM-10]") {
  PortBench bench;
  const PayloadCarrier::Payload untouched = bench.ram.bytes;
  bench.ram.write_delay = cycles(50);
  const auto hold = [&](std::uint32_t tag, int engine, std::uint64_t message, std::uint64_t offset, int value) {
    bench.carrier.put(kPacket, PayloadCarrier::Payload(4, static_cast<unsigned char>(value)));
    bench.contents().packet_held(kPacket, engine, message, offset);
    bench.port.request({engine, tag, Kind::kWrite, offset, Bytes{4}}, Cycles{0});
  };
  hold(3, 1, 7, 4, 2);
  hold(4, 1, 7, 0, 1);
  hold(5, 1, 8, 0, 3);
  hold(6, 0, 7, 0, 4);
  CHECK(bench.answers == std::vector<PortBench::Answer>{{MemoryAnswer::kWritten, 1, 3, 0},
                                                        {MemoryAnswer::kWritten, 1, 4, 0},
                                                        {MemoryAnswer::kWritten, 1, 5, 0},
                                                        {MemoryAnswer::kWritten, 0, 6, 0}});
  CHECK(bench.ram.transports == 0);
  bench.contents().message_met(1, 7, kBase + 100, Cycles{0});
  CHECK(bench.bytes(100, 8) == PayloadCarrier::Payload{1, 1, 1, 1, 2, 2, 2, 2});
  CHECK(bench.ram.transports == 2);
  CHECK(bench.port.next(true) == Cycles::max());
  bench.contents().message_met(1, 7, kBase, Cycles{0});
  CHECK(bench.ram.transports == 2);
}

TEST_CASE("TlmMemoryPort: as many requests as there are threads are under way, in the time that the target waits",
          "[TLM-11]") {
  PortBench bench({true, 2});
  bench.ram.waits = true;
  bench.ram.read_delay = cycles(3);
  bench.ram.write_delay = cycles(5);
  for (std::uint32_t tag = 0; tag < 3; ++tag) bench.read(0, tag, tag, 1);
  bench.write(7, 8, {9});
  CHECK(bench.answers.empty());
  for (bench.edge = 1; bench.edge <= 12; ++bench.edge) sc_core::sc_start(cycles(1));
  std::sort(bench.answers.begin(), bench.answers.end());
  // An answer at the very time of an edge counts at the next one.
  CHECK(bench.answers == std::vector<PortBench::Answer>{{MemoryAnswer::kRead, 0, 0, 4},
                                                        {MemoryAnswer::kRead, 0, 1, 4},
                                                        {MemoryAnswer::kRead, 0, 2, 7},
                                                        {MemoryAnswer::kWritten, 0, 7, 9}});
  CHECK(bench.carried(0, 2) == bench.bytes(2, 1));
  CHECK(bench.bytes(8, 1) == PayloadCarrier::Payload{9});
}

TEST_CASE("TlmMemoryPort: a thread waits for a delay that the target adds", "[TLM-11]") {
  PortBench bench({true, 1});
  bench.ram.read_delay = cycles(2.5);
  bench.read(0, 1, 0, 1);
  for (bench.edge = 1; bench.edge <= 6; ++bench.edge) sc_core::sc_start(cycles(1));
  CHECK(bench.answers == std::vector<PortBench::Answer>{{MemoryAnswer::kRead, 0, 1, 3}});
}

TEST_CASE("TlmMemoryPort: after reset threads answer nothing that was asked before", "[PORT-7][TLM-11]") {
  PortBench bench({true, 1});
  bench.ram.waits = true;
  bench.ram.read_delay = cycles(3);
  bench.read(0, 1, 0, 1);
  bench.read(0, 2, 0, 1);
  sc_core::sc_start(cycles(1));
  bench.port.forget();
  sc_core::sc_start(cycles(10));
  CHECK(bench.answers.empty());
  CHECK(bench.ram.transports == 1);
}

TEST_CASE("TlmMemoryPort: with threads, held packets are written by debug transport", "[TLM-10][TLM-11]") {
  PortBench bench({true, 1});
  bench.ram.waits = true;
  bench.carrier.put(kPacket, {5, 6});
  bench.contents().packet_held(kPacket, 0, 1, 0);
  bench.port.request({0, 1, Kind::kWrite, 0, Bytes{2}}, Cycles{0});
  bench.contents().message_met(0, 1, kBase + 3, Cycles{0});
  CHECK(bench.bytes(3, 2) == PayloadCarrier::Payload{5, 6});
  CHECK(bench.ram.transports == 0);
  bench.carrier.put(kPacket, {5, 6});
  bench.contents().packet_held(kPacket, 0, 2, 0);
  bench.port.request({0, 2, Kind::kWrite, 0, Bytes{2}}, Cycles{0});
  // Not thrown: once a SystemC thread has run, AddressSanitizer does not know the stack of sc_main, and errs when it
  // unwinds.
  sc_core::sc_report_handler::set_actions(reports::kMemoryAccess, sc_core::SC_CACHE_REPORT);
  bench.contents().message_met(0, 2, kBase + 4095, Cycles{0});
  const sc_core::sc_report* const report = sc_core::sc_report_handler::get_cached_report();
  REQUIRE(report != nullptr);
  CHECK(std::string(report->get_msg_type()) == reports::kMemoryAccess);
}

TEST_CASE("TlmMemoryPort: after reset nothing is answered, and nothing is under way", "[PORT-7]") {
  PortBench bench;
  bench.ram.read_delay = bench.ram.write_delay = cycles(2);
  bench.read(0, 1, 0, 1);
  bench.write(0, 0, {1});
  bench.carrier.put(5, {1});
  bench.port.forget();
  CHECK(bench.port.next(true) == Cycles::max());
  CHECK(bench.carrier.under_way() == 0);
  bench.run_to(10);
  bench.read(0, 3, 0, 1);
  bench.write(4, 0, {1});
  bench.run_to(20);
  CHECK(bench.answers ==
        std::vector<PortBench::Answer>{{MemoryAnswer::kWritten, 0, 4, 12}, {MemoryAnswer::kRead, 0, 3, 12}});
}

}  // namespace tactus
