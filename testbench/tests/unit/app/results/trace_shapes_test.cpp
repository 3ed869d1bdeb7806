#include <fmt/core.h>

#include <map>
#include <set>

#include "testbench/app/results/trace_writer.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/machines.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/trace_events.h"

using namespace tactus;
using namespace tactus::literals;

TEST_CASE("Trace: every link, NIC and processor of a machine has a track of its own, and links that it lacks have none",
          "[TRACE-1][TRACE-2][TRACE-3][TRACE-4][TRACE-5]") {
  for (MachineConfig machine : machines_of_all_kinds()) {
    for (const SwitchHold hold : {SwitchHold::kPacket, SwitchHold::kFlit}) {
      machine.router.switch_hold = hold;
      machine.router.virtual_channels = kMaxVirtualChannels;
      const NetworkShape& network = machine.network;
      CAPTURE(network.text(), network.is_torus(), machine.nics());
      const RankMap map{{network, 3, machine.nics()}};
      const TemporaryFolder folder;
      TraceWriter(machine, map, {}, folder.path()).finish(100_cycles);
      const Json file = Json::parse(folder.text("trace.json"));

      std::vector<std::string> vcs = {""};
      if (hold == SwitchHold::kFlit) {  // a track for each
        vcs = {", VC 0", ", VC 1", ", VC 2", ", VC 3", ", VC 4", ", VC 5", ", VC 6", ", VC 7"};
      }
      std::map<int, std::set<std::string>> expected;
      for (int node = 0; node < network.nodes(); ++node) {
        for (const char* name : {"processor 0", "processor 1", "processor 2"}) expected[node + 1].insert(name);
        for (int nic = 0; nic < machine.nics(); ++nic) {
          expected[node + 1].insert(fmt::format("nic_{} sends", nic));
          for (const std::string& vc : vcs) expected[node + 1].insert(fmt::format("nic_{} receives{}", nic, vc));
        }
      }
      for_each_link(network, [&](int node, Direction direction) {
        const char letter = "xyzw"[dimension_of(direction)];
        for (const std::string& vc : vcs) {
          expected[node + 1].insert(fmt::format("link {}_{}{}", is_negative(direction) ? "minus" : "plus", letter, vc));
        }
      });
      std::map<int, std::set<std::string>> names;
      std::set<Track> tracks;
      std::size_t named = 0;
      for (const Json& event : events_of(file, "M")) {
        if (event["name"] != "thread_name") continue;
        names[event["pid"]].insert(event["args"]["name"].get<std::string>());
        tracks.insert(track_of(event));
        ++named;
      }
      CHECK(names == expected);
      CHECK(tracks.size() == named);
    }
  }
}

TEST_CASE("Trace: nodes, packets and messages have as many coordinates as the network has dimensions",
          "[TRACE-1][TRACE-6][TRACE-11][RESULT-66]") {
  const MachineConfig machine = machine_of({2, 3, 2, 4}, 8);
  const RankMap map{{machine.network, 1, 8}};
  RecordedTrace trace(machine, map);
  PacketHeader header = packet_injected_at(100_cycles);
  header.route.source = {1, 2, 0, 3};
  header.route.destination = {1, 2, 1, 3};
  header.route.source_nic = header.route.destination_nic = 7;
  const int from = machine.network.node(header.route.source);
  const int to = machine.network.node(header.route.destination);
  const MessageEvent message{from, to, 7, 0, Bytes{header.transport.message_bytes}};
  trace->send_started(message, 50_cycles);
  trace->packet_injected(header, 100_cycles);
  trace->packet_granted({from, 8 + 7, 4, 0, 103_cycles}, header.route);
  trace->packet_granted({to, 5, 8 + 7, 0, 129_cycles}, header.route);
  trace->packet_delivered(header, 258_cycles);
  trace->receive_completed(message, 300_cycles);
  const Json file = trace.finish(400_cycles);
  std::map<Track, std::string> names;
  for (const Json& event : events_of(file, "M")) {
    if (event["name"] == "thread_name") names[track_of(event)] = event["args"]["name"];
    if (event["name"] == "process_name" && event["pid"] == from + 1) {
      CHECK(event["args"]["name"] == "node (1,2,0,3)");
    }
  }
  std::vector<std::string> on;
  for (const Json& slice : events_of(file, "X")) {
    CHECK(slice["name"] == "(1,2,0,3) to (1,2,1,3)");
    on.push_back(names[track_of(slice)]);
  }
  CHECK(on == std::vector<std::string>{"nic_7 sends", "link plus_z", "nic_7 receives"});
  REQUIRE(events_of(file, "b").size() == 1);
  CHECK(events_of(file, "b")[0]["args"]["to"] == "(1,2,1,3)");
  CHECK(events_of(file, "f").size() == 1);
}
