#include "testbench/app/scenario/key_groups.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

using namespace literals;

constexpr char kRails[] = "network: {kind: rails}\n";

const std::vector<BrokenText> kBrokenNodes = {
    {"three lanes",
     "network: {kind: rails}\nnode:\n  bridges:\n    - {socket: 0}\n    - socket: 1\n      slots:\n        - {lanes: "
     "8}\n        - generation: 6\n          lanes: 3\n",
     {{8, 23, "node.bridges[1].slots[1].generation: 6 is none of 1 to 5"},
      {9, 18, "node.bridges[1].slots[1].lanes: 3 is none of 1, 2, 4, 8, 16, 32"}}},
    {"two NICs in one slot",
     "network: {kind: rails}\nnode: {nics: [{bridge: 0, slot: 0}, {bridge: 1}, {bridge: 0, slot: 0}]}\n", 2, 68,
     "node.nics[2].slot: slot 0 of bridge 0 is taken by another NIC"},
    {"a memory nowhere", "network: {kind: rails}\nnode: {memories: [{socket: 0}, {socket: 5}]}\n", 2, 41,
     "node.memories[1].socket: there is no socket 5: they are 0 to 1"},
    {"a member of a member has no name of its own", "network: {kind: rails}\nnode: {memories: [{queue: 0}]}\n", 2, 27,
     "node.memories[0].queue: "},
    {"a memory that no NIC reaches",
     "network: {kind: rails}\nnode: {sockets: 3, memories: [{socket: 0}, {socket: 2}], nics: [{}]}\n", 2, 53,
     "node.memories[1].socket: NIC 0 at socket 0 has no way to socket 2: link the two"},
    {"a circle of full buffers",
     "network: {kind: rails}\n"
     "node:\n"
     "  sockets: 5\n"
     "  memories: [{socket: 0}, {socket: 1}, {socket: 2}, {socket: 3}, {socket: 4}]\n"
     "  bridges: [{socket: 0}, {socket: 1}, {socket: 2}, {socket: 3}, {socket: 4}]\n"
     "  nics: [{bridge: 0}, {bridge: 1}, {bridge: 2}, {bridge: 3}, {bridge: 4}]\n"
     "  links: [{from: 0, to: 1}, {from: 1, to: 2}, {from: 2, to: 3}, {from: 3, to: 4}, {from: 4, to: 0}]\n",
     7, 10, "node.links: full buffers of sockets 0, 1, 2, 3, 4 can wait for each other in a circle"},
    {"everything at once, though one key cannot be read",
     "network: {kind: rails}\nnode: {bridges: [{sockt: 1, slots: [{lanes: 3}]}], cpu: 0}\nrails: {nics: [0, 0]}\n",
     {{2, 19, "node.bridges[0]: 'sockt' is not one of socket, rate, latency"},
      {2, 45, "node.bridges[0].slots[0].lanes: 3 is none of"},
      {3, 15, "rails.nics: NIC 0 has one cable, not two"}}},
    {"five rails and one without NIC",
     "network: {kind: rails}\nrails: {nics: [0, 1, 2, 3, 4]}\n",
     {{2, 15, "rails.nics: 5 rails: two nodes are joined by 1 to 4"}, {2, 15, "rails.nics: there is no NIC 4"}}},
    {"placements that do not fit",
     "network: {kind: rails}\nrails: {nics: [0, 1]}\nnode: {cpu: 2, memory: same, send_memory: [0], receive_memory: "
     "[0, "
     "7]}\n",
     {{3, 13, "node.cpu: there is no socket 2"},
      {3, 24, "node.memory: same as what?"},
      {3, 43, "node.send_memory: 1 memories for 2 NICs"},
      {3, 64, "node.receive_memory: there is no memory 7: they are 0 to 1"}}},
    {"rates, sizes and counts that cannot be",
     "network: {kind: rails}\nrails: {cable_bandwidth: 0 B/s, mtu: 0 B, sizes: [4 B, 0 B], messages: 0}\nrdma: {page: "
     "0 "
     "B}\n",
     {{2, 26, "rails.cable_bandwidth: "},
      {2, 38, "rails.mtu: "},
      {2, 50, "rails.sizes: 0 B: must be 1 B to 4 GiB"},
      {2, 72, "rails.messages: 0: must be 1"},
      {3, 14, "rdma.page: "}}},
    {"a scalar for a list", "network: {kind: rails}\nnode: {bridges: 2}\n", 2, 17, "node.bridges: takes a list"},
    {"a map for a buffer", "network: {kind: rails}\nnode: {links: [{buffers: 3}]}\n", 2, 26,
     "node.links[0].buffers: takes a map of posted, non_posted, response, not '3'"},
    {"keys of another network",
     "network: {kind: rails,\n  shape: [4, 4]}\nworkload: {algorithm: ring}\nnode: {copy_rate: 1 GB/s, kind: plain}\n",
     {{2, 3, "network.shape has no effect: network.kind is rails. Use network.kind torus, or leave"},
      {3, 12,
       "workload.algorithm has no effect: network.kind is rails. Use network.kind torus, graph or none, or leave"},
      {4, 8, "node.copy_rate has no effect: network.kind is rails. Use network.kind torus or graph, or leave"},
      {4, 33, "node.kind: rails join NUMA nodes"}}},
    {"rails in a torus",
     "rails: {nics: [0]}\nrdma: {split: even}\nnode: {sockets: 1}\n",
     {{1, 9, "rails.nics has no effect: network.kind is torus. Use network.kind rails, or leave"},
      {2, 8, "rdma.split has no effect: network.kind is torus. Use network.kind rails, or leave"},
      {3, 8, "node.sockets has no effect: node.kind is plain. Use node.kind numa, or leave"}}},
    {"NICs of engines that do not fit",
     "node: {kind: numa, engine_nics: [0, 1, 4]}\n",
     {{1, 33, "node.engine_nics: 3 NICs for 4 DMA engines: give one for each"},
      {1, 33, "node.engine_nics: there is no NIC 4: they are 0 to 3"}}},
    {"nearest to what is nearest", "node: {kind: numa, engine_nics: nearest, receive_memory: [0, 0, 0, 0]}\n", 1, 33,
     "node.engine_nics: nearest to what? List the memory of each engine"},
    {"engines on rails", "network: {kind: rails}\nnode: {engine_nics: in_order}\n", 2, 8,
     "node.engine_nics has no effect: network.kind is rails. Use network.kind torus or graph, or leave"},
    {"two kinds of memory", "node: {kind: numa}\nmemory: {latency: 1 us}\n", 2, 10,
     "memory.latency has no effect: node.kind is numa. Use node.kind plain, or leave"},
};

