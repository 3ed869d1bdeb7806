#include <set>

#include "hw/common/reports.h"
#include "hw/nic/pacing_settings.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

constexpr std::uint32_t kFullPayload = 2016;
constexpr std::uint64_t kFirstHead = 43;  ///< of a full packet given in cycle 10

std::uint64_t at(std::uint64_t offset) { return nic_reg::control_address(offset); }

bool refuses(NicBench& bench, std::uint64_t offset, std::uint32_t value) {
  return report_of([&] { bench.write(at(offset), value); }) == reports::kNicRegister;
}

void choose(NicBench& bench, const ControlConfig& control) {
  std::uint32_t words[nic_reg::kControlWords];
  nic_reg::encode(control, words);
  for (int i = nic_reg::kControlWords - 1; i >= 0; --i) {
    bench.write(at(4 * static_cast<std::uint64_t>(i)), words[i]);
  }
}

/// With a delay window of `window` packets that stays as it is.
class ControlledBench : public StartedNicBench {
 public:
  explicit ControlledBench(int window, const MachineConfig& config = bench_config()) : StartedNicBench(config) {
    ControlConfig control;
    control.kind = "delay_window";
    control.first_window = control.largest_window = window;
    control.increase = PacketEighths{0};
    control.target_delay = Cycles{100'000};
    choose(*this, control);
    run_to(10);
  }
  std::uint64_t count(std::uint64_t offset) { return read(at(offset)); }
};

/// From the peer for engine 0, of `packets` packets.
PacketHeader control_header(PacketKind kind, std::uint32_t packets) {
  PacketHeader header = make_header(kPeer, 0, 0, 0);
  header.route.kind = kind;
  header.transport.packet_index = packets;
  return header;
}

/// Lets a packet come to engine 0; the cycle that takes its tail.
std::uint64_t give(NicBench& bench, const PacketHeader& header) {
  bench.give_packet(0, 0, header);
  return bench.cycle();
}

std::vector<PacketKind> kinds(const NicBench& bench, int engine) {
  std::vector<PacketKind> list;
  for (const SeenFlit& seen : bench.flits(engine)) {
    if (seen.flit.head) list.push_back(static_cast<PacketKind>(seen.flit.data_hi >> 10 & 3));
  }
  return list;
}

using Cycles64 = std::vector<std::uint64_t>;
using Kinds = std::vector<PacketKind>;

struct FakeRoom final : RouterRoom {
  [[nodiscard]] OutputRoom towards(const RouteHeader& packet, Cycles now) const override {
    asked.push_back({packet.destination, now.count()});
    return room;
  }
  [[nodiscard]] Cycles when(const RouteHeader&, int, Cycles now) const override { return now + Cycles{1}; }
  OutputRoom room{0, 128};
  mutable std::vector<std::pair<Coordinate, std::uint64_t>> asked;
};

}  // namespace

TEST_CASE("Nic: the settings of the control block keep what is written, and their reset value is 0",
          "[CONTROL-8][reg:LIMIT.free][reg:DELAY_TARGET.target][reg:DELAY_PER_HOP.delay][reg:DELAY_WINDOW.first]"
          "[reg:DELAY_WINDOW.largest][reg:DELAY_WINDOW.increase][reg:CREDITS.speculative][reg:CREDITS.grant]"
          "[reg:PACED_SIZE][reg:PACED_WAY.hops][reg:PACED_WAY.dimensions][reg:PIECE_COUNT.piece]"
          "[reg:PIECE_COUNT.in_flight]") {
  StartedNicBench bench(bench_config());
  const std::vector<std::pair<std::uint64_t, std::uint32_t>> masks = {
      {nic_reg::kLimit, 0x1F},           {nic_reg::kDelayTarget, 0xFFFFFF}, {nic_reg::kDelayPerHop, 0xFFFF},
      {nic_reg::kDelayWindow, 0xFFFFFF}, {nic_reg::kCredits, 0xFFFF},       {nic_reg::kPacedSize, 0xFFFFFFFF},
      {nic_reg::kPacedWay, 0x3FF},       {nic_reg::kPieceCount, 0xFFFF00FF}};
  for (const auto& [offset, mask] : masks) {
    CAPTURE(offset);
    CHECK(bench.read(at(offset)) == 0);
    for (const std::uint32_t value : {0xFFFFFFFFU, 0x5A5A5A5AU, 0U}) {
      bench.write(at(offset), value);
      CHECK(bench.read(at(offset)) == (value & mask));
    }
  }
  bench.write(at(nic_reg::kLimit), 7);
  bench.reset(1);
  CHECK(bench.read(at(nic_reg::kLimit)) == 0);
}

