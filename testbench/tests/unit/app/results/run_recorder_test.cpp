#include "testbench/app/results/run_recorder.h"

#include <array>

#include "testbench/app/results/observer_fan_out.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/machines.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

const TorusLinks kLinks{small_machine()};

/// A run of one sequence, 1, on all four nodes from cycle `begin` to `end`.
void begin_everywhere(RunRecorder& recorder, int sequence, Cycles cycle) {
  for (int node = 0; node < 4; ++node) recorder.sequence_began(node, sequence, cycle);
}
void end_everywhere(RunRecorder& recorder, int sequence, Cycles cycle) {
  for (int node = 0; node < 4; ++node) recorder.sequence_ended(node, sequence, cycle);
}

/// A packet of a message of its own over one plus_x link, granted in cycle `grant`.
void send_over_link(RunRecorder& recorder, std::uint32_t tag, Cycles grant) {
  PacketHeader header = packet_injected_at(grant - 3_cycles);
  header.transport.tag = tag;
  recorder.send_started(message_of(header), grant - 4_cycles);
  recorder.packet_injected(header, grant - 3_cycles);
  recorder.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, grant}, header.route);
}

/// Of a run that ends in cycle `end`.
RunSummary summary_of(const RunRecorder& recorder, Cycles end) {
  RunSummary summary;
  recorder.summarise(end, summary);
  return summary;
}

}  // namespace

TEST_CASE("RunRecorder: latency runs from injection to delivery, also across the wrap of the header's counter",
          "[RESULT-10][RESULT-13]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  const Cycles wrap{std::uint64_t{1} << 32};
  for (const std::uint64_t latency : {100U, 200U, 600U}) {
    const Cycles injected = wrap - 150_cycles;
    const PacketHeader header = packet_injected_at(injected);
    recorder.packet_injected(header, injected);
    recorder.packet_delivered(header, injected + Cycles{latency});
  }
  const RunSummary summary = summary_of(recorder, wrap);
  CHECK(summary.packets_delivered == 3);
  CHECK(summary.packet_latency_ns.mean == Approx(300 * 4));
  CHECK(summary.packet_latency_ns.p50 == Approx(200 * 4));
  CHECK(summary.packet_latency_ns.max == Approx(600 * 4));
}

TEST_CASE("RunRecorder: of the packets that took longest the one of the lowest number is named", "[RESULT-58]") {
  const auto slowest = [](const std::vector<std::pair<std::uint64_t, std::uint64_t>>& packets) {
    RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
    for (const auto& [injected, latency] : packets) {
      recorder.packet_delivered(packet_injected_at(Cycles{injected}), Cycles{injected + latency});
    }
    return summary_of(recorder, 2000_cycles).slowest_packet;
  };
  const auto number = [](std::uint64_t injected) {
    return packet_number(small_machine(), packet_injected_at(Cycles{injected}).route);
  };
  CHECK(slowest({{10, 100}, {20, 300}, {30, 299}}) == number(20));
  CHECK(slowest({{40, 300}, {20, 300}, {30, 300}}) == number(20));
  CHECK(slowest({{20, 300}, {40, 300}}) == number(20));
  CHECK_FALSE(slowest({}));
}

TEST_CASE("RunRecorder: percentiles of latency are those of nearest rank", "[RESULT-13]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  for (std::uint64_t latency = 200; latency > 0; --latency) {
    recorder.packet_delivered(packet_injected_at(1000_cycles), 1000_cycles + Cycles{latency});
  }
  const RunSummary summary = summary_of(recorder, 2000_cycles);
  CHECK(summary.packet_latency_ns.p50 == Approx(100 * 4));
  CHECK(summary.packet_latency_ns.p95 == Approx(190 * 4));
  CHECK(summary.packet_latency_ns.p99 == Approx(198 * 4));
}

TEST_CASE("RunRecorder: hops are grants to torus ports, not to NICs, and fill the links that they name",
          "[RESULT-7][RESULT-8][RESULT-11][RESULT-12]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  const PacketHeader header = packet_injected_at(10_cycles, 100);
  recorder.packet_injected(header, 10_cycles);
  recorder.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, 13_cycles}, header.route);
  recorder.packet_granted({1, 1, kPlusY, 0, 39_cycles}, header.route);
  recorder.packet_granted({3, 3, kPorts.nic_port(2), 0, 65_cycles}, header.route);
  const RunSummary summary = summary_of(recorder, 1000_cycles);
  CHECK(summary.packet_hops == 2);
  CHECK(summary.flit_hops == 200);
  CHECK(summary.flits_injected == 100);
  CHECK(summary.group_utilisation[kPlusX].second == Approx(100.0 / 4000));
  CHECK(summary.group_utilisation[kPlusY].second == Approx(100.0 / 4000));
  CHECK(summary.link_utilisation == Approx(200.0 / 16000));
  CHECK(summary.simulated == 4_us);
}

