#include "tlm_models/traffic/receive_queue.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "testbench/tests/unit/tlm_models/traffic/slot_run.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/algorithms/butterfly.h"
#include "tlm_models/traffic/early_messages.h"

namespace tactus {
namespace {

Op receive_of_order(std::uint64_t order, std::uint32_t tag, int peer = 0) {
  Op op;
  op.kind = OpKind::kIrecv;
  op.order = order;
  op.tag = tag;
  op.peer = peer;
  return op;
}

TEST_CASE("ReceiveQueue: the lowest order is first, then what was posted first", "[RANK-28]") {
  ReceiveQueue queue;
  queue.push(3, receive_of_order(5, 1));
  queue.push(1, receive_of_order(2, 2));
  queue.push(2, receive_of_order(5, 3));
  queue.push(4, receive_of_order(2, 4));
  std::vector<std::uint32_t> tags;
  while (!queue.empty()) tags.push_back(queue.take().op.tag);
  CHECK(tags == std::vector<std::uint32_t>{2, 4, 1, 3});
}

TEST_CASE("ReceiveQueue: the last free slot is for a receive below which nothing can come", "[RANK-29]") {
  ReceiveQueue queue;
  CHECK_FALSE(queue.can_take(16, 100));
  queue.push(0, receive_of_order(5, 1));
  CHECK_FALSE(queue.can_take(0, 100));
  CHECK_FALSE(queue.can_take(1, 4));
  CHECK(queue.can_take(1, 5));
  CHECK(queue.can_take(2, 0));
}

TEST_CASE("ReceiveQueue: a receive that is cancelled keeps its place, and is held no more", "[RANK-12]") {
  ReceiveQueue queue;
  queue.push(0, receive_of_order(1, 7, 9));
  CHECK(queue.holds(0, receive_of_order(0, 7, 9)));
  CHECK_FALSE(queue.cancel(1, receive_of_order(0, 7, 9)));
  CHECK_FALSE(queue.cancel(0, receive_of_order(0, 8, 9)));
  CHECK_FALSE(queue.cancel(0, receive_of_order(0, 7, 8)));
  CHECK(queue.cancel(0, receive_of_order(0, 7, 9)));
  CHECK_FALSE(queue.holds(0, receive_of_order(0, 7, 9)));
  CHECK_FALSE(queue.cancel(0, receive_of_order(0, 7, 9)));
  CHECK(queue.take().cancelled);
}

/// Numbers drawn one after the other from a seed.
class SlotDraws {
 public:
  explicit SlotDraws(std::uint64_t seed) : stream_(seed, 1) {}
  int between(int first, int last) {
    return first + static_cast<int>(stream_.below(index_++, static_cast<std::uint64_t>(last - first + 1)));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }

 private:
  RandomStream stream_;
  std::uint64_t index_ = 0;
};

/// Messages between any ranks, some to themselves; each waits for up to three that were sent before it in the list.
std::vector<ReplayMessage> drawn_messages(SlotDraws& draws, int ranks) {
  std::vector<ReplayMessage> messages;
  std::vector<int> order(static_cast<std::size_t>(ranks), 0);
  for (int i = draws.between(1, 400); i > 0; --i) {
    ReplayMessage message;
    message.source = draws.between(0, ranks - 1);
    message.destination = draws.chance(30) ? 0 : draws.between(0, ranks - 1);
    int& next = order[static_cast<std::size_t>(message.source)];
    if (draws.chance(50)) ++next;
    for (int j = 0; j < 3 && !messages.empty(); ++j) {
      const auto other = static_cast<std::size_t>(draws.between(0, static_cast<int>(messages.size()) - 1));
      const bool known = std::count(message.wait_for.begin(), message.wait_for.end(), other) != 0;
      if (messages[other].destination == message.source && !known) message.wait_for.push_back(other);
    }
    if (!message.wait_for.empty()) ++next;  // so that a group awaits only what was sent by groups above it
    message.order = next;
    messages.push_back(message);
  }
  return messages;
}

struct DrawnExchange {
  NetworkShape nodes;
  WorkloadConfig workload;
  int nics = 1;

