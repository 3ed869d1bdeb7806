// A NIC before a memory with contents: the model, and in the twin's program the RTL.
#include <string>
#include <vector>

#include "hw/memory/tlm_memory_port.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/tlm_ram.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr std::uint64_t kAddress = 0x1234'5678'0000;
constexpr std::uint32_t kWholePacket = 2016;

/// Answers every request at once, and notes all that it is told, a line each.
class NotedContents final : public MemoryPort, private MemoryContents {
 public:
  std::vector<std::string> lines;

  void request(const MemoryRequest& request, Cycles /*now*/) override {
    const bool reads = request.kind == MemoryRequest::Kind::kRead;
    if (reads) read_tags.push_back(request.tag);
    if (!reads) note("write", request.address, request.bytes.count());
    client().done(request.engine, reads ? MemoryAnswer::kRead : MemoryAnswer::kWritten, request.tag);
  }
  void forget() override {}
  [[nodiscard]] MemoryContents* contents() override { return this; }

  std::vector<std::uint32_t> read_tags;

  template <class... Number>
  static std::string line(const char* what, Number... number) {
    return what + ((" " + std::to_string(number)) + ...);
  }

 private:
  template <class... Number>
  void note(const char* what, Number... number) {
    lines.push_back(line(what, number...));
  }
  void say(Cycles /*now*/) override {}
  void packet_started(int engine, std::uint32_t tag, std::uint64_t packet, int destination) override {
    note("started", engine, tag, packet, destination);
  }
  void packet_arrived(std::uint64_t packet) override { note("arrived", packet); }
  void packet_held(std::uint64_t packet, int engine, std::uint64_t message, std::uint64_t offset) override {
    note("held", packet, engine, message, offset);
  }
  void message_met(int engine, std::uint64_t message, std::uint64_t address, Cycles /*now*/) override {
    note("met", engine, message, address);
  }
  void packet_dropped(std::uint64_t packet) override { note("dropped", packet); }
};

std::string line(const char* what, std::uint64_t first) { return NotedContents::line(what, first); }

/// docs/reference/packet_format.md: a cycle has as many numbers as there are engines in the machine.
std::uint64_t number_of(Coordinate source, std::uint64_t engine, std::uint64_t cycle) {
  const MachineConfig config = bench_config();
  return (cycle * static_cast<std::uint64_t>(config.network.nodes()) +
          static_cast<std::uint64_t>(config.network.node(source))) *
             kEngines +
         engine;
}

struct NotedBench {
  NotedContents* noted = new NotedContents;  // NOLINT(cppcoreguidelines-owning-memory): the bench has it
  StartedNicBench bench{bench_config(), std::unique_ptr<MemoryPort>(noted)};

  /// Gives packet `index` of a message of the peer to engine 2; answers its number.
  std::uint64_t give(std::uint32_t tag, std::uint32_t bytes, std::uint32_t index = 0) {
    PacketHeader header = make_header(kPeer, 2, tag, bytes, index);
    header.route.inject_cycle = ++cycle;
    bench.give_packet(2, 0, header);
    return number_of(kPeer, header.route.source_nic, cycle);
  }

  std::uint32_t cycle = 0;
};

/// Memory with bytes behind the NIC, which takes `kDelay` cycles.
struct RamBench {
  static constexpr std::uint64_t kDelay = 100;

  PayloadCarrier carrier{bench_config().network.nodes()};
  TlmRam ram{"ram", kAddress, 4 * kWholePacket};
  TlmMemoryPort* port = new TlmMemoryPort("port", Clock(Picoseconds{4000}), carrier, 0);  // NOLINT: the bench has it
  StartedNicBench bench{bound_to_ram(), std::unique_ptr<MemoryPort>(port)};

  MachineConfig bound_to_ram() {
    port->memory_isock.bind(ram.tsock);
    for (int node = 0; node < bench_config().network.nodes(); ++node) carrier.attach(node);
    ram.read_delay = ram.write_delay = sc_core::sc_time(4.0 * kDelay, sc_core::SC_NS);
    return bench_config();
  }
  /// Gives packet `index` of a message of the peer to engine 2, full of bytes `value`.
  void give(std::uint32_t tag, std::uint32_t bytes, std::uint32_t index, int value) {
    const PacketHeader header = make_header(kPeer, 2, tag, bytes, index);
    carrier.put(number_of(kPeer, header.route.source_nic, 0),
                PayloadCarrier::Payload(header.transport.payload_bytes, static_cast<unsigned char>(value)));
    bench.give_packet(2, 0, header);
  }
};

}  // namespace