TEST_CASE("RunRecorder: throughput is the flits that arrived, per node and cycle", "[RESULT-77]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  CHECK_FALSE(summary_of(recorder, 1000_cycles).throughput);
  const PacketHeader header = packet_injected_at(10_cycles, 100);
  recorder.packet_injected(header, 10_cycles);
  CHECK_FALSE(summary_of(recorder, 1000_cycles).throughput);  // it is under way
  recorder.packet_delivered(header, 200_cycles);
  CHECK(summary_of(recorder, 1000_cycles).throughput == Approx(100.0 / (4 * 1000)));
}

TEST_CASE("RunRecorder: a message counts when its receive is complete, a one-sided one when its last packet arrives",
          "[RESULT-9]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  PacketHeader header = packet_injected_at(10_cycles);
  recorder.packet_delivered(header, 200_cycles);
  CHECK(recorder.messages_delivered() == 0);
  recorder.receive_completed(message_of(header), 201_cycles);
  CHECK(recorder.messages_delivered() == 1);

  header.transport.one_sided = true;
  header.transport.message_bytes = 2 * 2016;
  header.transport.last = false;
  recorder.packet_delivered(header, 300_cycles);
  CHECK(recorder.messages_delivered() == 1);
  header.transport.packet_index = 1;
  header.transport.last = true;
  recorder.packet_delivered(header, 400_cycles);
  CHECK(recorder.messages_delivered() == 2);
}

TEST_CASE("SequenceRecorder: a sequence lasts from its first node's begin to its last node's end",
          "[RESULT-22][RESULT-23][RESULT-24]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 3, 2}}, 100_cycles);
  for (int node = 0; node < 4; ++node) recorder.sequence_began(node, 1, Cycles{100U + static_cast<unsigned>(node)});
  for (int node = 0; node < 4; ++node) recorder.sequence_ended(node, 1, Cycles{500U + static_cast<unsigned>(node)});
  const RunSummary summary = summary_of(recorder, 600_cycles);
  REQUIRE(summary.sequences.size() == 1);
  const SequenceSummary& sequence = summary.sequences[0];
  CHECK(sequence.index == 1);
  CHECK(sequence.phase == 3);
  CHECK(sequence.hops == 2);
  CHECK(*sequence.start_s == Approx(400e-9));
  CHECK(*sequence.first_end_s == Approx(2000e-9));
  CHECK(*sequence.last_end_s == Approx(2012e-9));
}

TEST_CASE("SequenceRecorder: with several ranks on each node a sequence ends with the last of them all",
          "[RESULT-24]") {
  const RankMap map{{{2, 2}, 2}};
  RunRecorder recorder(small_machine(), map, kLinks, {{1, 3, 2}}, 100_cycles);
  for (int rank = 0; rank < 8; ++rank) recorder.sequence_began(rank, 1, 100_cycles);
  const auto last_end = [&] { return summary_of(recorder, 1000_cycles).sequences.at(0).last_end_s; };
  for (int rank = 0; rank < 7; ++rank) recorder.sequence_ended(rank, 1, 500_cycles);
  CHECK_FALSE(last_end());
  recorder.sequence_ended(7, 1, 600_cycles);
  CHECK(last_end().value() == Approx(2400e-9));
}

TEST_CASE("SequenceRecorder: the hops of a sequence are those of its longest message", "[RESULT-22]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 1, 0}}, 100_cycles);
  begin_everywhere(recorder, 1, 100_cycles);
  for (const int destination : {1, 3, 2}) recorder.send_started({0, destination, 0, 7, 64_B}, 110_cycles);
  const RunSummary summary = summary_of(recorder, 500_cycles);
  CHECK(summary.sequences.at(0).hops == 2);
}

TEST_CASE("SequenceRecorder: sequences that overlap in time keep their own flits", "[RESULT-25]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 1, 1}, {2, 1, 1}}, 1000_cycles);
  begin_everywhere(recorder, 1, 0_cycles);
  send_over_link(recorder, 1, 10_cycles);
  PacketHeader late = packet_injected_at(150_cycles);
  late.transport.tag = 7;
  recorder.send_started(message_of(late), 140_cycles);
  recorder.sequence_ended(0, 1, 145_cycles);
  recorder.sequence_began(0, 2, 145_cycles);
  recorder.packet_injected(late, 150_cycles);
  send_over_link(recorder, 2, 300_cycles);
  recorder.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, 400_cycles}, late.route);  // a message of sequence 1
  for (int node = 1; node < 4; ++node) recorder.sequence_ended(node, 1, 1000_cycles);
  for (int node = 1; node < 4; ++node) recorder.sequence_began(node, 2, 1000_cycles);
  end_everywhere(recorder, 2, 1145_cycles);
  const RunSummary summary = summary_of(recorder, 1145_cycles);
  CHECK(*summary.sequences[0].link_utilisation == Approx(2 * 128 / (16.0 * 1000)));
  CHECK(*summary.sequences[1].link_utilisation == Approx(128 / (16.0 * 1000)));
}

