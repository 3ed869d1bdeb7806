#include <functional>

#include "hw/nic/register_access.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

namespace tactus {
namespace {

constexpr std::uint64_t kIrqEnable0 = nic_reg::engine_base(0) + nic_reg::kIrqEnable;

/// A foreign initiator, a thread or a method, which works when it is told to.
struct Foreign : sc_core::sc_module {
  std::function<void()> work;
  sc_core::sc_event go;

  explicit Foreign(bool thread) : sc_module(sc_core::sc_module_name("foreign")) {
    SC_HAS_PROCESS(Foreign);
    if (thread) {
      SC_THREAD(in_thread);
    } else {
      SC_METHOD(in_method);
      sensitive << go;
      dont_initialize();
    }
  }
  void in_thread() {
    wait(go);
    work();
  }
  void in_method() { work(); }
};

/// Enables the interrupts of engine 0 by an access that comes ahead of its time.
struct EarlyWrite {
  std::uint32_t word = nic_reg::kIrqSend;
  tlm::tlm_generic_payload payload;
  sc_core::sc_time delay;

  explicit EarlyWrite(const sc_core::sc_time& ahead) : delay(ahead) {
    payload.set_write();
    payload.set_address(kIrqEnable0);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
  }
};

void check_refused(NicBench& bench, EarlyWrite& early) {
  CHECK(early.payload.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE);
  CHECK(early.delay == sc_core::sc_time(10, sc_core::SC_NS));
  CHECK(bench.read(kIrqEnable0) == 0);
}

}  // namespace

TEST_CASE("Nic: an access that a thread makes ahead of its time is made at its time", "[BUS-7]") {
  Foreign foreign(true);
  RunningNicBench bench(bench_config());
  EarlyWrite early(sc_core::sc_time(10, sc_core::SC_NS));  // two and a half cycles
  foreign.work = [&] { bench.access(early.payload, early.delay); };
  foreign.go.notify(sc_core::SC_ZERO_TIME);
  bench.run(2);
  CHECK(bench.read(kIrqEnable0) == 0);
  CHECK(early.payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE);
  bench.run(1);
  CHECK(bench.read(kIrqEnable0) == nic_reg::kIrqSend);
  CHECK(early.payload.get_response_status() == tlm::TLM_OK_RESPONSE);
  CHECK(early.delay == sc_core::SC_ZERO_TIME);
}

TEST_CASE("Nic: an access that a method makes ahead of its time is refused", "[BUS-7]") {
  Foreign foreign(false);
  RunningNicBench bench(bench_config());
  EarlyWrite early(sc_core::sc_time(10, sc_core::SC_NS));
  foreign.work = [&] { bench.access(early.payload, early.delay); };
  foreign.go.notify(sc_core::SC_ZERO_TIME);
  bench.run(1);
  check_refused(bench, early);
}

TEST_CASE("Nic: an access ahead of time from outside of all processes is refused, and the text says why", "[BUS-7]") {
  RunningNicBench bench(bench_config());
  EarlyWrite early(sc_core::sc_time(10, sc_core::SC_NS));
  RefusedAccess refused;
  early.payload.set_extension(&refused);
  bench.access(early.payload, early.delay);
  early.payload.clear_extension<RefusedAccess>();
  check_refused(bench, early);
  CHECK(refused.text ==
        dynamic_cast<const sc_core::sc_object&>(bench.nic).name() +
            std::string(": an access at 0x1000 that comes 10 ns ahead of its time, from a process that cannot wait"));
}

}  // namespace tactus
