#include "testbench/app/results/trace_writer.h"

#include <map>
#include <nlohmann/json.hpp>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"
#include "testbench/tests/unit/app/results/trace_events.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// Tells the whole way of a packet over one hop in an idle network, injected in the cycle that its header says.
void travel(TraceWriter& trace, const PacketHeader& header) {
  const Cycles start{header.route.inject_cycle};
  trace.packet_injected(header, start);
  trace.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, start + 3_cycles}, header.route);
  trace.packet_granted({1, kMinusX, kPorts.nic_port(0), 0, start + 29_cycles}, header.route);
  trace.packet_delivered(header, start + 30_cycles + Cycles{header.route.flits});
}

/// `count` messages of one packet each, one after the other.
void travel_messages(TraceWriter& trace, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    PacketHeader header = packet_injected_at(Cycles{100 + 128U * i});
    header.transport.tag = i;
    trace.send_started(message_of(header), Cycles{50});
    travel(trace, header);
    trace.receive_completed(message_of(header), Cycles{300 + 128U * i});
  }
}

}  // namespace

TEST_CASE("Trace: a packet is a slice on the NIC, on every link and at the receiver, in the cycles it takes there",
          "[TRACE-3][TRACE-4][TRACE-5][TRACE-11]") {
  RecordedTrace trace;
  PacketHeader header = packet_injected_at(100_cycles);
  header.transport.tag = 9;
  trace->send_started(message_of(header), 50_cycles);
  travel(*trace, header);
  trace->receive_completed(message_of(header), 300_cycles);
  const Json file = trace.finish(400_cycles);
  std::map<Track, std::string> names = track_names(file);
  const auto slices = events_of(file, "X");
  REQUIRE(slices.size() == 3);
  const std::vector<std::tuple<int, std::string, long>> expected = {
      {1, "nic_0 sends", 100L * 4}, {1, "link plus_x", 104L * 4}, {2, "nic_0 receives", 130L * 4}};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(slices[i]["pid"] == std::get<0>(expected[i]));
    CHECK(names[track_of(slices[i])] == std::get<1>(expected[i]));
    CHECK(nanoseconds(slices[i]["ts"]) == std::get<2>(expected[i]));
    CHECK(nanoseconds(slices[i]["dur"]) == 128L * 4);
    CHECK(slices[i]["name"] == "(0,0) to (1,0)");
    CHECK(slices[i]["args"]["packet"] == packet_number(small_machine(), header.route));
    CHECK(slices[i]["args"]["index"] == 0);
  }
  CHECK(trace->summary().packets == 1);
  CHECK(trace->summary().dropped == 0);
  CHECK(file["otherData"]["complete"] == true);
}

TEST_CASE("Trace: ranks of a node have a track each, and messages say between which places they go",
          "[TRACE-2][TRACE-6]") {
  const RankMap map{{{2, 2}, 3}};
  RecordedTrace trace(small_machine(), map);
  PacketHeader header = packet_injected_at(100_cycles);
  header.route.source_place = 2;
  header.route.destination_place = 1;
  trace->sequence_began(2, 7, 40_cycles);
  trace->sequence_began(0, 7, 45_cycles);
  const MessageEvent message{2, 4, 0, header.transport.tag, Bytes{header.transport.message_bytes}};
  trace->send_started(message, 50_cycles);
  travel(*trace, header);
  trace->receive_completed(message, 300_cycles);
  trace->sequence_ended(2, 7, 310_cycles);
  trace->sequence_ended(0, 7, 320_cycles);
  const Json file = trace.finish(400_cycles);
  std::map<Track, std::string> names = track_names(file);
  std::map<std::string, long> began;
  for (const Json& event : events_of(file, "X")) {
    if (event["name"] == "sequence 7") began[names[track_of(event)]] = nanoseconds(event["ts"]);
  }
  CHECK(began == std::map<std::string, long>{{"processor 2", 160}, {"processor 0", 180}});
  const auto slices = events_of(file, "b");
  REQUIRE(slices.size() == 1);
  CHECK(slices[0]["args"]["from_place"] == 2);
  CHECK(slices[0]["args"]["to_place"] == 1);
  CHECK(slices[0]["args"]["to"] == "(1,0)");
}