TEST_CASE("SequenceRecorder: the peak is over whole windows inside the sequence, packets cut at their edges",
          "[RESULT-26][key:run.sample_interval]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 1, 1}}, 100_cycles);
  begin_everywhere(recorder, 1, 5_cycles);
  send_over_link(recorder, 1, 11_cycles);   // 12..139: 88 flits before 100, in a window that had begun before; 40 after
  send_over_link(recorder, 2, 249_cycles);  // 250..377: 50, 78
  end_everywhere(recorder, 1, 399_cycles);  // window 300..399 is not over
  const RunSummary summary = summary_of(recorder, 400_cycles);
  CHECK(*summary.sequences[0].peak_link_utilisation == Approx(50 / (16.0 * 100)));
}

TEST_CASE("RunRecorder: grants that two parts of the network have summed count as those that are told", "[EQUAL-14]") {
  const std::vector<SequenceInfo> sequences{{1, 1, 1}, {2, 1, 1}};
  const auto summary = [&](bool in_parts) {
    RunRecorder recorder(small_machine(), kMap, kLinks, sequences, 100_cycles);
    std::array<GrantSums*, 2> parts{};
    for (std::size_t part = 0; part < parts.size() && in_parts; ++part) parts[part] = recorder.grant_sums(part);
    const auto send = [&](std::uint32_t tag, std::uint64_t grant, std::size_t part) {
      PacketHeader header = packet_injected_at(Cycles{grant - 3});
      header.transport.tag = tag;
      recorder.send_started(message_of(header), Cycles{grant - 4});
      recorder.packet_injected(header, Cycles{grant - 3});
      if (in_parts) {
        const GrantAccount account = parts[part]->accounts().account_of(header);
        parts[part]->count(0, kPlusX, 0, account, header.route.flits, grant);
      } else {
        recorder.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, Cycles{grant}}, header.route);
      }
      return header;
    };
    begin_everywhere(recorder, 1, 5_cycles);
    recorder.packet_delivered(send(1, 11, 0), 139_cycles);
    recorder.packet_delivered(send(2, 249, 1), 377_cycles);
    send(3, 260, 0);
    end_everywhere(recorder, 1, 399_cycles);
    send(4, 410, 1);  // of no sequence
    begin_everywhere(recorder, 2, 500_cycles);
    recorder.packet_delivered(send(5, 510, 1), 801_cycles);  // the window of its last flits ends with no grant
    send(6, 620, 0);
    recorder.settle();
    return summary_of(recorder, 900_cycles);
  };
  const RunSummary told = summary(false);
  const RunSummary summed = summary(true);
  CHECK(told.packet_hops == 6);
  CHECK(summed.packet_hops == told.packet_hops);
  CHECK(summed.flit_hops == told.flit_hops);
  CHECK(summed.group_utilisation == told.group_utilisation);
  CHECK(told.sequences[0].peak_link_utilisation.value() == Approx((50 + 39) / 1600.0));
  CHECK(told.sequences[1].peak_link_utilisation.value() == Approx(89 / 1600.0));
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    CHECK(summed.sequences[i].peak_link_utilisation == told.sequences[i].peak_link_utilisation);
    CHECK(summed.sequences[i].link_utilisation == told.sequences[i].link_utilisation);
  }
}

TEST_CASE("RunRecorder: with an observer that wants every grant, each is told", "[EQUAL-14]") {
  struct Curious final : PacketObserver {};
  RunRecorder recorder(small_machine(), kMap, kLinks, {}, 100_cycles);
  PacketObserverFanOut observers;
  observers.add(&recorder);
  CHECK_FALSE(observers.wants_grants());
  CHECK(observers.grant_sums(0) != nullptr);
  Curious curious;
  observers.add(&curious);
  CHECK(observers.wants_grants());
}

TEST_CASE("SequenceRecorder: a sequence shorter than a window has no peak", "[RESULT-26]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 1, 1}}, 1000_cycles);
  begin_everywhere(recorder, 1, 50_cycles);
  end_everywhere(recorder, 1, 1500_cycles);
  const RunSummary summary = summary_of(recorder, 1500_cycles);
  CHECK_FALSE(summary.sequences[0].peak_link_utilisation);
}

