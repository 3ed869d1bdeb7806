#include "testbench/app/results/message_writer.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

constexpr char kNames[] =
    "id,label,source,destination,sequence,tag,bytes,posted_us,first_flit_us,last_flit_us,completed_us\n";

/// Writes into a folder of its own; a cycle is 4 ns on this machine, and a packet has at most 2016 B of payload.
struct Bench {
  TemporaryFolder folder;
  MachineConfig machine = small_machine();
  std::vector<std::string> labels;
  TraceSummary summary;
  MessageWriter writer;

  explicit Bench(std::uint64_t most = 100, std::vector<std::string> names = {})
      : labels(std::move(names)), writer(with_clock(machine), kMap, labels, most, folder.path(), {}) {}

  static const MachineConfig& with_clock(MachineConfig& machine) {
    machine.clock = Clock{Picoseconds{4000}};
    return machine;
  }
  void send(int source, int destination, std::uint32_t tag, std::uint64_t bytes, std::uint64_t cycle) {
    writer.send_started({source, destination, 0, tag, Bytes{bytes}}, Cycles{cycle});
  }
  void receive(int source, int destination, std::uint32_t tag, std::uint64_t cycle) {
    writer.receive_completed({source, destination, 0, tag, Bytes{0}}, Cycles{cycle});
  }
  /// Everything after the line of names.
  std::string rows() {
    writer.finish(summary);
    const std::string text = folder.text("messages.csv");
    REQUIRE(text.substr(0, sizeof kNames - 1) == kNames);
    return text.substr(sizeof kNames - 1);
  }
};

/// Of a message from node 0 to node 1 in packets of 2016 B.
PacketHeader packet(std::uint32_t tag, std::uint32_t message_bytes, std::uint32_t index) {
  PacketHeader header = packet_injected_at(0_cycles);
  header.transport.tag = tag;
  header.transport.message_bytes = message_bytes;
  header.transport.packet_index = index;
  return header;
}

}  // namespace

TEST_CASE("Messages: a row has the first flit of the first packet and the last of all packets",
          "[MSG-1][MSG-3][MSG-5][MSG-6][MSG-7][MSG-8][MSG-9][MSG-10]") {
  Bench bench;
  bench.send(0, 1, 7, 4032, 10);
  bench.writer.packet_injected(packet(7, 4032, 0), 50_cycles);
  bench.writer.packet_injected(packet(7, 4032, 1), 200_cycles);
  bench.writer.packet_delivered(packet(7, 4032, 0), 300_cycles);
  bench.writer.packet_delivered(packet(7, 4032, 1), 450_cycles);
  bench.receive(0, 1, 7, 500);
  CHECK(bench.rows() == "1,,0,1,,7,4032,0.040,0.200,1.800,2.000\n");
  CHECK(bench.summary.messages == 1);
  CHECK(bench.summary.dropped_messages == 0);
}

TEST_CASE("Messages: labels are those of the message file, by tag, and sequences those of the sender",
          "[MSG-2][MSG-4][FILE-5]") {
  Bench bench(100, {"", "request", "answer"});
  bench.writer.sequence_began(2, 4, 0_cycles);
  bench.send(2, 1, 1, 0, 10);
  bench.writer.sequence_ended(2, 4, 20_cycles);
  bench.send(2, 1, 2, 0, 30);
  bench.send(2, 1, 0, 0, 40);
  bench.send(2, 1, 3, 0, 50);
  CHECK(bench.rows() ==
        "1,request,2,1,4,1,0,0.040,,,\n2,answer,2,1,,2,0,0.120,,,\n3,,2,1,,0,0,0.160,,,\n4,,2,1,,3,0,0.200,,,\n");
}

TEST_CASE("Messages: are numbered by cycle and then by processor, in whatever order they are told and end",
          "[MSG-1][MSG-13]") {
  Bench bench;
  bench.send(3, 0, 1, 0, 10);
  bench.send(1, 0, 1, 0, 10);
  bench.send(3, 0, 2, 0, 10);
  bench.receive(3, 0, 1, 10);  // within the same cycle
  bench.send(0, 2, 1, 0, 11);
  bench.receive(0, 2, 1, 12);
  bench.receive(1, 0, 1, 13);
  CHECK(bench.rows() ==
        "1,,1,0,,1,0,0.040,,,0.052\n2,,3,0,,1,0,0.040,,,0.040\n3,,3,0,,2,0,0.040,,,\n4,,0,2,,1,0,0.044,,,0.048\n");
}