TEST_CASE("Nic: tells a memory with contents which read every packet with payload carries, and where it goes",
          "[PORT-8][TLM-9]") {
  NotedBench noted;
  NicBench& bench = noted.bench;
  bench.run_to(10);
  bench.send(1, {2, 2}, kWholePacket + 40);
  bench.send(1, {3, 1}, 0);
  bench.send(1, {3, 1}, 8);
  bench.run(1000);
  const std::vector<std::uint64_t> heads = bench.heads(1);
  REQUIRE(heads.size() == 4);
  REQUIRE(noted.noted->read_tags.size() == 3);
  const auto started = [&](std::size_t read, std::size_t packet, Coordinate to) {
    return NotedContents::line("started", 1, noted.noted->read_tags[read],
                               number_of(NicBench::kPosition, 1, heads[packet]), bench_config().network.node(to));
  };
  CHECK(noted.noted->lines ==
        std::vector<std::string>{started(0, 0, {2, 2}), started(1, 1, {2, 2}), started(2, 3, {3, 1})});
}

TEST_CASE("Nic: tells a memory with contents which packet every write is for, and which ones are for nothing",
          "[PORT-8][TLM-9]") {
  NotedBench noted;
  NicBench& bench = noted.bench;
  bench.post(2, 4, kPeer, 1, kWholePacket + 9, kAddress);
  bench.post(2, 5, kPeer, 2, 9, kAddress);
  bench.post(2, 6, kPeer, 3, 0, kAddress);
  bench.write(2, nic_reg::kRxCancel, 1U << 5);
  const std::uint64_t second = noted.give(1, kWholePacket + 9, 1);
  const std::uint64_t first = noted.give(1, kWholePacket + 9, 0);
  const std::uint64_t dropped = noted.give(2, 9);
  noted.give(3, 0);
  bench.run(100);
  CHECK(noted.noted->lines ==
        std::vector<std::string>{line("arrived", second), NotedContents::line("write", kAddress + kWholePacket, 9),
                                 line("arrived", first), NotedContents::line("write", kAddress, kWholePacket),
                                 line("dropped", dropped)});
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: tells a memory with contents which packets have no receive yet, and where it puts their message",
          "[PORT-8][TLM-10]") {
  NotedBench noted;
  NicBench& bench = noted.bench;
  const std::uint64_t one = noted.give(1, 9);
  const std::uint64_t two = noted.give(2, 2 * kWholePacket, 1);
  bench.run(100);
  bench.post(2, 4, kPeer, 2, 2 * kWholePacket, kAddress);
  bench.run(1);
  const std::uint64_t rest = noted.give(2, 2 * kWholePacket, 0);
  bench.run(100);
  bench.post(2, 5, kPeer, 1, 9, kAddress + 1);
  bench.run(100);
  // Where a held packet goes is what its offset says, and the address of its request says nothing.
  std::vector<std::string> lines;
  for (const std::string& each : noted.noted->lines) {
    if (each.rfind("write", 0) != 0 || each == NotedContents::line("write", kAddress, kWholePacket))
      lines.push_back(each);
  }
  CHECK(lines == std::vector<std::string>{NotedContents::line("held", one, 2, 0, 0),
                                          NotedContents::line("held", two, 2, 1, kWholePacket),
                                          NotedContents::line("met", 2, 1, kAddress), line("arrived", rest),
                                          NotedContents::line("write", kAddress, kWholePacket),
                                          NotedContents::line("met", 2, 0, kAddress + 1)});
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: after reset no byte moves that was under way or held", "[PORT-7][TLM-10]") {
  RamBench rig;
  NicBench& bench = rig.bench;
  const PayloadCarrier::Payload untouched = rig.ram.bytes;
  rig.give(1, 2 * kWholePacket, 1, 5);
  nic_reg::SendDescriptor message;
  message.destination = {2, 2};
  message.bytes = 64;
  message.source_address = kAddress;
  bench.send(0, message);
  bench.run(10);
  CHECK(rig.ram.transports == 1);  // the read, which is not answered yet
  bench.reset(3);
  CHECK(rig.carrier.under_way() == 0);
  // Numbered as the message was of which a packet is held, and held itself.
  rig.give(1, 100, 0, 6);
  bench.run(2 * RamBench::kDelay);
  CHECK(bench.heads(0).empty());
  CHECK(rig.ram.bytes == untouched);
  bench.post(2, 4, kPeer, 1, 100, kAddress);
  bench.run(2);
  PayloadCarrier::Payload expected = untouched;
  std::fill_n(expected.begin(), 100, static_cast<unsigned char>(6));
  CHECK(rig.ram.bytes == expected);
  CHECK(rig.carrier.under_way() == 0);
  CHECK(bench.nic.final_faults().empty());
}