TEST_CASE("Nic: every setting of an injection control comes back from the words that it is written in",
          "[CONTROL-8][reg:CONTROL.kind]") {
  for (const ControlPolicy* kind : all_policies<ControlKind>()) {
    ControlConfig given;
    given.kind = kind->name;
    given.free_share = 16;
    given.target_delay = Cycles{0xABCDEF};
    given.delay_per_hop = Cycles{0x1234};
    given.first_window = 200;
    given.largest_window = 254;
    given.increase = PacketEighths{129};
    given.speculative = 131;
    given.grant = 253;
    given.paced_size = Bytes{0xFEDCBA98};
    given.paced_hops = 201;
    given.paced_dimensions = 2;
    given.piece = 202;
    given.pieces_in_flight = 0xBEEF;
    std::uint32_t words[nic_reg::kControlWords];
    nic_reg::encode(given, words);
    const std::optional<ControlConfig> back = nic_reg::decode_control(words, bench_config());
    REQUIRE(back.has_value());
    CHECK(back->kind == given.kind);
    for_registers(kind->keys, [&](const auto& key) {
      CAPTURE(key.name);
      CHECK(key.get(*back) == key.get(given));
      CHECK(key.get(given) != key.get(ControlConfig{}));
    });
  }
}

TEST_CASE("Nic: CONTROL refuses what is reserved, what cannot work, and any choice after the first message",
          "[CONTROL-8][reg:CONTROL.kind]") {
  StartedNicBench bench(bench_config());
  CHECK(refuses(bench, nic_reg::kControl, 5));
  CHECK(refuses(bench, nic_reg::kControl, 7));
  CHECK(refuses(bench, nic_reg::kControl, 4));  // a window of 0
  CHECK(refuses(bench, nic_reg::kControl, 3));  // no router is seen
  CHECK(bench.read(at(nic_reg::kControl)) == 0);
  bench.write(at(nic_reg::kDelayWindow), 0x0101);
  bench.write(at(nic_reg::kControl), 4);
  CHECK(bench.read(at(nic_reg::kControl)) == 4);
  bench.write(at(nic_reg::kControl), 0);
  bench.send(0, {2, 2}, 100);
  CHECK(refuses(bench, nic_reg::kControl, 4));
  bench.reset(1);
  give(bench, make_header(kPeer, 0, 1, 16));
  CHECK(refuses(bench, nic_reg::kControl, 0));
  for (const std::uint64_t offset : {nic_reg::kControlCycles, nic_reg::kTxControl, nic_reg::kRxControl}) {
    CHECK(refuses(bench, offset, 0));
  }
  CHECK(report_of([&] { bench.read(at(0x024)); }) == reports::kNicRegister);
}

TEST_CASE("Nic: a packet that the injection control holds goes in the very cycle that takes what lets it go",
          "[CONTROL-2][CONTROL-7][CONTROL-10][NIC-13][reg:CONTROL_CYCLES]") {
  ControlledBench bench(2);
  bench.send(0, {2, 2}, 5 * kFullPayload);
  bench.run_to(1000);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, kFirstHead + 128});
  CHECK(bench.count(nic_reg::kControlCycles) == 1000 - (kFirstHead + 256) + 1);
  const std::uint64_t taken = give(bench, control_header(PacketKind::kAcknowledgement, 1));
  bench.run(400);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, kFirstHead + 128, taken});
  // Two at once: the second follows the first.
  const std::uint64_t both = give(bench, control_header(PacketKind::kAcknowledgement, 2));
  bench.run(400);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, kFirstHead + 128, taken, both, both + 128});
  CHECK(bench.count(nic_reg::kControlCycles + 4) == 0);
}