TEST_CASE("Trace: every process and track that has events has a name", "[TRACE-1]") {
  RecordedTrace trace;
  travel_messages(*trace, 3);
  trace->sequence_began(2, 1, 10_cycles);
  trace->sequence_ended(2, 1, 20_cycles);
  const Json file = trace.finish(1000_cycles);
  std::set<int> processes;
  std::set<Track> tracks;
  for (const Json& event : events_of(file, "M")) {
    if (event["name"] == "process_name") processes.insert(event["pid"].get<int>());
    if (event["name"] == "thread_name") tracks.insert(track_of(event));
  }
  for (const Json& event : file["traceEvents"]) {
    if (event["ph"] == "M") continue;
    CHECK(processes.count(event["pid"]) == 1);
    CHECK(tracks.count(track_of(event)) == 1);
  }
}

TEST_CASE("Trace: slices on one track do not overlap, even if a cycle is no whole number of nanoseconds") {
  MachineConfig config = small_machine();
  config.clock = Clock{Picoseconds{2700}};
  RecordedTrace trace(config);
  travel_messages(*trace, 50);
  const Json file = trace.finish(10'000_cycles);
  std::map<Track, std::vector<std::pair<long, long>>> slices;
  for (const Json& event : events_of(file, "X")) {
    slices[track_of(event)].push_back({nanoseconds(event["ts"]), nanoseconds(event["dur"])});
  }
  CHECK(slices.size() == 3);
  for (auto& [track, list] : slices) {
    std::sort(list.begin(), list.end());
    for (std::size_t i = 1; i < list.size(); ++i) CHECK(list[i].first >= list[i - 1].first + list[i - 1].second);
  }
}

TEST_CASE("Trace: with a switch held per flit, packets that alternate on a link are on tracks of their VCs",
          "[TRACE-7]") {
  MachineConfig config = small_machine();
  config.router.switch_hold = SwitchHold::kFlit;
  RecordedTrace trace(config);
  PacketHeader one = packet_injected_at(100_cycles);
  PacketHeader two = packet_injected_at(101_cycles);
  two.transport.tag = 1;
  trace->packet_injected(one, 100_cycles);
  trace->packet_injected(two, 101_cycles);
  trace->packet_granted({0, kPorts.nic_port(0), kPlusX, 0, 103_cycles}, one.route);
  trace->packet_granted({0, kPorts.nic_port(1), kPlusX, 1, 104_cycles}, two.route);
  std::set<Track> tracks;
  for (const Json& event : events_of(trace.finish(1000_cycles), "X")) {
    if (event["tid"] >= 10) tracks.insert(track_of(event));
  }
  CHECK(tracks.size() == 2);
}

TEST_CASE("Trace: with a switch held per flit a slice on a link begins after VA and is as long as the packet has flits",
          "[TRACE-7]") {
  MachineConfig config = small_machine();
  config.router.switch_hold = SwitchHold::kFlit;
  RecordedTrace trace(config);
  const PacketHeader header = packet_injected_at(100_cycles, 20);
  trace->packet_injected(header, 100_cycles);
  trace->packet_granted({0, kPorts.nic_port(0), kPlusX, 1, 103_cycles}, header.route);  // VA: nobody tells of its flits
  const auto slices = events_of(trace.finish(1000_cycles), "X");
  REQUIRE(slices.size() == 2);
  CHECK(nanoseconds(slices[1]["ts"]) == 104L * 4);
  CHECK(nanoseconds(slices[1]["dur"]) == 20L * 4);
}

TEST_CASE("Trace: a message whose send call was not recorded begins with its first recorded packet", "[TRACE-8]") {
  RecordedTrace trace;
  const PacketHeader header = packet_injected_at(100_cycles);
  travel(*trace, header);
  trace->receive_completed(message_of(header), 300_cycles);
  const Json file = trace.finish(1000_cycles);
  REQUIRE(events_of(file, "b").size() == 1);
  CHECK(nanoseconds(events_of(file, "b")[0]["ts"]) == 100L * 4);
  CHECK(nanoseconds(events_of(file, "e")[0]["ts"]) == 300L * 4);
}

TEST_CASE("Trace: a message is one asynchronous slice, from its send call to the completion of its receive",
          "[TRACE-6][TRACE-8][TRACE-9]") {
  RecordedTrace trace;
  travel_messages(*trace, 2);
  const Json file = trace.finish(1000_cycles);
  const auto begins = events_of(file, "b");
  const auto ends = events_of(file, "e");
  REQUIRE(begins.size() == 2);
  REQUIRE(ends.size() == 2);
  CHECK(begins[0]["id"] != begins[1]["id"]);
  for (std::size_t i = 0; i < 2; ++i) {
    for (const char* key : {"id", "cat", "name", "pid"}) CHECK(begins[i][key] == ends[i][key]);
    CHECK(begins[i]["args"]["to"] == "(1,0)");
    CHECK(begins[i]["args"]["bytes"] == 2016);
    CHECK(begins[i]["args"]["finished"] == true);
    CHECK(nanoseconds(begins[i]["ts"]) == 50L * 4);
    CHECK(nanoseconds(ends[i]["ts"]) == static_cast<long>(300 + 128 * i) * 4);
  }
}

TEST_CASE("Trace: each arrow starts in a slice on the sender and ends in one on the receiver", "[TRACE-6]") {
  RecordedTrace trace;
  travel_messages(*trace, 20);
  const Json file = trace.finish(10'000_cycles);
  const auto slices_at = [&](const Json& end) {
    return std::count_if(file["traceEvents"].begin(), file["traceEvents"].end(), [&](const Json& event) {
      return event["ph"] == "X" && track_of(event) == track_of(end) &&
             nanoseconds(event["ts"]) <= nanoseconds(end["ts"]) &&
             nanoseconds(end["ts"]) < nanoseconds(event["ts"]) + nanoseconds(event["dur"]);
    });
  };
  std::map<int, Json> starts;
  for (const Json& start : events_of(file, "s")) starts[start["id"]] = start;
  const auto ends = events_of(file, "f");
  CHECK(starts.size() == 20);
  CHECK(ends.size() == 20);
  for (const Json& end : ends) {
    REQUIRE(starts.count(end["id"]) == 1);
    const Json& start = starts[end["id"]];
    CHECK(slices_at(start) == 1);
    CHECK(slices_at(end) == 1);
    CHECK(start["pid"] == 1);
    CHECK(end["pid"] == 2);
    CHECK(nanoseconds(start["ts"]) < nanoseconds(end["ts"]));
  }
}

TEST_CASE("Trace: packets beyond the limit are left out, and file and summary say how many",
          "[TRACE-12][RESULT-19][key:trace.max_packets]") {
  TraceConfig config;
  config.max_packets = 3;
  RecordedTrace trace(small_machine(), kMap, config);
  travel_messages(*trace, 10);
  const Json file = trace.finish(10'000_cycles);
  CHECK(trace->summary().packets == 3);
  CHECK(trace->summary().dropped == 7);
  CHECK(file["otherData"]["packets"] == 3);
  CHECK(file["otherData"]["dropped"] == 7);
  CHECK(file["otherData"]["complete"] == false);
  CHECK(events_of(file, "X").size() == 9);
  CHECK(events_of(file, "b").size() == 3);
}

TEST_CASE("Trace: packets of one cycle are recorded all or none, whoever of them is told first", "[TRACE-12]") {
  TraceConfig config;
  config.max_packets = 2;
  const auto recorded = [&](const std::vector<std::uint64_t>& cycles) {
    RecordedTrace trace(small_machine(), kMap, config);
    std::uint32_t tag = 0;
    for (const std::uint64_t cycle : cycles) {
      PacketHeader header = packet_injected_at(Cycles{cycle});
      header.transport.tag = ++tag;
      trace->packet_injected(header, Cycles{cycle});
    }
    return std::pair(trace->summary().packets, trace->summary().dropped);
  };
  CHECK(recorded({100, 200, 200, 200, 201}) == std::pair<std::uint64_t, std::uint64_t>(4, 1));
  CHECK(recorded({100, 200, 201, 201}) == std::pair<std::uint64_t, std::uint64_t>(2, 2));
  config.max_packets = 0;
  CHECK(recorded({100, 100}) == std::pair<std::uint64_t, std::uint64_t>(0, 2));
}

TEST_CASE("Trace: records what is injected from `from` to before `to`, to its arrival",
          "[TRACE-12][key:trace.from][key:trace.to]") {
  TraceConfig config;
  config.from = 400_ns;
  config.to = 800_ns;
  RecordedTrace trace(small_machine(), kMap, config);
  for (const std::uint64_t cycle : {99U, 100U, 199U, 200U}) {
    PacketHeader header = packet_injected_at(Cycles{cycle});
    header.transport.tag = static_cast<std::uint32_t>(cycle);
    travel(*trace, header);
  }
  const Json file = trace.finish(10'000_cycles);
  CHECK(trace->summary().packets == 2);
  CHECK(trace->summary().dropped == 0);
  CHECK(events_of(file, "X").size() == 6);
  CHECK(file["otherData"]["from_us"] == 0.4);
  CHECK(file["otherData"]["to_us"] == 0.8);
}

TEST_CASE("Trace: a message that is under way at the end is shown as unfinished", "[TRACE-10]") {
  RecordedTrace trace;
  const PacketHeader header = packet_injected_at(100_cycles);
  trace->send_started(message_of(header), 50_cycles);
  trace->packet_injected(header, 100_cycles);
  const Json file = trace.finish(150_cycles);
  REQUIRE(events_of(file, "b").size() == 1);
  CHECK(events_of(file, "b")[0]["args"]["finished"] == false);
  CHECK(nanoseconds(events_of(file, "e")[0]["ts"]) == 150L * 4);
  CHECK(events_of(file, "s").empty());
}

TEST_CASE("Trace: a one-sided message ends with its last packet", "[TRACE-9]") {
  RecordedTrace trace;
  PacketHeader header = packet_injected_at(100_cycles);
  header.transport.one_sided = true;
  trace->send_started(message_of(header), 50_cycles);
  travel(*trace, header);
  const Json file = trace.finish(1000_cycles);
  REQUIRE(events_of(file, "e").size() == 1);
  CHECK(nanoseconds(events_of(file, "e")[0]["ts"]) == 258L * 4);
  CHECK(events_of(file, "f").size() == 1);
}

TEST_CASE("Trace: sequences are slices of the node's processor", "[TRACE-2]") {
  RecordedTrace trace;
  trace->sequence_began(3, 5, 100_cycles);
  trace->sequence_ended(3, 5, 250_cycles);
  const auto slices = events_of(trace.finish(300_cycles), "X");
  REQUIRE(slices.size() == 1);
  CHECK(slices[0]["name"] == "sequence 5");
  CHECK(slices[0]["pid"] == 4);
  CHECK(nanoseconds(slices[0]["dur"]) == 600);
}

TEST_CASE("Trace: computing, late starts and noise are slices of the node's processor; operations have their own",
          "[TRACE-20]") {
  RecordedTrace trace;
  trace->work_ended({3, WorkKind::kLateStart, {}, 1_cycles}, 50_cycles);
  trace->work_ended({3, WorkKind::kCompute, Picoseconds{30 * 4000}, 50_cycles}, 200_cycles);
  trace->work_ended({3, WorkKind::kCall, Picoseconds{10 * 4000}, 200_cycles}, 260_cycles);
  trace->work_ended({3, WorkKind::kCompute, Picoseconds{30 * 4000}, 260_cycles, 7}, 400_cycles);
  const auto slices = events_of(trace.finish(500_cycles), "X");
  std::vector<std::string> seen;
  for (const Json& slice : slices) {
    CHECK(slice["pid"] == 4);
    seen.push_back(slice["name"].get<std::string>() + " " + std::to_string(nanoseconds(slice["ts"]) / 4) + " " +
                   std::to_string(nanoseconds(slice["dur"]) / 4));
  }
  CHECK(seen == std::vector<std::string>{"late start 1 49", "compute 50 150", "noise 170 30", "noise 250 10"});
}

TEST_CASE("Trace: the same run gives the same file") {
  const TemporaryFolder one;
  const TemporaryFolder two;
  for (const TemporaryFolder* folder : {&one, &two}) {
    TraceWriter trace(small_machine(), kMap, {}, folder->path());
    for (unsigned i = 0; i < 30; ++i) {  // messages that stay open are listed at the end
      PacketHeader header = packet_injected_at(Cycles{100 + 128U * i});
      header.transport.tag = i * 7919;
      trace.send_started(message_of(header), 50_cycles);
      trace.packet_injected(header, Cycles{header.route.inject_cycle});
    }
    trace.finish(5000_cycles);
  }
  CHECK(one.text("trace.json") == two.text("trace.json"));
}
