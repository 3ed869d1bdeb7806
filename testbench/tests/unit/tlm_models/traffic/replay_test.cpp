#include <set>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"

namespace tactus {
namespace {

constexpr NetworkShape kShape{4, 3};

WorkloadConfig replay(std::vector<ReplayMessage> messages) {
  WorkloadConfig config;
  config.algorithm = "replay";
  config.messages = std::move(messages);
  return config;
}

/// Random messages that can all be sent: each waits only for earlier ones, and orders grow with the list.
std::vector<ReplayMessage> random_messages(std::uint64_t seed, std::size_t count) {
  const RandomStream draws(seed, 7);
  std::uint64_t index = 0;
  const auto below = [&](std::uint64_t bound) { return draws.below(index++, bound); };
  std::vector<ReplayMessage> messages;
  for (std::size_t i = 0; i < count; ++i) {
    ReplayMessage m;
    m.source = static_cast<int>(below(12));
    m.destination = (m.source + 1 + static_cast<int>(below(11))) % 12;
    m.order = static_cast<int>(i / 3);
    m.bytes = Bytes{below(5000)};
    for (std::size_t j = 0; j < i; ++j) {
      const bool earlier_group = messages[j].order < m.order;
      if (earlier_group && messages[j].destination == m.source && below(2) == 0) m.wait_for.push_back(j);
    }
    messages.push_back(m);
  }
  return messages;
}

TEST_CASE("Replay: a message is sent after all that it waits for has been received, in any order of execution",
          "[REPLAY-1][FILE-7][ALGORITHM-5][key:workload.messages]") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const WorkloadConfig config = replay(random_messages(seed, 60));
    REQUIRE(validate(config, MachineConfig{}).empty());
    const auto workload = Workload::make(config, kShape);
    UntimedRun run(*workload, kShape.nodes(), seed);
    std::set<std::size_t> received;
    std::size_t sent = 0;
    run.on_received = [&](int, const Op& op) { received.insert(op.tag); };
    run.on_send = [&](int node, const Op& op) {
      ++sent;
      const ReplayMessage& m = config.messages[op.tag];
      REQUIRE(m.source == node);
      for (const std::size_t awaited : m.wait_for) REQUIRE(received.count(awaited) == 1);
    };
    REQUIRE(run.run());
    CHECK(sent == 60);
    CHECK(received.size() == 60);
  }
}

TEST_CASE("Replay: a rank sends by order, equal orders together before one wait", "[REPLAY-3][FILE-3]") {
  std::vector<ReplayMessage> messages(5);
  const std::vector<int> orders = {2, 0, 2, 1, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    messages[i].source = 3;
    messages[i].destination = 4;
    messages[i].order = orders[i];
  }
  const auto ops = ops_of(*Workload::make(replay(messages), kShape), 3);
  std::vector<int> tags;  // -1: wait
  for (const Op& op : ops) {
    REQUIRE((op.kind == OpKind::kIsend || op.kind == OpKind::kWaitFor));
    tags.push_back(op.kind == OpKind::kIsend ? static_cast<int>(op.tag) : -1);
  }
  CHECK(tags == std::vector<int>{1, 4, -1, 3, -1, 0, 2, -1});
}

TEST_CASE(
    "Replay: receives are posted when first named, in the order of the messages and of their labels, the rest last",
    "[REPLAY-1][REPLAY-3][REPLAY-4][REPLAY-5][REPLAY-6]") {
  // Messages 0 to 4 come to node 3; it sends 5 and 6 in one group, then 7.
  std::vector<ReplayMessage> messages(8);
  for (std::size_t i = 0; i < 5; ++i) {
    messages[i].source = static_cast<int>(i) % 2;
    messages[i].order = static_cast<int>(i);
    messages[i].destination = 3;
  }
  for (std::size_t i = 5; i < 8; ++i) {
    messages[i].source = 3;
    messages[i].destination = 0;
  }
  messages[5].wait_for = {4, 1};
  messages[6].wait_for = {1, 3};
  messages[7].order = 1;
  messages[7].wait_for = {3, 4};  // both have been received: no call
  const auto workload = Workload::make(replay(messages), kShape);
  std::vector<std::string> calls;
  for (const Op& op : ops_of(*workload, 3)) {
    switch (op.kind) {
      case OpKind::kIrecv:
        calls.push_back("irecv " + std::to_string(op.tag));
        break;
      case OpKind::kIsend:
        calls.push_back("isend " + std::to_string(op.tag));
        break;
      default:
        calls.emplace_back("wait");
    }
  }
  CHECK(calls == std::vector<std::string>{"irecv 4", "irecv 1", "irecv 3", "wait", "isend 5", "isend 6", "wait",
                                          "isend 7", "wait", "irecv 0", "irecv 2", "wait"});
  // A rank to which nothing is left makes no call at its end.
  const std::vector<Op> of_sender = ops_of(*workload, 1);
  CHECK(of_sender.at(of_sender.size() - 2).kind == OpKind::kIsend);
  CHECK(of_sender.back().kind == OpKind::kWaitFor);
}

TEST_CASE("Replay: no send is paired with a receive", "[REPLAY-7]") {
  std::vector<ReplayMessage> messages = random_messages(3, 60);
  const auto workload = Workload::make(replay(messages), kShape);
  for (int node = 0; node < 12; ++node) {
    for (const Op& op : ops_of(*workload, node)) CHECK_FALSE(op.paired);
  }
}

TEST_CASE("Replay: the messages of a group take the NICs in turn", "[REPLAY-2]") {
  std::vector<ReplayMessage> messages(6);
  for (std::size_t i = 0; i < 6; ++i) messages[i].destination = static_cast<int>(i) + 1;
  std::vector<int> nics;
  for (const Op& op : ops_of(*Workload::make(replay(messages), kShape), 0)) {
    if (op.kind == OpKind::kIsend) nics.push_back(op.nic);
  }
  CHECK(nics == std::vector<int>{0, 1, 2, 3, 0, 1});
}

TEST_CASE("Replay: a delay is computing time right before the send", "[REPLAY-2][FILE-6]") {
  std::vector<ReplayMessage> messages(2);
  messages[0].destination = 1;
  messages[1].destination = 2;
  messages[1].delay = Cycles{123};
  const auto ops = ops_of(*Workload::make(replay(messages), kShape), 0);
  REQUIRE(ops.size() == 4);
  CHECK(ops[0].kind == OpKind::kIsend);
  CHECK(ops[1].kind == OpKind::kCompute);
  CHECK(ops[1].cycles == Cycles{123});
  CHECK(ops[2].kind == OpKind::kIsend);
  CHECK(ops[3].kind == OpKind::kWaitFor);
}

}  // namespace
}  // namespace tactus
