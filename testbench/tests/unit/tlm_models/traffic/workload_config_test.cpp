#include "tlm_models/traffic/workload_config.h"

#include <limits>
#include <set>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

using Fields = std::multiset<std::string>;

Fields fields(const WorkloadConfig& workload, NetworkShape shape = {4, 4}) {
  MachineConfig machine;
  machine.network = shape;
  Fields fields;
  for (const ConfigFault& fault : validate(workload, machine)) {
    CHECK_FALSE(fault.message.empty());
    fields.insert(fault.field);
  }
  return fields;
}

WorkloadConfig with(const AlgorithmName& algorithm) {
  WorkloadConfig workload;
  workload.algorithm = algorithm;
  return workload;
}

ReplayMessage message(int source, int destination, int order = 0, std::vector<std::size_t> wait_for = {}) {
  ReplayMessage m;
  m.source = source;
  m.destination = destination;
  m.order = order;
  m.wait_for = std::move(wait_for);
  return m;
}

Fields replay_fields(std::vector<ReplayMessage> messages) {
  WorkloadConfig workload = with("replay");
  workload.messages = std::move(messages);
  return fields(workload);
}

TEST_CASE("WorkloadConfig: the defaults of every algorithm are free of faults on a square torus of 2^k nodes",
          "[ALGORITHM-5]") {
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    CAPTURE(algorithm->name);
    const bool needs_more = algorithm->message_list || algorithm->schedule || algorithm->jobs;
    if (!needs_more) CHECK(fields(with(algorithm->name)).empty());
  }
  CHECK(replay_fields({message(0, 1)}).empty());
}

TEST_CASE("WorkloadConfig: a butterfly needs 2^k nodes, and its copies must fit into the receive slots",
          "[ALGORITHM-5][ALGORITHM-21]") {
  WorkloadConfig workload = with("butterfly");
  CHECK(fields(workload, {8, 2}).empty());
  CHECK(fields(workload, {3, 4}) == Fields{"algorithm"});
  workload.middle_rounds = 27;
  workload.final_rounds = 27;
  CHECK(fields(workload).empty());
  workload.final_rounds = 28;
  CHECK(fields(workload) == Fields{"final_rounds"});
  workload.final_rounds = 0;
  workload.middle_rounds = 54;
  CHECK(fields(workload).empty());
  workload.middle_rounds = 55;
  CHECK(fields(workload) == Fields{"middle_rounds"});
  workload.middle_rounds = -1;
  CHECK(fields(workload) == Fields{"middle_rounds"});
  workload.middle_rounds = 0;
  workload.final_rounds = 55;
  CHECK(fields(workload) == Fields{"final_rounds"});
  workload.final_rounds = 0;
  for (const int position : {-1, 5}) {
    workload.middle_position = position;
    CHECK(fields(workload) == Fields{"middle_position"});
  }
  workload.middle_position = 0;
  workload.middle_rounds = 1;
  CHECK(fields(workload, {2}) == Fields{"middle_rounds"});
  workload.middle_position = 1;
  CHECK(fields(workload, {2}).empty());
}

TEST_CASE("WorkloadConfig: a bias per sequence needs one for every sequence, whichever are run",
          "[key:pacing.sequence_bias]") {
  WorkloadConfig workload = with("a2at");
  workload.sequences = {2};
  for (const std::size_t count : {1U, 3U, 4U, 5U}) {
    workload.sequence_bias.resize(count);
    CHECK(fields(workload) == (count == 4 ? Fields{} : Fields{"sequence_bias"}));
  }
  workload.sequence_bias.resize(6);
  CHECK(fields(workload, {5, 5}).empty());
  workload = with("ring");
  workload.sequence_bias.resize(5);
  CHECK(fields(workload, {3, 2}).empty());
  workload.algorithm = "barrier";
  CHECK(fields(workload, {3, 2}) == Fields{"sequence_bias"});
}

TEST_CASE("WorkloadConfig: an algorithm that the network does not suit is a fault", "[ALGORITHM-5]") {
  CHECK(fields(with("a2at"), {4, 5}).empty());
  CHECK(fields(with("a2at"), {4, 5, 2, 3}).empty());
  CHECK(fields(with("a2at"), NetworkShape::of_numbers(16)) == Fields{"algorithm"});
  CHECK(fields(with("pwx"), {3, 4}) == Fields{"algorithm"});
  CHECK(fields(with("pwx"), {2, 8}).empty());
  CHECK(fields(with("a2ass2d"), {3, 4}) == Fields{"algorithm"});
  CHECK(fields(with("a2ass2d"), {8, 2}).empty());
  CHECK(fields(with("nearest_neighbour"), NetworkShape::of_numbers(16)) == Fields{"algorithm"});
  CHECK(fields(with("nearest_neighbour"), {4, 3, 2}).empty());
  CHECK(fields(with("transpose"), {4, 2}) == Fields{"algorithm"});
  CHECK(fields(with("transpose"), {4}) == Fields{"algorithm"});
  CHECK(fields(with("transpose"), {4, 2, 3}) == Fields{"algorithm"});
  CHECK(fields(with("transpose"), {4, 2, 4}).empty());
  CHECK(fields(with("tornado"), {2, 2}) == Fields{"algorithm"});
  CHECK(fields(with("tornado"), {2, 3}).empty());
  CHECK(fields(with("ring"), {3, 5}).empty());
}

