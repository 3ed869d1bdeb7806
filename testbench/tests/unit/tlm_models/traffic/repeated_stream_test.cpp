#include "tlm_models/traffic/repeated_stream.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/collectives/collective_program.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

constexpr int kNics = 4;

CollectiveCall call_on_a_grid(CollectiveKind kind) {
  CollectiveCall call;
  call.kind = kind;
  call.ranks.resize(12);
  std::iota(call.ranks.begin(), call.ranks.end(), 0);
  call.bytes = Bytes{5000};
  call.nics = kNics;
  call.grid = {{4, 3}, {true, true}};
  return call;
}

/// So many calls, each rank's after the end of its last one, all of them in memory.
Schedule schedule_of(CollectiveCall call, const std::string& method, int calls) {
  Schedule schedule;
  std::vector<Ends> ends(call.ranks.size());
  for (int i = 0; i < calls; ++i) {
    const Collective collective(call, method);
    for (int member = 0; member < collective.members(); ++member) {
      Ends& end = ends[static_cast<std::size_t>(member)];
      end = emit_all(collective, member, schedule, end);
    }
    call.tag += CollectiveCall::kTags;
  }
  REQUIRE(schedule.match(kNics, 1).empty());
  return schedule;
}

std::uint64_t orders_of(const Schedule& schedule) {
  std::uint64_t orders = 0;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    for (const std::uint32_t order : schedule.program(rank).order) {
      orders = std::max(orders, std::uint64_t{order} + 1);
    }
  }
  return orders;
}

struct Read {
  PlannedOperation planned;
  std::set<std::pair<std::uint64_t, bool>> dependencies;
  std::uint64_t floor;
};

std::optional<Read> read_from(OperationStream& stream) {
  std::vector<OperationDependency> dependencies;
  const std::optional<PlannedOperation> planned = stream.read(dependencies);
  if (!planned) return std::nullopt;
  Read read{*planned, {}, stream.floor()};
  for (const OperationDependency& each : dependencies) read.dependencies.emplace(each.earlier, each.on_begin);
  return read;
}

void require_equal(const PlannedOperation& a, const PlannedOperation& b) {
  REQUIRE(a.operation.kind == b.operation.kind);
  REQUIRE(a.operation.amount == b.operation.amount);
  REQUIRE(a.operation.nic == b.operation.nic);
  if (a.operation.kind == OperationKind::kCompute || a.operation.kind == OperationKind::kWait) return;
  REQUIRE(a.operation.peer == b.operation.peer);
  REQUIRE(a.operation.tag == b.operation.tag);
}

TEST_CASE("Repeated stream: its operations are those of as many calls, one after the other",
          "[OPERATION-8][ALGORITHM-34]") {
  constexpr int kCalls = 3;
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    if (static_cast<CollectiveKind>(kind) == CollectiveKind::kAlltoallv) continue;
    for (const CollectiveMethod* method : methods_of(static_cast<CollectiveKind>(kind))) {
      CollectiveCall call = call_on_a_grid(static_cast<CollectiveKind>(kind));
      if (call.kind == CollectiveKind::kHalo) call.counts = {700, 900};
      if (method->misfit != nullptr && !method->misfit(Collective(call, "automatic")).empty()) continue;
      CAPTURE(name_of(call.kind), method->name);
      const Schedule all = schedule_of(call, method->name, kCalls);
      const Schedule one = schedule_of(call, method->name, 1);
      for (int rank = 0; rank < one.ranks(); ++rank) {
        ScheduleStream expected(all.program(rank));
        RepeatedStream repeated(one.program(rank), kCalls, orders_of(one));
        const std::uint64_t once = one.program(rank).operations.size();
        for (std::uint64_t number = 0;; ++number) {
          const std::optional<Read> a = read_from(expected);
          const std::optional<Read> b = read_from(repeated);
          REQUIRE(a.has_value() == b.has_value());
          if (!a) break;
          require_equal(a->planned, b->planned);
          // The first operations of a call come after the last one of the call before, and so do all others.
          const bool joins = number >= once && number % once != 0 && b->dependencies.empty();
          REQUIRE_FALSE(joins);
          for (const auto& each : b->dependencies) {
            REQUIRE((a->dependencies.count(each) == 1 || each.first + 1 == number / once * once));
          }
          REQUIRE(b->planned.order >= number / once * orders_of(one));
          REQUIRE(b->planned.order < (number / once + 1) * orders_of(one));
          REQUIRE(b->floor >= number / once * orders_of(one));
        }
      }
    }
  }
}

TEST_CASE("Repeated stream: a program knows a few operations, however often they are repeated", "[OPERATION-8]") {
  const Schedule one = schedule_of(call_on_a_grid(CollectiveKind::kBarrier), "dissemination", 1);
  constexpr int kCalls = 200'000;
  OperationProgram program(std::make_unique<RepeatedStream>(one.program(0), kCalls, orders_of(one)),
                           MachineConfig{}.clock);
  std::uint64_t steps = 0;
  std::size_t most = 0;
  while (const std::optional<Op> op = program.next_step(0)) {
    ++steps;
    most = std::max(most, program.window());
    program.step_ended(*op);
    if (op->kind == OpKind::kIsend) program.sent(op->operation);
    if (op->kind == OpKind::kIrecv) program.received(*op);
  }
  CHECK(program.ended());
  CHECK(steps == kCalls * one.program(0).operations.size());
  CHECK(most <= 2 * one.program(0).operations.size());
}

}  // namespace
}  // namespace tactus