TEST_CASE("Nic: a packet that is taken is answered in the cycle that takes its tail, to the engine that sent it",
          "[CONTROL-3][CONTROL-4][CONTROL-19][PACKET-9][reg:TX_CONTROL][reg:RX_CONTROL]") {
  ControlledBench bench(2);
  PacketHeader data = make_header(kPeer, 0, 1, 3 * kFullPayload, 1);
  data.route.source_nic = 3;
  data.route.inject_cycle = 0x1234567;
  const std::uint64_t taken = give(bench, data);
  bench.run(10);
  REQUIRE(bench.flits(0).size() == 2);
  const Flit head = bench.flits(0)[0].flit;
  const Flit second = bench.flits(0)[1].flit;
  CHECK(bench.flits(0)[0].cycle == taken);
  CHECK(head.head);
  CHECK(second.tail);
  // As docs/reference/packet_format.md has it.
  const auto place = [](Coordinate c) { return static_cast<std::uint64_t>(c[0] | c[1] << 8); };
  CHECK((head.data_lo & 0xFFFFFFFF) == place(kPeer));
  CHECK(head.data_lo >> 32 == place(NicBench::kPosition));
  CHECK((head.data_hi & 7) == 3);        // to the sender's engine
  CHECK((head.data_hi >> 3 & 7) == 0);   // from that which has taken it
  CHECK((head.data_hi >> 10 & 3) == 1);  // an acknowledgement
  CHECK((head.data_hi >> 12 & 255) == 2);
  CHECK((second.data_hi & 0xFFFFFFFF) == 0x1234567);
  CHECK((second.data_hi >> 32 & 0xFFFFF) == 1);
  CHECK(second.data_lo == 0);
  CHECK(bench.count(nic_reg::kTxControl) == 1);
  CHECK(bench.count(nic_reg::kRxControl) == 0);
  CHECK(bench.read(0, nic_reg::kTxPackets) == 0);
  CHECK(bench.read(0, nic_reg::kRxPackets) == 1);
}

TEST_CASE(
    "Nic: a piece that one engine's packet lets another one ask for is asked for in the cycle that takes its tail",
    "[CONTROL-3][CONTROL-15]") {
  StartedNicBench bench(bench_config());
  ControlConfig control;
  control.kind = "pieces";
  control.paced_size = Bytes{0};
  control.paced_hops = 0;
  control.piece = control.pieces_in_flight = 2;
  choose(bench, control);
  bench.run_to(10);
  const auto give_to = [&](int engine, std::uint32_t index) {
    const auto tag = static_cast<std::uint32_t>(engine);
    bench.give_packet(engine, 0, make_header(kPeer, engine, tag, 3 * kFullPayload, index));
    return bench.cycle();
  };
  const std::uint64_t first = give_to(0, 0);
  give_to(3, 0);  // as many packets as may be in flight are asked for already
  give_to(0, 1);
  CHECK(bench.heads(3).empty());
  const std::uint64_t last = give_to(0, 2);
  bench.run(20);
  CHECK(bench.heads(0) == Cycles64{first});
  CHECK(bench.heads(3) == Cycles64{last});
}

TEST_CASE("Nic: answers wait for the packet that is being sent, are joined meanwhile, and go before the next one",
          "[CONTROL-3][CONTROL-5]") {
  ControlledBench bench(8);
  bench.send(0, {2, 2}, 3 * kFullPayload);
  bench.run_to(kFirstHead + 2);
  for (std::uint32_t i = 0; i < 3; ++i) give(bench, make_header(kPeer, 0, 1, 3 * 16, 0));
  bench.run_to(1000);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, kFirstHead + 128, kFirstHead + 130, kFirstHead + 258});
  CHECK(kinds(bench, 0) ==
        Kinds{PacketKind::kData, PacketKind::kAcknowledgement, PacketKind::kData, PacketKind::kData});
  CHECK((bench.flits(0)[129].flit.data_hi >> 32 & 0xFFFFF) == 3);
  CHECK(bench.count(nic_reg::kTxControl) == 1);
}

TEST_CASE("Nic: an answer needs two credits of the router's buffer, and no more", "[CONTROL-3][SEND-14]") {
  MachineConfig config = bench_config();
  config.router.vc_buffer = Bytes{2048};
  ControlledBench bench(8, config);
  bench.return_credits(false);
  bench.send(0, {2, 2}, 2 * kFullPayload);
  bench.run_to(400);
  give(bench, make_header(kPeer, 0, 1, 16, 0));
  CHECK(bench.nic.control_pending());
  bench.give_credits(0, credits_for(0, 1));
  bench.run(20);
  CHECK(bench.heads(0).size() == 1);
  bench.give_credits(0, credits_for(0, 1));
  bench.run(20);
  CHECK(kinds(bench, 0) == Kinds{PacketKind::kData, PacketKind::kAcknowledgement});
  CHECK(bench.heads(0)[1] == bench.cycle() - 19);
  CHECK_FALSE(bench.nic.control_pending());
}