  [[nodiscard]] RankMap map() const { return RankMap::make(workload, nodes, 1, nics); }
  [[nodiscard]] std::unique_ptr<Workload> make() const { return Workload::make(workload, nodes, 1, nics); }
  [[nodiscard]] int most_early() const {
    MachineConfig machine;
    machine.network = nodes;
    machine.nic.count = nics;
    return static_cast<int>(early_messages(workload, machine));
  }
  [[nodiscard]] std::string text() const {
    std::string jobs;
    for (const JobConfig& job : workload.jobs) {
      jobs += fmt::format("; {} of {} ranks, {} times, {}, wait_receives {}", job.program.algorithm.name(), job.ranks,
                          job.program.repetitions, job.program.placement.name(), job.program.wait_receives);
    }
    return fmt::format("algorithm {}, {} nodes of {} ranks, {} NICs, wait_receives {}, {} messages{}",
                       workload.algorithm.name(), nodes.text(), workload.ranks_per_node, nics, workload.wait_receives,
                       workload.messages.size(), jobs);
  }
};

std::vector<AlgorithmName> drawable_on(const RankShape& ranks) {
  std::vector<AlgorithmName> all = {"replay", "schedule", "schedule", "jobs", "jobs"};  // more often than the others
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    const bool fits = algorithm->misfit == nullptr || algorithm->misfit(ranks).empty();
    // Collectives of many ranks have more messages than this way to execute them can stand.
    const bool small = !algorithm->collective || ranks.ranks() <= 16;
    if (algorithm->make != nullptr && fits && small) all.push_back(algorithm->name);
  }
  return all;
}

/// Two programs beside each other, with several ranks on some node if there are any.
std::vector<JobConfig> drawn_jobs(SlotDraws& draws, const RankShape& ranks) {
  std::vector<JobConfig> jobs(2);
  const int first = draws.between(2, std::max(2, ranks.ranks() - 2));
  for (std::size_t i = 0; i < jobs.size() && ranks.ranks() - static_cast<int>(i) * first >= 2; ++i) {
    const std::vector<AlgorithmName> names = {"ring", "permutation", "barrier", "broadcast", "allreduce"};
    jobs[i].program.algorithm = names[static_cast<std::size_t>(draws.between(0, 4))];
    jobs[i].program.repetitions = draws.between(1, 4);
    jobs[i].program.wait_receives = draws.chance(50);
    if (draws.chance(50)) jobs[i].program.placement = "random";
    jobs[i].ranks = i == 0 ? first : ranks.ranks() - first;
  }
  if (ranks.ranks() - first < 2) jobs.pop_back();
  return jobs;
}

DrawnExchange drawn_exchange(std::uint64_t seed) {
  SlotDraws draws(seed);
  DrawnExchange exchange;
  const std::vector<NetworkShape> shapes = {{2}, {4}, {5}, {2, 2}, {3, 2}, {2, 2, 2}};
  exchange.nodes = shapes[static_cast<std::size_t>(draws.between(0, static_cast<int>(shapes.size()) - 1))];
  WorkloadConfig& workload = exchange.workload;
  const int per_node = draws.chance(30) ? 1 << draws.between(0, 4) : draws.between(1, 24);
  workload.ranks_per_node = std::max(1, std::min(per_node, 64 / exchange.nodes.nodes()));
  exchange.nics = draws.between(1, 8);
  const RankShape shape{exchange.nodes, workload.ranks_per_node, exchange.nics};
  const int ranks = shape.ranks();
  const std::vector<AlgorithmName> algorithms = drawable_on(shape);
  workload.algorithm = algorithms[static_cast<std::size_t>(draws.between(0, static_cast<int>(algorithms.size()) - 1))];
  workload.repetitions = draws.between(1, 4);
  workload.sequence_barrier = draws.chance(20);
  workload.wait_receives = workload.sequence_barrier || draws.chance(70);
  workload.middle_position = 1;
  workload.middle_rounds = draws.between(0, 3);
  workload.final_rounds = std::min(draws.between(0, 6), most_copies(exchange.nics) - workload.middle_rounds);
  if (draws.chance(20)) workload.placement = "random";
  if (workload.algorithm == "replay") workload.messages = drawn_messages(draws, ranks);
  if (workload.algorithm == "jobs") workload.jobs = drawn_jobs(draws, shape);
  if (workload.algorithm == "schedule") {
    ScheduleDraw limits;
    limits.ranks = ranks;
    limits.processors = draws.between(1, 3);
    limits.messages = draws.between(1, 400);
    limits.nics = exchange.nics;
    limits.any_rank = draws.chance(60) ? draws.between(10, 90) : 0;
    const RankMap map = exchange.map();
    limits.may_meet_any = [&map](int from, int to) { return map.node(from) != map.node(to); };
    const auto schedule = drawn_schedule(limits, [&draws](int bound) { return draws.between(0, bound - 1); });
    REQUIRE(schedule->match(exchange.nics, 1).empty());
    workload.schedule = schedule;
  }
  return exchange;
}

TEST_CASE(
    "Receive slots: no exchange waits for them in a circle, however few, or has more early messages than foretold",
    "[RANK-26][JOB-6][long][key:nic.unexpected_entries]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const DrawnExchange exchange = drawn_exchange(seed);
    const RankMap map = exchange.map();
    const std::unique_ptr<Workload> workload = exchange.make();
    for (const int slots : {1, 2, 16}) {
      CAPTURE(seed, exchange.text(), slots);
      SlotRun run(*workload, map, slots, seed);
      REQUIRE(run.run());
      REQUIRE(run.most_early() <= exchange.most_early());
    }
  }
}