TEST_CASE("WorkloadConfig: sequences must exist, once each, and belong to the algorithm", "[key:workload.sequences]") {
  WorkloadConfig workload = with("a2at");
  workload.sequences = {1, 4};
  CHECK(fields(workload).empty());
  workload.sequences = {0, 5, 2, 2};
  CHECK(fields(workload).count("sequences") == 3);
  workload.sequences = {20};
  CHECK(fields(workload, {9, 9}).empty());
  workload.sequences = {21};
  CHECK(fields(workload, {9, 9}) == Fields{"sequences"});
  workload.algorithm = "ring";
  workload.sequences = {15};
  CHECK(fields(workload).empty());
  workload.algorithm = "barrier";
  CHECK(fields(workload) == Fields{"sequences"});
}

TEST_CASE("WorkloadConfig: a barrier after each sequence waits for receives") {
  WorkloadConfig workload = with("ring");
  workload.wait_receives = false;
  CHECK(fields(workload).empty());
  workload.sequence_barrier = true;
  CHECK(fields(workload) == Fields{"wait_receives"});
}

TEST_CASE("WorkloadConfig: a ping-pong needs a peer in the torus other than the starter",
          "[key:workload.ping_pong_peer]") {
  WorkloadConfig workload = with("ping_pong");
  workload.ping_pong_peer = {4, 0};
  CHECK(fields(workload) == Fields{"ping_pong_peer"});
  workload.ping_pong_peer = {0, -1};
  CHECK(fields(workload) == Fields{"ping_pong_peer"});
  workload.ping_pong_peer = {0, 0};
  CHECK(fields(workload) == Fields{"ping_pong_peer"});
}

TEST_CASE("WorkloadConfig: sizes and repetitions that cannot be are faults, all listed at once") {
  WorkloadConfig workload = with("ping_pong");
  workload.message_size = Bytes{(1ULL << 24) * 2016 + 1};  // 2^24 packets is the most
  workload.repetitions = 0;
  workload.ping_pong_peer = {9, 9};
  CHECK(fields(workload) == Fields{"message_size", "ping_pong_peer", "repetitions"});
  workload.message_size = Bytes{(1ULL << 24) * 2016};
  CHECK(fields(workload).count("message_size") == 0);
}

TEST_CASE("WorkloadConfig: the load lies above 0 and is what four NICs can offer at most", "[key:workload.load]") {
  WorkloadConfig workload = with("uniform");
  for (const double load : {0.0, -1.0, 4.01, std::numeric_limits<double>::quiet_NaN()}) {
    workload.load = load;
    CHECK(fields(workload) == Fields{"load"});
  }
  workload.load = 4.0;
  CHECK(fields(workload).empty());
}

TEST_CASE("WorkloadConfig: open-loop packets hold a header and fit the MTU, and are measured for some time",
          "[key:workload.packet_size]") {
  WorkloadConfig workload = with("neighbour");
  workload.packet_size = Bytes{31};
  workload.measure = Cycles{0};
  CHECK(fields(workload) == Fields{"measure", "packet_size"});
  workload.packet_size = Bytes{2049};
  CHECK(fields(workload).count("packet_size") == 1);
  workload = with("neighbour");
  workload.packet_size = Bytes{32};
  CHECK(fields(workload).empty());
}

TEST_CASE("WorkloadConfig: a hot spot lies in the torus and takes a share from 0 to 1", "[key:workload.hot_spot]") {
  WorkloadConfig workload = with("hot_spot");
  workload.hot_spot = {4, 4};
  workload.hot_spot_share = 1.5;
  CHECK(fields(workload) == Fields{"hot_spot", "hot_spot_share"});
}

TEST_CASE("WorkloadConfig: every message of a replay that cannot be sent is a fault") {
  CHECK(replay_fields({}) == Fields{"messages"});
  CHECK(replay_fields({message(0, 1), message(16, 1)}) == Fields{"messages[1]"});
  CHECK(replay_fields({message(0, -1)}) == Fields{"messages[0]"});
  CHECK(replay_fields({message(3, 3), message(3, 4, 1, {0})}).empty());
  CHECK(replay_fields({message(3, 3, 0, {0})}) == Fields{"messages[0]"});
  CHECK(replay_fields({message(0, 1, -1)}) == Fields{"messages[0]"});
  CHECK(replay_fields({message(0, 1), message(1, 2, 0, {7})}) == Fields{"messages[1]"});
  // Message 0 goes to node 1, so node 2 cannot have received it.
  CHECK(replay_fields({message(0, 1), message(2, 3, 0, {0})}) == Fields{"messages[1]"});
}

TEST_CASE("WorkloadConfig: messages that wait for each other are faults, also through the order of their sources",
          "[FILE-13]") {
  CHECK(replay_fields({message(0, 1, 0, {1}), message(1, 0, 0, {0}), message(2, 3)}) ==
        Fields{"messages[0]", "messages[1]"});
  // 0 -> 1 waits for the answer to what node 0 sends only afterwards.
  CHECK(replay_fields({message(0, 1, 0, {2}), message(0, 1, 1), message(1, 0, 0, {1})}).size() == 3);
  CHECK(replay_fields({message(0, 1, 1, {2}), message(0, 1, 0), message(1, 0, 0, {1})}).empty());
}

}  // namespace
}  // namespace tactus
