#include <cstring>

#include "hw/common/reports.h"
#include "hw/nic/pacing_settings.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr std::uint64_t kEngine0 = nic_reg::engine_base(0);
constexpr std::uint64_t kLastWord = 0x1FC;  // of a block of 16 entries of 32 B

/// No gaps: what the RTL does in the last mode.
class Unpaced final : public PacerDecisions {
 public:
  explicit Unpaced(const PacerPlace& /*place*/) {}
  PacketEighths gap(const PacedMessage& /*message*/, Cycles /*now*/) override { return {}; }
};
const Registered<PaceModeKind> kUnpaced{pace_mode_of<Unpaced>("test_unpaced", "No gaps.")};

/// One access whose response the test looks at.
struct Access {
  tlm::tlm_generic_payload payload;
  unsigned char data[8] = {};
  Access(tlm::tlm_command command, std::uint64_t address, std::uint32_t value = 0, unsigned length = 4) {
    std::memcpy(data, &value, sizeof value);
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data);
    payload.set_data_length(length);
    payload.set_streaming_width(length);
  }
};

/// The response says so, and neither a report nor the data.
void check_refused(NicBench& bench, Access& access, tlm::tlm_response_status response) {
  unsigned char before[sizeof access.data];
  std::memcpy(before, access.data, sizeof before);
  CHECK(report_of([&] { bench.access(access.payload); }).empty());
  CHECK(access.payload.get_response_status() == response);
  CHECK(std::memcmp(before, access.data, sizeof before) == 0);
}

/// Text of the report that our own software raises when it writes `value` at `address`.
std::string text_of_write(NicBench& bench, std::uint64_t address, std::uint32_t value) {
  try {
    bench.write(address, value);
  } catch (const sc_core::sc_report& report) {
    CHECK(report.get_msg_type() == std::string(reports::kNicRegister));
    return report.get_msg();
  }
  return {};
}

constexpr std::uint32_t kUnread = 0xA5A5A5A5;
Access read_of(std::uint64_t address) { return {tlm::TLM_READ_COMMAND, address, kUnread}; }
Access write_of(std::uint64_t address, std::uint32_t value) { return {tlm::TLM_WRITE_COMMAND, address, value}; }