TEST_CASE("Nic: a control packet needs no memory and is not answered: its credits return in the cycle of its tail",
          "[CONTROL-6][RECEIVE-9][reg:RX_CONTROL]") {
  MachineConfig config = bench_config();
  config.memory.latency = Picoseconds{10'000'000};
  ControlledBench bench(1, config);
  bench.send(0, {2, 2}, 0);
  bench.run(10);
  const std::uint64_t taken = give(bench, control_header(PacketKind::kAcknowledgement, 1));
  bench.run(20);
  REQUIRE(bench.credits(0).size() == 1);
  CHECK(bench.credits(0)[0].cycle == taken);
  CHECK(bench.credits(0)[0].credits == credits_for(0, 2));
  CHECK(bench.heads(0).size() == 1);
  CHECK(bench.count(nic_reg::kRxControl) == 1);
  CHECK(bench.nic.final_faults().empty());
}

TEST_CASE("Nic: a packet without acknowledgement is left over at the end", "[CONTROL-16][NIC-12]") {
  ControlledBench bench(1);
  bench.send(0, {2, 2}, 0);
  bench.run(20);
  CHECK(bench.nic.final_faults().size() == 1);
}

TEST_CASE("Nic: a control packet without injection control is an integrity fault", "[CONTROL-18][NIC-8]") {
  StartedNicBench bench(bench_config());
  const PacketHeader header = control_header(PacketKind::kAcknowledgement, 1);
  CHECK(report_of([&] { give(bench, header); }) == reports::kNicIntegrity);
}

TEST_CASE("Nic: a control packet of a kind that the policy does not send is an integrity fault", "[CONTROL-18]") {
  ControlledBench bench(1);
  const PacketHeader header = control_header(PacketKind::kGrant, 1);
  CHECK(report_of([&] { give(bench, header); }) == reports::kNicIntegrity);
}

TEST_CASE("Nic: an acknowledgement of packets that were not sent is an integrity fault", "[CONTROL-18]") {
  ControlledBench bench(1);
  const PacketHeader header = control_header(PacketKind::kAcknowledgement, 1);
  CHECK(report_of([&] { give(bench, header); }) == reports::kNicIntegrity);
}

TEST_CASE("Nic: without injection control nothing is answered and nothing is held", "[CONTROL-1]") {
  RunningNicBench bench(bench_config());
  bench.send(0, {2, 2}, 3 * kFullPayload);
  bench.run_to(600);
  give(bench, make_header(kPeer, 0, 1, 16, 0));
  bench.run(100);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, kFirstHead + 128, kFirstHead + 256});
  CHECK(bench.read(at(nic_reg::kControlCycles)) == 0);
}

TEST_CASE("Nic: an injection limit asks for the room towards the destination at every edge, and lets go at once",
          "[CONTROL-9]") {
  StartedNicBench bench(bench_config());
  FakeRoom room;
  bench.nic.see(room);
  ControlConfig control;
  control.kind = "injection_limit";
  control.free_share = 8;
  choose(bench, control);
  bench.run_to(10);
  bench.send(0, {2, 1}, 2 * kFullPayload);
  bench.run_to(100);
  CHECK(bench.heads(0).empty());
  std::set<std::uint64_t> edges;
  for (const auto& [destination, edge] : room.asked) {
    CHECK(destination == Coordinate{2, 1});
    edges.insert(edge);
  }
  CHECK(edges.size() == 100 - kFirstHead + 1);
  CHECK(*edges.begin() == kFirstHead);
  room.room.free = 63;
  bench.run(10);
  CHECK(bench.heads(0).empty());
  room.room.free = 64;
  bench.run(10);
  CHECK(bench.heads(0) == Cycles64{111});
}

TEST_CASE("Nic: an injection limit holds the next packet until the one before has begun to leave the router's buffer",
          "[CONTROL-9]") {
  StartedNicBench bench(bench_config());
  FakeRoom room;
  room.room.free = 128;
  bench.nic.see(room);
  ControlConfig control;
  control.kind = "injection_limit";
  choose(bench, control);
  bench.return_credits(false);
  bench.run_to(10);
  bench.send(0, {2, 1}, 2 * kFullPayload);
  bench.run_to(1000);
  CHECK(bench.heads(0) == Cycles64{kFirstHead});
  bench.give_credits(0, credits_for(0, 1));
  bench.run(10);
  CHECK(bench.heads(0) == Cycles64{kFirstHead, 1001});
}