TEST_CASE("SequenceRecorder: a sequence that did not end has no end and no utilisation", "[RESULT-24][RESULT-25]") {
  RunRecorder recorder(small_machine(), kMap, kLinks, {{1, 1, 1}, {2, 1, 1}}, 100_cycles);
  begin_everywhere(recorder, 1, 0_cycles);
  recorder.sequence_ended(0, 1, 100_cycles);
  const RunSummary summary = summary_of(recorder, 500_cycles);
  CHECK(summary.sequences[0].first_end_s);
  CHECK_FALSE(summary.sequences[0].last_end_s);
  CHECK_FALSE(summary.sequences[0].link_utilisation);
  CHECK_FALSE(summary.sequences[1].start_s);
}

TEST_CASE("RunRecorder: utilisation is of the links that the network has, in any number of dimensions",
          "[RESULT-7][RESULT-8][RESULT-12][RESULT-25]") {
  for (const MachineConfig& machine : machines_of_all_kinds()) {
    const NetworkShape& network = machine.network;
    const RankMap map{{network, 1}};
    const TorusLinks links(machine);
    RunRecorder recorder(machine, map, links, {{1, 1, 1}}, 100_cycles);
    for (int node = 0; node < network.nodes(); ++node) recorder.sequence_began(node, 1, 0_cycles);
    std::vector<double> flits(static_cast<std::size_t>(network.directions()));
    std::vector<double> count(flits.size());
    std::uint32_t tag = 0;
    for_each_link(network, [&](int node, Direction direction) {
      const auto way = static_cast<std::size_t>(direction);
      PacketHeader header =
          packet_injected_at(10_cycles, static_cast<unsigned>(4 + (node * 5 + static_cast<int>(way)) % 90));
      header.route.source = network.coordinate(node);
      header.route.source_nic = static_cast<std::uint8_t>(machine.nics() - 1);
      header.route.inject_cycle = ++tag;
      header.route.destination = network.neighbour(header.route.source, direction);
      header.transport.tag = tag;
      const int destination = network.node(header.route.destination);
      recorder.send_started({node, destination, header.route.source_nic, tag, 64_B}, 5_cycles);
      recorder.packet_injected(header, Cycles{tag});
      recorder.packet_granted({node, network.directions(), static_cast<int>(way), 0, Cycles{tag + 3}}, header.route);
      recorder.packet_granted({destination, 0, network.directions() + header.route.source_nic, 0, Cycles{tag + 29}},
                              header.route);
      flits[way] += header.route.flits, ++count[way];
    });
    for (int node = 0; node < network.nodes(); ++node) recorder.sequence_ended(node, 1, 1000_cycles);
    const RunSummary summary = summary_of(recorder, 1000_cycles);
    CAPTURE(network.text(), network.is_torus());
    REQUIRE(summary.group_utilisation.size() == flits.size());
    double all = 0;
    double of_all = 0;
    for (std::size_t way = 0; way < flits.size(); ++way) {
      CHECK(summary.group_utilisation[way].second == Approx(flits[way] / (1000 * count[way])));
      all += flits[way], of_all += count[way];
    }
    CHECK(summary.packet_hops == tag);
    CHECK(summary.link_utilisation == Approx(all / (1000 * of_all)));
    CHECK(*summary.sequences[0].link_utilisation == Approx(all / (1000 * of_all)));
  }
}

TEST_CASE("SequenceRecorder: engines of neighbouring nodes are told apart, however many a node has", "[RESULT-25]") {
  const MachineConfig machine = machine_of({2, 2}, 8);
  RunRecorder recorder(machine, kMap, kLinks, {{1, 1, 1}, {2, 1, 1}}, 1000_cycles);
  begin_everywhere(recorder, 1, 0_cycles);
  recorder.sequence_ended(1, 1, 1_cycles);
  recorder.sequence_began(1, 2, 1_cycles);
  // NIC 7 of node 0, in sequence 1, and NIC 3 of node 1, in sequence 2: the twelfth engine, were there four of each.
  PacketHeader first = packet_injected_at(10_cycles, 100);
  first.route.source_nic = 7;
  PacketHeader second = packet_injected_at(10_cycles, 20);
  second.route.source = {1, 0};
  second.route.destination = {0, 0};
  second.route.source_nic = 3;
  for (const PacketHeader& header : {first, second}) {
    recorder.send_started(message_of(header), 5_cycles);
    recorder.packet_injected(header, 10_cycles);
  }
  CHECK(recorder.sequence_of(first.route) == 1);
  CHECK(recorder.sequence_of(second.route) == 2);
}