/// Of a NIC with that many engines in a network of four dimensions, two of them rings.
void check_shape_and_engines(int engines) {
  MachineConfig config = bench_config();
  config.network = NetworkShape{{3, 4, 2, 256}, {true, false, false, true}};
  config.nic.count = engines;
  StartedNicBench bench(config);
  CHECK(bench.read(nic_reg::kNode) == (1U | 2U << 8));
  CHECK(bench.read(nic_reg::kShape) == (2U | 3U << 8 | 1U << 16 | 255U << 24));
  CHECK(bench.read(nic_reg::kNetwork) == (9U | static_cast<std::uint32_t>(engines) << 8));
  for (int e = 0; e < engines; ++e) {
    bench.write(e, nic_reg::kIrqEnable, nic_reg::kIrqSend);
    bench.send(e, {1, 3, 1, 200}, 100, 5);
  }
  bench.run(200);
  CHECK(bench.read(nic_reg::kIrqStatus) == (1U << engines) - 1);
  for (int e = 0; e < engines; ++e) {
    REQUIRE(bench.flits(e).size() == 9);
    CHECK(unpack_route(bench.flits(e)[0].flit, 4).destination == Coordinate{1, 3, 1, 200});
  }
  Access beyond = read_of(nic_reg::engine_base(engines) + (engines == kMaxNics ? 0x1000 : 0));
  check_refused(bench, beyond, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

}  // namespace

TEST_CASE("Nic: the global registers say what and where it is",
          "[reg:ID][reg:NODE.x][reg:NODE.y][reg:SHAPE.x][reg:SHAPE.y][reg:NETWORK.wrap][reg:NETWORK.engines]") {
  StartedNicBench bench(bench_config());
  CHECK(bench.read(nic_reg::kId) == 0x54414354);
  CHECK(bench.read(nic_reg::kNode) == (1U | 2U << 8));
  CHECK(bench.read(nic_reg::kShape) == (4U | 3U << 8));
  CHECK(bench.read(nic_reg::kNetwork) == (3U | 4U << 8));
  CHECK(bench.read(nic_reg::kIrqStatus) == 0);
}

TEST_CASE("Nic: one of eight engines in a network of four dimensions says so, and all of them send",
          "[BUS-4][reg:NODE.z][reg:NODE.w][reg:SHAPE.z][reg:SHAPE.w][reg:NETWORK.wrap][reg:NETWORK.engines]"
          "[reg:IRQ_STATUS]") {
  check_shape_and_engines(8);
}

TEST_CASE("Nic: one of a single engine has that one, and no register of another", "[BUS-4][reg:NETWORK.engines]") {
  check_shape_and_engines(1);
}

TEST_CASE("Nic: read-write registers keep their fields, engine by engine, and nothing else",
          "[BUS-2][reg:IRQ_ENABLE.send][reg:IRQ_ENABLE.receive][reg:IRQ_ENABLE.freed][reg:PACE_CTRL.mode]"
          "[reg:PACE_GAP.gap][reg:PACE_BIAS.bias][reg:PACE_WINDOW.window][reg:TX_RING.destination_address][PACER-1]"
          "[reg:PACE_PERIOD.period][reg:PACE_PHASE.phase][reg:PACE_BEGIN][reg:PACE_TOLERANCE.tolerance]") {
  StartedNicBench bench(bench_config());
  for (int e = 0; e < kEngines; ++e) {
    const auto salt = static_cast<std::uint32_t>(e);
    bench.write(e, nic_reg::kIrqEnable, 0xFFFFFFF8 | (salt & 7));
    bench.write(e, nic_reg::kPaceCtrl, 0xF0 | (salt % 4));
    bench.write(e, nic_reg::kPaceGap, static_cast<std::uint32_t>(-1 - e));
    bench.write(e, nic_reg::kPaceBias, 0x7FFF0000U + 5 * salt);
    bench.write(e, nic_reg::kPaceWindow, 0xABCDEF00U + 60 * salt);
    bench.write(e, nic_reg::kPacePeriod, 0xABCD0000U + 9000 * salt);
    bench.write(e, nic_reg::kPacePhase, 0xABCD0000U + 8000 * salt);
    bench.write(e, nic_reg::kPaceBegin, 0xFFFFFFF0U + salt);
    bench.write(e, nic_reg::kPaceTolerance, 0xABCDEF00U + 50 * salt);
    bench.write(e, nic_reg::kTxRing + kLastWord, 0x1000 + salt);
    bench.write(e, nic_reg::kRxSlots + kLastWord, 0x2000 + salt);
  }
  for (int e = 0; e < kEngines; ++e) {
    const auto salt = static_cast<std::uint32_t>(e);
    CHECK(bench.read(e, nic_reg::kIrqEnable) == (salt & 7));
    CHECK(bench.read(e, nic_reg::kPaceCtrl) == salt % 4);
    CHECK(bench.read(e, nic_reg::kPaceWindow) == 60 * salt);
    CHECK(bench.read(e, nic_reg::kPacePeriod) == 9000 * salt);
    CHECK(bench.read(e, nic_reg::kPacePhase) == 8000 * salt);
    CHECK(bench.read(e, nic_reg::kPaceBegin) == 0xFFFFFFF0U + salt);
    CHECK(bench.read(e, nic_reg::kPaceTolerance) == 50 * salt);
    CHECK(bench.read(e, nic_reg::kPaceGap) == 0xFFFF - salt);
    CHECK(bench.read(e, nic_reg::kPaceBias) == 5 * salt);
    CHECK(bench.read(e, nic_reg::kTxRing + kLastWord) == 0x1000 + salt);
    CHECK(bench.read(e, nic_reg::kRxSlots + kLastWord) == 0x2000 + salt);
  }
}

TEST_CASE("Nic: an access that is not an aligned word is refused", "[BUS-1][BUS-4][NIC-7]") {
  StartedNicBench bench(bench_config());
  Access unaligned(tlm::TLM_READ_COMMAND, 0x002);
  check_refused(bench, unaligned, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  for (const unsigned length : {1U, 2U, 8U}) {
    Access sized(tlm::TLM_READ_COMMAND, 0, 0, length);
    check_refused(bench, sized, tlm::TLM_BURST_ERROR_RESPONSE);
  }
  Access streaming(tlm::TLM_READ_COMMAND, 0);
  streaming.payload.set_streaming_width(2);
  check_refused(bench, streaming, tlm::TLM_BURST_ERROR_RESPONSE);
  Access enabled(tlm::TLM_READ_COMMAND, 0);
  unsigned char enable[] = {0xFF, 0xFF, 0, 0};
  enabled.payload.set_byte_enable_ptr(enable);
  enabled.payload.set_byte_enable_length(4);
  check_refused(bench, enabled, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  Access ignored(tlm::TLM_IGNORE_COMMAND, 0);
  check_refused(bench, ignored, tlm::TLM_COMMAND_ERROR_RESPONSE);
  Access without_data = read_of(0);
  without_data.payload.set_data_ptr(nullptr);
  check_refused(bench, without_data, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST_CASE("Nic: what our own software has refused is a report with the NIC's words", "[BUS-4][NIC-7]") {
  StartedNicBench bench(bench_config());
  const std::string nic = dynamic_cast<const sc_core::sc_object&>(bench.nic).name();
  CHECK(text_of_write(bench, nic_reg::kId, 0) == nic + ": write at 0x0: ID is read-only");
  CHECK(text_of_write(bench, 2, 0) ==
        nic + ": an address that is not a multiple of 4, at 0x2; registers are 32-bit words");
  CHECK(text_of_write(bench, kEngine0 + nic_reg::kPaceCtrl, 5) ==
        nic + ": write at 0x1008: PACE_CTRL.mode 5 is reserved");
  CHECK(text_of_write(bench, kEngine0 + nic_reg::kPaceCtrl, 2).empty());
}

TEST_CASE("Nic: registers give no direct access to memory", "[BUS-6]") {
  StartedNicBench bench(bench_config());
  Access read = read_of(nic_reg::kId);
  tlm::tlm_dmi granted;
  granted.set_start_address(8);
  granted.set_end_address(8);
  CHECK_FALSE(bench.get_dmi(read.payload, granted));
  CHECK(granted.get_start_address() == 0);
  CHECK(granted.get_end_address() == ~sc_dt::uint64{0});
  bench.access(read.payload);
  CHECK_FALSE(read.payload.is_dmi_allowed());
}

TEST_CASE("Nic: debug access reads bytes of any number and alignment, up to the first that is not there", "[BUS-5]") {
  StartedNicBench bench(bench_config());
  Access across(tlm::TLM_READ_COMMAND, nic_reg::kId + 1, 0, 6);
  across.payload.set_streaming_width(2);
  unsigned char enable[] = {0};
  across.payload.set_byte_enable_ptr(enable);
  across.payload.set_byte_enable_length(1);
  CHECK(bench.debug_access(across.payload) == 6);
  const unsigned char expected[] = {0x43, 0x41, 0x54, 1, 2, 0};  // ID 0x54414354, NODE (1,2)
  CHECK(std::memcmp(across.data, expected, sizeof expected) == 0);
  Access into_hole(tlm::TLM_READ_COMMAND, nic_reg::kIrqStatus, kUnread, 8);
  CHECK(bench.debug_access(into_hole.payload) == 4);
  Access around(tlm::TLM_READ_COMMAND, ~std::uint64_t{0}, 0, 8);
  CHECK(bench.debug_access(around.payload) == 0);
  Access write_only = read_of(kEngine0 + nic_reg::kTxDoorbell);
  CHECK(bench.debug_access(write_only.payload) == 0);
  Access ignored(tlm::TLM_IGNORE_COMMAND, 0);
  CHECK(bench.debug_access(ignored.payload) == 0);
}

TEST_CASE("Nic: an address without a register is refused", "[TLM-1][BUS-4][NIC-7][PIN-25]") {
  StartedNicBench bench(bench_config());
  for (const std::uint64_t address : {std::uint64_t{0x014}, std::uint64_t{0xFFC}, kEngine0 + 0x004, kEngine0 + 0x600,
                                      kEngine0 + 0xA00, kEngine0 + 0x1F8, nic_reg::engine_base(4),
                                      nic_reg::engine_base(7), nic_reg::engine_base(9), std::uint64_t{1} << 40}) {
    Access read = read_of(address);
    check_refused(bench, read, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    Access write = write_of(address, 0);
    check_refused(bench, write, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
}

TEST_CASE("Nic: read-only registers refuse writes, write-only ones refuse reads", "[BUS-4][NIC-7]") {
  StartedNicBench bench(bench_config());
  for (const std::uint64_t address :
       {nic_reg::kId, nic_reg::kNode, nic_reg::kShape, nic_reg::kNetwork, nic_reg::kIrqStatus,
        kEngine0 + nic_reg::kTxFetched, kEngine0 + nic_reg::kTxDone, kEngine0 + nic_reg::kRxOneSided,
        kEngine0 + nic_reg::kTxPackets, kEngine0 + nic_reg::kTxStallCycles + 4, kEngine0 + nic_reg::kRxPackets,
        kEngine0 + nic_reg::kTxWindowCycles, kEngine0 + nic_reg::kRxDropped}) {
    Access write = write_of(address, 1);
    check_refused(bench, write, tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
  for (const std::uint64_t offset : {nic_reg::kTxDoorbell, nic_reg::kRxPost, nic_reg::kRxCancel}) {
    Access read = read_of(kEngine0 + offset);
    check_refused(bench, read, tlm::TLM_COMMAND_ERROR_RESPONSE);
  }
}

TEST_CASE("Nic: the doorbell refuses to overrun the ring and to go back", "[BUS-4][PIN-25][reg:TX_DOORBELL]") {
  StartedNicBench bench(bench_config());
  Access overrun = write_of(kEngine0 + nic_reg::kTxDoorbell, 17);
  check_refused(bench, overrun, tlm::TLM_GENERIC_ERROR_RESPONSE);
  bench.write(0, nic_reg::kTxDoorbell, 16);
  Access back = write_of(kEngine0 + nic_reg::kTxDoorbell, 15);
  check_refused(bench, back, tlm::TLM_GENERIC_ERROR_RESPONSE);
  bench.run(100);  // sixteen messages without bytes
  CHECK(bench.read(0, nic_reg::kTxDone) == 16);
  bench.write(0, nic_reg::kTxDoorbell, 32);
}

TEST_CASE("Nic: the doorbell refuses descriptors that cannot be sent, and then none of them counts",
          "[BUS-4][reg:TX_DOORBELL]") {
  MachineConfig config = bench_config();
  config.nic.mtu = Bytes{48};
  StartedNicBench bench(config);
  struct Case {
    std::uint64_t word;
    std::uint32_t value;
  };
  // A column and a row outside the torus; more packets than can be numbered.
  for (const Case c : {Case{0, 5}, Case{0, 4U << 8}, Case{2, (1U << 28) + 1}, Case{7, 1U << 28}}) {
    bench.write(0, nic_reg::kTxRing + 32 + 4 * c.word, c.value);
    Access doorbell = write_of(kEngine0 + nic_reg::kTxDoorbell, 2);
    check_refused(bench, doorbell, tlm::TLM_GENERIC_ERROR_RESPONSE);
    bench.run(10);
    CHECK(bench.read(0, nic_reg::kTxFetched) == 0);
    bench.write(0, nic_reg::kTxRing + 32 + 4 * c.word, 0);
  }
}

TEST_CASE("Nic: entries that the engine holds cannot be changed", "[BUS-4][PIN-18]") {
  StartedNicBench bench(bench_config());
  bench.write(0, nic_reg::kTxDoorbell, 1);
  Access owned = write_of(kEngine0 + nic_reg::kTxRing, 0);
  check_refused(bench, owned, tlm::TLM_GENERIC_ERROR_RESPONSE);
  bench.run(1);
  bench.write(0, nic_reg::kTxRing, 0);  // taken: software's again
  bench.post(0, 2, {0, 0}, 1, 8);
  Access active = write_of(kEngine0 + nic_reg::kRxSlots + 64, 0);
  check_refused(bench, active, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST_CASE("Nic: a slot cannot be posted while active, uncleared, or for a node outside the torus",
          "[BUS-4][PIN-18][reg:RX_POST.slot][reg:RX_DONE]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 2, {0, 3}, 1, 16);
  Access post = write_of(kEngine0 + nic_reg::kRxPost, 2);
  check_refused(bench, post, tlm::TLM_GENERIC_ERROR_RESPONSE);
  bench.give_packet(0, 0, make_header({0, 3}, 0, 1, 16));
  bench.run(10);
  REQUIRE(bench.read(0, nic_reg::kRxDone) == 4);
  check_refused(bench, post, tlm::TLM_GENERIC_ERROR_RESPONSE);
  bench.write(0, nic_reg::kRxDone, 4);
  bench.write(0, nic_reg::kRxPost, 2);

  bench.write(0, nic_reg::kRxSlots + 96, 5);
  Access outside = write_of(kEngine0 + nic_reg::kRxPost, 3);
  check_refused(bench, outside, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST_CASE("Nic: reserved pacing modes are refused and change nothing", "[BUS-4][reg:PACE_CTRL.mode]") {
  StartedNicBench bench(bench_config());
  bench.write(0, nic_reg::kPaceCtrl, 2);
  for (const std::uint32_t mode : {4U, 5U, 6U, 7U}) {
    Access reserved = write_of(kEngine0 + nic_reg::kPaceCtrl, mode);
    check_refused(bench, reserved, tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  CHECK(bench.read(0, nic_reg::kPaceCtrl) == 2);
}

TEST_CASE("Nic: a machine with a mode of its own takes the last pacing mode, and has it",
          "[reg:PACE_CTRL.mode][PACER-12]") {
  PacingConfig pacing;
  pacing.mode = "test_unpaced";
  StartedNicBench bench(with_unnumbered(bench_config(), pacing));
  bench.write(0, nic_reg::kPaceCtrl, 7);
  CHECK(bench.read(0, nic_reg::kPaceCtrl) == 7);
  bench.write(0, nic_reg::kPaceGap, 80);
  bench.run_to(10);
  bench.send(0, {2, 2}, 3 * 2016);
  bench.run(2000);
  CHECK(bench.heads(0) == std::vector<std::uint64_t>{43, 43 + 128, 43 + 256});
  bench.write(0, nic_reg::kPaceCtrl, 1);
  CHECK(bench.read(0, nic_reg::kPaceCtrl) == 1);
}

TEST_CASE("Nic: an interrupt that is not enabled stays pending without raising the line", "[reg:IRQ_ENABLE.send]") {
  StartedNicBench bench(bench_config());
  bench.send(0, {2, 2}, 0);
  bench.run(20);
  CHECK_FALSE(bench.irq());
  bench.write(0, nic_reg::kIrqEnable, nic_reg::kIrqSend);
  bench.run(1);
  CHECK(bench.irq());
  bench.write(0, nic_reg::kIrqEnable, 0);
  bench.run(1);
  CHECK_FALSE(bench.irq());
}

TEST_CASE("Nic: debug access reads without side effects and reports nothing", "[BUS-5]") {
  StartedNicBench bench(bench_config());
  bench.write(0, nic_reg::kIrqEnable, nic_reg::kIrqSend);
  bench.send(0, {2, 2}, 0);
  bench.run(20);
  Access done = read_of(kEngine0 + nic_reg::kTxDone);
  CHECK(bench.debug_access(done.payload) == 4);
  CHECK(done.data[0] == 1);
  CHECK(bench.read(0, nic_reg::kTxFetched) ==
        1);  // wakes the engine, which would drop an interrupt that is not pending
  bench.run(1);
  CHECK(bench.irq());  // a plain read would have cleared it
  Access nowhere = read_of(0xFFC);
  CHECK(bench.debug_access(nowhere.payload) == 0);
  Access write = write_of(kEngine0 + nic_reg::kIrqEnable, 0);
  CHECK(bench.debug_access(write.payload) == 0);
  CHECK(bench.read(0, nic_reg::kIrqEnable) == nic_reg::kIrqSend);
}

TEST_CASE("Nic: every counter has its high word behind it") {
  StartedNicBench bench(bench_config());
  bench.send(0, {2, 2}, 3 * 2016);
  bench.run(1000);
  CHECK(bench.read(0, nic_reg::kTxPackets) == 3);
  for (const std::uint64_t counter : {nic_reg::kTxPackets, nic_reg::kTxStallCycles, nic_reg::kTxPaceCycles,
                                      nic_reg::kTxMemoryCycles, nic_reg::kRxPackets, nic_reg::kTxWindowCycles}) {
    CHECK(bench.read(0, counter + 4) == 0);
  }
}
