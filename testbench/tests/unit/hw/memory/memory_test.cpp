#include "hw/memory/memory.h"

#include <tlm_utils/simple_initiator_socket.h>

#include <cstring>

#include "hw/common/sc_time_conversion.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// Asks a memory, from outside any process, at the present time of the simulation.
struct Requester : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Requester, 128> socket{"socket"};
  explicit Requester(const sc_core::sc_module_name& name) : sc_module(name) {}

  void fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command, unsigned size) {
    payload.set_command(command);
    payload.set_data_ptr(data);
    payload.set_data_length(size);
    payload.set_streaming_width(size);
  }
  Picoseconds ask(tlm::tlm_command command, unsigned size, Picoseconds annotated = Picoseconds{}) {
    tlm::tlm_generic_payload payload;
    fill(payload, command, size);
    sc_core::sc_time delay = to_sc_time(annotated);
    socket->b_transport(payload, delay);
    REQUIRE(payload.is_response_ok());
    return to_picoseconds(delay);
  }
  Picoseconds read(unsigned size) { return ask(tlm::TLM_READ_COMMAND, size); }
  Picoseconds write(unsigned size) { return ask(tlm::TLM_WRITE_COMMAND, size); }

  unsigned char data[4096] = {};
};

struct Bench {
  Requester requester{"requester"};
  Memory memory;
  explicit Bench(const MemoryConfig& config) : memory("memory", config) {
    requester.socket.bind(memory.dma_tsock);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

}  // namespace

TEST_CASE("Memory: requests of one direction are served one after the other at the bandwidth",
          "[SERVER-1][MEMORY-1][MEMORY-2][key:memory.bandwidth]") {
  Bench bench({16_GBps, Picoseconds{0}});
  CHECK(bench.requester.read(2016) == Picoseconds{126'000});
  CHECK(bench.requester.read(2016) == Picoseconds{252'000});
  CHECK(bench.requester.read(16) == Picoseconds{253'000});
}

TEST_CASE("Memory: reading and writing do not slow each other", "[MEMORY-1][SERVER-1]") {
  Bench bench({16_GBps, Picoseconds{0}});
  CHECK(bench.requester.read(1600) == Picoseconds{100'000});
  CHECK(bench.requester.write(1600) == Picoseconds{100'000});
}

TEST_CASE("Memory: latency delays each answer but does not occupy the server",
          "[MEMORY-2][SERVER-1][key:memory.latency]") {
  Bench bench({16_GBps, 50_ns});
  CHECK(bench.requester.read(1600) == Picoseconds{150'000});
  CHECK(bench.requester.read(1600) == Picoseconds{250'000});
}

TEST_CASE("Memory: an idle server starts at the time of the request, annotated delay included",
          "[MEMORY-2][MEMORY-3]") {
  Bench bench({16_GBps, Picoseconds{0}});
  bench.requester.read(16);
  sc_core::sc_start(to_sc_time(500_ns));
  CHECK(bench.requester.read(32) == Picoseconds{2'000});
  CHECK(bench.requester.ask(tlm::TLM_READ_COMMAND, 32, 10_ns) == Picoseconds{12'000});
}

TEST_CASE("Memory: work that is no whole number of picoseconds is rounded up", "[MEMORY-2]") {
  Bench bench({BytesPerSecond{3'000'000'000}, Picoseconds{0}});
  CHECK(bench.requester.read(1) == Picoseconds{334});
}

TEST_CASE("Memory: counts bytes and busy time of each direction") {
  Bench bench({16_GBps, 50_ns});
  bench.requester.read(1600);
  bench.requester.read(160);
  bench.requester.write(32);
  CHECK(bench.memory.bytes_read() == Bytes{1760});
  CHECK(bench.memory.bytes_written() == Bytes{32});
  CHECK(bench.memory.read_busy() == Picoseconds{110'000});
  CHECK(bench.memory.write_busy() == Picoseconds{2'000});
}

TEST_CASE("Memory: takes any address and stores nothing, and is not open to debug accesses", "[MEMORY-4][MEMORY-5]") {
  Bench bench({16_GBps, Picoseconds{0}});
  unsigned char data[16];
  tlm::tlm_generic_payload payload;
  bench.requester.fill(payload, tlm::TLM_WRITE_COMMAND, sizeof data);
  payload.set_data_ptr(data);
  payload.set_address(~std::uint64_t{0} - sizeof data);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  std::memset(data, 0x5A, sizeof data);
  bench.requester.socket->b_transport(payload, delay);
  CHECK(payload.is_response_ok());
  std::memset(data, 0x11, sizeof data);
  payload.set_read();
  bench.requester.socket->b_transport(payload, delay);
  CHECK(payload.is_response_ok());
  for (const unsigned char byte : data) CHECK(byte == 0x11);
  CHECK(bench.requester.socket->transport_dbg(payload) == 0);
}

TEST_CASE("Memory: refuses requests without bytes, with byte enables, and ones that neither read nor write",
          "[MEMORY-5]") {
  Bench bench({16_GBps, Picoseconds{0}});
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  unsigned char enable = TLM_BYTE_ENABLED;

  tlm::tlm_generic_payload empty, ignore, enabled;
  bench.requester.fill(empty, tlm::TLM_READ_COMMAND, 0);
  bench.requester.fill(ignore, tlm::TLM_IGNORE_COMMAND, 16);
  bench.requester.fill(enabled, tlm::TLM_READ_COMMAND, 16);
  enabled.set_byte_enable_ptr(&enable);
  for (tlm::tlm_generic_payload* payload : {&empty, &ignore, &enabled}) {
    bench.requester.socket->b_transport(*payload, delay);
    CHECK(payload->is_response_error());
  }
  CHECK(delay == sc_core::SC_ZERO_TIME);
  CHECK(bench.memory.bytes_read() == Bytes{0});
}