TEST_CASE("Messages: without all of its packets, or its receive, a message has no such time", "[MSG-11]") {
  Bench bench;
  bench.send(0, 1, 7, 4032, 10);
  bench.writer.packet_injected(packet(7, 4032, 0), 50_cycles);
  bench.writer.packet_delivered(packet(7, 4032, 0), 300_cycles);
  bench.send(0, 1, 8, 0, 20);
  bench.writer.packet_injected(packet(8, 0, 0), 60_cycles);
  bench.writer.packet_delivered(packet(8, 0, 0), 400_cycles);
  // The same tag again: the receive of the first was cancelled.
  bench.send(0, 1, 8, 0, 500);
  bench.receive(0, 1, 8, 600);
  CHECK(bench.rows() == "1,,0,1,,7,4032,0.040,0.200,,\n2,,0,1,,8,0,0.080,0.240,1.600,\n3,,0,1,,8,0,2.000,,,2.400\n");
}

TEST_CASE("Messages: a one-sided one is posted at its creation and complete with its last flit, creation modulo 2^32",
          "[MSG-7][MSG-10]") {
  Bench bench;
  const std::uint64_t start = 1ULL << 32;
  PacketHeader header = packet(5, 2016, 0);
  header.transport.one_sided = true;
  header.transport.last = true;
  header.transport.create_cycle = static_cast<std::uint32_t>(start - 100);
  bench.send(0, 1, 5, 2016, start - 10);
  bench.writer.packet_injected(header, Cycles{start + 25});
  bench.writer.packet_delivered(header, Cycles{start + 250});
  CHECK(bench.rows() == "1,,0,1,,5,2016,17179868.784,17179869.284,17179870.184,17179870.184\n");
}

TEST_CASE("Messages: those beyond the limit are counted, the first ones by number are on record",
          "[MSG-12][RESULT-19]") {
  Bench bench(2);
  bench.send(0, 1, 1, 0, 10);
  bench.send(3, 1, 1, 0, 20);
  bench.send(2, 1, 1, 0, 20);
  bench.send(0, 1, 2, 0, 30);
  for (const int source : {0, 3, 2}) bench.receive(source, 1, 1, 40);
  bench.receive(0, 1, 2, 41);
  CHECK(bench.rows() == "1,,0,1,,1,0,0.040,,,0.160\n2,,2,1,,1,0,0.080,,,0.160\n");
  CHECK(bench.summary.messages == 2);
  CHECK(bench.summary.dropped_messages == 2);
}

TEST_CASE("Messages: the one that took longest until its receive was complete is named, of several the first",
          "[MSG-1]") {
  Bench bench;
  bench.send(0, 1, 1, 64, 10);
  bench.send(1, 2, 2, 64, 20);
  bench.send(2, 3, 3, 64, 30);
  bench.send(3, 0, 4, 64, 40);  // never received
  bench.receive(2, 3, 3, 130);
  bench.receive(1, 2, 2, 120);
  bench.receive(0, 1, 1, 109);
  bench.rows();
  CHECK(bench.summary.slowest_message == 2);
  CHECK(bench.summary.slowest_message_s == Approx(100 * 4e-9));
  Bench none;
  none.send(0, 1, 1, 64, 10);
  none.rows();
  CHECK_FALSE(none.summary.slowest_message);
}

TEST_CASE("Messages: control packets are none of theirs") {
  Bench bench;
  bench.send(0, 1, 7, 2016, 10);
  PacketHeader control = packet(7, 2016, 0);
  control.route.kind = PacketKind::kGrant;
  bench.writer.packet_injected(control, 20_cycles);
  bench.writer.packet_delivered(control, 30_cycles);
  CHECK(bench.rows() == "1,,0,1,,7,2016,0.040,,,\n");
}
