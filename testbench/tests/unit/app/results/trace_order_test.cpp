#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "testbench/app/results/trace_writer.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"
#include "testbench/tests/unit/app/results/trace_events.h"

using namespace tactus;
using namespace tactus::literals;

TEST_CASE("Trace: messages are numbered by cycle and node, in whatever order processors act within a cycle",
          "[TRACE-13]") {
  RecordedTrace trace;
  std::vector<PacketHeader> headers;
  for (const Coordinate source : {Coordinate{0, 1}, Coordinate{1, 0}, Coordinate{0, 0}}) {
    headers.push_back(packet_injected_at(100_cycles));
    headers.back().route.source = source;
    trace->send_started(message_of(headers.back()), 50_cycles);
  }
  headers.push_back(packet_injected_at(400_cycles));
  headers.back().transport.tag = 77;
  trace->send_started(message_of(headers.back()), 51_cycles);
  for (const PacketHeader& header : headers) trace->packet_injected(header, Cycles{header.route.inject_cycle});
  std::vector<int> by_node;
  for (const Json& slice : events_of(trace.finish(500_cycles), "X")) {
    by_node.push_back(slice["args"]["message"].get<int>());
  }
  CHECK(by_node == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("Trace: a packet, or the end of a message, between the starts of one cycle does not change their numbers",
          "[TRACE-13]") {
  RecordedTrace trace;
  std::vector<PacketHeader> before;
  for (std::uint32_t tag = 101; tag <= 106; ++tag) {
    before.push_back(packet_injected_at(50_cycles));
    before.back().transport.tag = tag;
    trace->send_started(message_of(before.back()), 10_cycles);
  }
  std::vector<PacketHeader> headers;
  for (const Coordinate source : {Coordinate{0, 1}, Coordinate{1, 0}, Coordinate{0, 0}}) {
    headers.push_back(packet_injected_at(100_cycles));
    headers.back().route.source = source;
    trace->send_started(message_of(headers.back()), 50_cycles);
    trace->packet_injected(before[2 * headers.size() - 2], 50_cycles);
    trace->receive_completed(message_of(before[2 * headers.size() - 1]), 50_cycles);
  }
  for (const PacketHeader& header : headers) trace->packet_injected(header, Cycles{header.route.inject_cycle});
  std::vector<int> by_node;
  for (const Json& slice : events_of(trace.finish(500_cycles), "X")) {
    if (slice["ts"].get<double>() > 0.3) by_node.push_back(slice["args"]["message"].get<int>());
  }
  CHECK(by_node == std::vector<int>{7, 8, 9});
}

TEST_CASE("Trace: the events of a cycle stand by kind and node, in whatever order they are told", "[TRACE-15]") {
  RecordedTrace trace;
  const PacketHeader first = packet_injected_at(100_cycles);
  PacketHeader second = packet_injected_at(110_cycles);
  second.route.source = {0, 1};
  PacketHeader third = packet_injected_at(110_cycles);
  third.route.source = {1, 0};
  for (const PacketHeader& header : {first, second, third}) trace->send_started(message_of(header), 50_cycles);
  trace->sequence_began(0, 1, 60_cycles);
  trace->packet_injected(first, 100_cycles);
  trace->sequence_ended(0, 1, 110_cycles);
  trace->packet_granted({0, kPorts.nic_port(0), kPlusX, 0, 110_cycles}, first.route);
  trace->packet_injected(second, 110_cycles);
  trace->packet_injected(third, 110_cycles);
  std::vector<std::pair<int, int>> tracks;
  for (const Json& slice : events_of(trace.finish(500_cycles), "X")) {
    tracks.emplace_back(slice["pid"].get<int>(), slice["tid"].get<int>());
  }
  // The injection before; then those of nodes 1 and 2, the grant at node 0 and its processor.
  REQUIRE(tracks.size() == 5);
  const std::vector<int> nodes = {tracks[0].first, tracks[1].first, tracks[2].first, tracks[3].first, tracks[4].first};
  CHECK(nodes == std::vector<int>{1, 2, 3, 1, 1});
  CHECK(tracks[4].second == 1);
}