using Key = std::tuple<int, int, int, std::uint32_t>;

/// Order of each message's receive; nothing if a program posts one below its floor.
std::map<Key, std::uint64_t> orders_of(const Workload& workload, int ranks) {
  std::map<Key, std::uint64_t> orders;
  for (int rank = 0; rank < ranks; ++rank) {
    std::uint64_t floor = 0;
    for (const Op& op : ops_of(workload, rank)) {
      if (!is_post(op.kind)) continue;
      if (op.kind == OpKind::kIrecv && op.order < floor) return {};
      if (op.kind == OpKind::kIrecv) orders[{op.peer, rank, op.nic, op.tag}] = op.order;
      if (op.floor < floor) return {};
      floor = op.floor;
    }
  }
  return orders;
}

/// Every send comes when receives of lower orders than its message's have been waited for, and no others, and every
/// wait is for receives up to the floor.
bool keeps_order(const Workload& workload, int rank, const std::map<Key, std::uint64_t>& orders) {
  std::vector<Op> posted;
  std::uint64_t awaited = 0;  // above all orders that have been waited for
  std::uint64_t floor = 0;
  for (const Op& op : ops_of(workload, rank)) {
    const auto named = [&op](const Op& other) { return other.peer == op.peer && other.tag == op.tag; };
    if (op.kind == OpKind::kIrecv) posted.push_back(op);
    if (op.kind == OpKind::kCancel) posted.erase(std::remove_if(posted.begin(), posted.end(), named), posted.end());
    if (is_post(op.kind)) floor = op.floor;
    for (const Op& each : posted) {
      const bool waited = op.kind == OpKind::kWaitReceives || (op.kind == OpKind::kWaitFirst && named(each));
      if (waited) awaited = std::max(awaited, each.order + 1);
      if (waited && each.order > floor) return false;
    }
    if (op.kind == OpKind::kWaitReceives) posted.clear();
    if (op.kind == OpKind::kIsend && orders.at({rank, op.peer, op.peer_nic, op.tag}) < awaited) return false;
  }
  return true;
}

TEST_CASE("Receive slots: all programs number their messages by what these wait for", "[RANK-30]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const DrawnExchange exchange = drawn_exchange(seed);
    const AlgorithmPolicy& algorithm = policy(exchange.workload.algorithm);
    const auto is_collective = [](const JobConfig& job) { return policy(job.program.algorithm).collective; };
    const std::vector<JobConfig>& jobs = exchange.workload.jobs;
    const bool of_jobs = std::any_of(jobs.begin(), jobs.end(), is_collective);
    if (algorithm.schedule || algorithm.collective || of_jobs) continue;  // see schedule_test.cpp
    CAPTURE(seed, exchange.text());
    const std::unique_ptr<Workload> workload = exchange.make();
    const int ranks = exchange.map().ranks();
    const std::map<Key, std::uint64_t> orders = orders_of(*workload, ranks);
    REQUIRE((!orders.empty() || workload->messages() == 0));
    for (int rank = 0; rank < ranks; ++rank) REQUIRE(keeps_order(*workload, rank, orders));
  }
}

}  // namespace
}  // namespace tactus