TEST_CASE("NUMA keys: what is wrong is named with its place, all at once",
          "[key:node.kind][key:node.sockets][key:node.memories][key:node.links][key:node.bridges][key:node.nics]"
          "[key:node.cpu][key:node.engine_nics][key:node.send_memory][key:node.receive_memory][key:rails.nics][key:"
          "rails.sizes]"
          "[key:rails.messages][key:rails.mtu][key:rails.cable_bandwidth][key:rdma.page]") {
  for (const BrokenText& broken : kBrokenNodes) {
    INFO(broken.name);
    check_faults(faults_of(broken.text), broken.faults);
  }
}

TEST_CASE("NUMA keys: a map gives what it says and leaves the rest as it was",
          "[key:node.memories][key:node.links][key:node.bridges]") {
  const Scenario scenario = good(std::string(kRails) +
                                 "node:\n"
                                 "  memories: [{socket: 1, queue: 3}, {rate: 1 GB/s}]\n"
                                 "  links: [{latency: 7 ns, buffers: {posted: 2}}]\n"
                                 "  bridges: [{slots: [{lanes: 16, posted: {data: 9}}, {}]}, {reads: 4}]\n");
  const NumaNodeConfig& node = scenario.node.numa;
  REQUIRE(node.memories.size() == 2);
  CHECK(node.memories[0].socket == 1);
  CHECK(node.memories[0].controller.queue == 3);
  CHECK(node.memories[0].controller.rate == MemoryControllerConfig{}.rate);
  CHECK(node.memories[1].controller.rate == BytesPerSecond{1'000'000'000});
  CHECK(node.socket_links[0].link.latency == Picoseconds{7'000});
  CHECK(node.socket_links[0].buffers.posted == 2);
  CHECK(node.socket_links[0].buffers.response == NumaNodeConfig::SocketLink{}.buffers.response);
  REQUIRE(node.bridges[0].slots.size() == 2);
  CHECK(node.bridges[0].slots[0].lanes == 16);
  CHECK(node.bridges[0].slots[0].posted.data == 9);
  CHECK(node.bridges[0].slots[1].lanes == PcieLinkConfig{}.lanes);
  CHECK(node.bridges[1].reads == 4);
}

TEST_CASE("NUMA keys: what is shown is read back",
          "[key:node.memories][key:node.links][key:node.bridges][key:node.nics][key:node.memory][key:rails.sizes]") {
  const std::string text = std::string(kRails) +
                           "node: {bridges: [{rate: 3 GB/s}, {slots: [{lanes: 2}, {}]}], links: [{buffers: {posted: "
                           "9}}], memory: far, receive_memory: [1, 0]}\nrails: {nics: [0, 2], sizes: [4 B, 1 MiB]}\n";
  const auto configuration = resolved_configuration(good(text));
  std::string sections;
  // One section each, as a scenario has them.
  for (const char* section : {"network", "node", "rails", "rdma"}) {
    std::string keys;
    for (const auto& [path, value] : configuration) {
      if (path.rfind(std::string(section) + ".", 0) != 0) continue;
      keys += (keys.empty() ? "" : ", ") + path.substr(path.find('.') + 1) + ": " + value;
    }
    sections += std::string(section) + ": {" + keys + "}\n";
  }
  const bool same = resolved_configuration(good(sections + "name: test\n")) == configuration;
  CHECK(same);
}

TEST_CASE("NUMA keys: engines have NICs in their order, as listed, or nearest to their buffers, shared evenly",
          "[key:node.engine_nics]") {
  const auto nics = [](const std::string& keys) {
    const Scenario scenario = good("node: {kind: numa, " + keys + "}\n");
    return engine_nics(scenario.node, scenario.machine.nics());
  };
  CHECK(nics("cpu: 0") == std::vector<int>{0, 1, 2, 3});
  CHECK(nics("nics: [{bridge: 1}, {bridge: 0}]") == std::vector<int>{0, 1, 0, 1});
  CHECK(nics("engine_nics: [3, 3, 0, 1]") == std::vector<int>{3, 3, 0, 1});
  CHECK(nics("engine_nics: nearest, memory: [0, 0, 0, 0]") == std::vector<int>{0, 1, 0, 1});
  CHECK(nics("engine_nics: nearest, memory: [1, 0, 1, 0]") == std::vector<int>{2, 0, 3, 1});
  // Receiving counts before sending.
  CHECK(nics("engine_nics: nearest, send_memory: [0, 0, 0, 0], receive_memory: [1, 1, 0, 1]") ==
        std::vector<int>{2, 3, 0, 2});
  CHECK(nics("engine_nics: nearest, memory: [0, 0, 0, 0], nics: [{bridge: 1}, {bridge: 0}]") ==
        std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("NUMA keys: near and far memory follow from where NICs are",
          "[key:node.memory][key:node.send_memory][key:node.receive_memory][key:node.cpu]") {
  const auto memories = [](const std::string& keys) {
    const Scenario scenario = good(std::string(kRails) + "rails: {nics: [0, 2, 3]}\nnode: {" + keys + "}\n");
    const RailsConfig config = rails_config(scenario.rails, scenario.node);
    return std::make_pair(config.send_memory, config.receive_memory);
  };
  using Both = std::pair<std::vector<int>, std::vector<int>>;
  CHECK(memories("cpu: 0") == Both{{0, 1, 1}, {0, 1, 1}});
  CHECK(memories("memory: far") == Both{{1, 0, 0}, {1, 0, 0}});
  CHECK(memories("memory: [0, 0, 1], receive_memory: far") == Both{{0, 0, 1}, {1, 0, 0}});
  CHECK(memories("send_memory: far") == Both{{1, 0, 0}, {0, 1, 1}});
  CHECK(memories("send_memory: same, memory: [1, 1, 1]") == Both{{1, 1, 1}, {1, 1, 1}});
}

TEST_CASE("NUMA keys: every key of rails and rdma reaches the experiment",
          "[key:rails.nics][key:rails.cable_bandwidth][key:rails.cable_latency][key:rails.cable_buffers][key:rails.mtu]"
          "[key:rails.packet_overhead][key:rails.packet_time][key:rails.read_ahead][key:rails.sizes]"
          "[key:rails.messages][key:rdma.rendezvous_from][key:rdma.split][key:rdma.control_message]"
          "[key:rdma.post_time][key:rdma.handle_time][key:rdma.copy_rate][key:rdma.registration_time]"
          "[key:rdma.page_time][key:rdma.page][key:rdma.registrations]") {
  const Scenario scenario =
      good(std::string(kRails) +
           "rails: {nics: [3, 1], cable_bandwidth: 3 GB/s, cable_latency: 1 ns, cable_buffers: 2, mtu: 1 KiB,\n"
           "        packet_overhead: 3 B, packet_time: 4 ns, read_ahead: 5, sizes: [7 B, 1 B], messages: 6}\n"
           "rdma: {rendezvous_from: 8 B, split: measured, control_message: 9 B, post_time: 10 ns, handle_time: 11 ns,\n"
           "       copy_rate: 12 B/s, registration_time: 13 ns, page_time: 14 ns, page: 15 B, registrations: 0}\n");
  const RailsConfig config = rails_config(scenario.rails, scenario.node);
  CHECK(config.rails == std::vector<int>{3, 1});
  CHECK(config.cable.rate == BytesPerSecond{3'000'000'000});
  CHECK(config.cable.latency == Picoseconds{1'000});
  CHECK(config.cable.buffers == 2);
  CHECK(config.cable.mtu == 1_KiB);
  CHECK(config.cable.overhead == Bytes{3});
  CHECK(config.nic.packet_time == Picoseconds{4'000});
  CHECK(config.nic.read_ahead == 5);
  CHECK(scenario.rails.sizes == std::vector<Bytes>{Bytes{7}, Bytes{1}});
  CHECK(scenario.rails.messages == 6);
  CHECK(config.rdma.rendezvous_from == Bytes{8});
  CHECK(config.rdma.split == RailSplit::kMeasured);
  CHECK(config.rdma.control_message == Bytes{9});
  CHECK(config.rdma.post_time == Picoseconds{10'000});
  CHECK(config.rdma.handle_time == Picoseconds{11'000});
  CHECK(config.rdma.copy_rate == BytesPerSecond{12});
  CHECK(config.rdma.registration_time == Picoseconds{13'000});
  CHECK(config.rdma.page_time == Picoseconds{14'000});
  CHECK(config.rdma.page == Bytes{15});
  CHECK(config.rdma.registrations == 0);
}

TEST_CASE("NUMA keys: an option that chooses another network drops the file's keys, and is checked itself",
          "[key:network.kind]") {
  const std::string rails = std::string(kRails) + "rails: {nics: [0, 1]}\nnode: {memory: far}\n";
  CHECK(good(rails, {"network.kind=torus"}).rails.nics == std::vector<int>{0});
  const Scenario of_torus = good("network: {shape: [8, 4]}\nworkload: {algorithm: ring}\n", {"network.kind=rails"});
  CHECK(of_torus.network.kind == kRailsName);
  CHECK(of_torus.node.kind == NodeKind::kNuma);
  check_faults(faults_of(rails, {"network.shape=[8, 4]"}),
               {{1, 9, "network.shape has no effect: network.kind is rails. Use network.kind torus, or leave"}});
}

}  // namespace
}  // namespace tactus::test
