#include <algorithm>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/collectives/specification.h"

namespace tactus {
namespace {

using test::call_of;
using test::call_on;
using test::RecordedCall;
using test::RecordedMember;
using test::RecordedOperation;

bool same(const Operation& a, const Operation& b) {
  return a.amount == b.amount && a.peer == b.peer && a.tag == b.tag && a.kind == b.kind && a.nic == b.nic;
}

TEST_CASE("Collectives: a member's operations are the same whenever its rounds are written", "[COLLECTIVE-13]") {
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    CollectiveCall call = call_on(static_cast<CollectiveKind>(kind), {4, 4}, 700);
    if (call.kind == CollectiveKind::kAlltoallv) call.counts.assign(256, 9);
    if (call.kind == CollectiveKind::kHalo) call.counts = {50, 60};
    call.chunk = Bytes{30};
    call.combine_ps_per_byte = 1;
    for (const CollectiveMethod* method : methods_of(call.kind)) {
      CAPTURE(name_of(call.kind), method->name);
      const Collective collective(call, method->name);
      const RecordedCall at_once(collective);
      const RecordedCall in_turn(collective, true);
      bool equal = true;
      for (std::size_t m = 0; m < at_once.members().size(); ++m) {
        const RecordedMember& one = at_once.members()[m];
        const RecordedMember& other = in_turn.members()[m];
        REQUIRE(one.operations.size() == other.operations.size());
        for (std::size_t i = 0; i < one.operations.size(); ++i) {
          const RecordedOperation& a = one.operations[i];
          const RecordedOperation& b = other.operations[i];
          equal = equal && same(a.operation, b.operation) && a.after_end == b.after_end &&
                  a.after_begin == b.after_begin && a.round == b.round;
        }
      }
      CHECK(equal);
    }
  }
}

/// Operations of one kind of a member, in their order.
std::vector<std::size_t> indices(const RecordedMember& member, OperationKind kind) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < member.operations.size(); ++i) {
    if (member.operations[i].operation.kind == kind) found.push_back(i);
  }
  return found;
}

bool contains(const std::vector<OperationSink::Index>& list, std::size_t index) {
  return std::find(list.begin(), list.end(), index) != list.end();
}

TEST_CASE("Collectives: messages of a round wait for those of two rounds before, and for the order of their lane",
          "[COLLECTIVE-14]") {
  const RecordedCall call(Collective(call_of(CollectiveKind::kAllreduce, 6, 600), "ring"));
  for (const RecordedMember& member : call.members()) {
    for (const OperationKind kind : {OperationKind::kSend, OperationKind::kReceive}) {
      const std::vector<std::size_t> messages = indices(member, kind);
      REQUIRE(messages.size() == 10);
      for (std::size_t i = 1; i < messages.size(); ++i) {
        const RecordedOperation& message = member.operations[messages[i]];
        CHECK(contains(message.after_begin, messages[i - 1]));
        if (i >= 2) CHECK(contains(message.after_end, messages[i - 2]));
      }
    }
  }
}

TEST_CASE("Collectives: an alltoall round by round sends when both messages of the round before have ended",
          "[COLLECTIVE-22]") {
  for (const char* method : {"linear_shift", "pairwise", "phased"}) {
    CAPTURE(method);
    const RecordedCall call(Collective(call_on(CollectiveKind::kAlltoall, {4, 4}, 10), method));
    for (const RecordedMember& member : call.members()) {
      const std::vector<std::size_t> sends = indices(member, OperationKind::kSend);
      const std::vector<std::size_t> receives = indices(member, OperationKind::kReceive);
      REQUIRE(sends.size() == 15);
      REQUIRE(receives.size() == 15);
      for (std::size_t i = 1; i < sends.size(); ++i) {
        const RecordedOperation& send = member.operations[sends[i]];
        CHECK(contains(send.after_end, sends[i - 1]));
        CHECK(contains(send.after_end, receives[i - 1]));
      }
    }
  }
}

TEST_CASE("Collectives: operations carry the tag, place, processor and NIC of their call", "[COLLECTIVE-15]") {
  CollectiveCall call = call_of(CollectiveKind::kAllreduce, 3, 90);
  call.nics = 2;
  call.tag = 40;
  call.place = 17;
  call.processor = 3;
  call.combine_ps_per_byte = 0.4;
  const RecordedCall recorded(Collective(call, "ring"));
  const std::vector<RecordedOperation>& operations = recorded.members()[1].operations;
  int nic = 0;
  for (std::size_t i = 1; i < operations.size(); ++i) {
    const Operation& operation = operations[i].operation;
    CHECK(operation.place == 17);
    CHECK(operation.processor == 3);
    if (operation.kind == OperationKind::kSend) {
      CHECK(operation.tag == 40);
      CHECK(operation.amount == 15);
      CHECK(operation.nic == nic);
      nic = 1 - nic;
    }
    if (operation.kind == OperationKind::kCompute) CHECK(operation.amount == 6);
  }
  CHECK(operations.back().operation.kind == OperationKind::kWait);
}

TEST_CASE("Collectives: a part by dimensions has a tag and a NIC of its own", "[COLLECTIVE-15]") {
  CollectiveCall call = call_on(CollectiveKind::kAllreduce, {3, 3}, 900);
  call.nics = 3;
  const RecordedCall recorded(Collective(call, "bucket"));
  for (const RecordedOperation& operation : recorded.members()[4].operations) {
    if (operation.operation.kind != OperationKind::kSend) continue;
    CHECK(operation.operation.nic == static_cast<int>(operation.operation.tag % 4) % 3);
  }
}

TEST_CASE("Collectives: a call of one member only waits for what came before", "[COLLECTIVE-16]") {
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    CollectiveCall call = call_on(static_cast<CollectiveKind>(kind), {1, 1}, 8);
    if (call.kind == CollectiveKind::kAlltoallv) call.counts = {8};
    if (call.kind == CollectiveKind::kHalo) call.counts = {8, 8};
    for (const CollectiveMethod* method : methods_of(call.kind)) {
      if (method->name == "phased") continue;
      CAPTURE(name_of(call.kind), method->name);
      const RecordedCall recorded(Collective(call, method->name));
      REQUIRE(recorded.members()[0].operations.size() == 2);
      CHECK(recorded.members()[0].operations[1].operation.kind == OperationKind::kWait);
      CHECK(recorded.members()[0].operations[1].after_end == std::vector<OperationSink::Index>{0});
    }
  }
}

TEST_CASE("Collectives: the first operations wait for all that came before the call, and what comes after for its end",
          "[COLLECTIVE-16]") {
  /// Operations of one rank.
  class OneRank final : public OperationSink {
   public:
    Index add(int, const Operation&) override {
      waits.emplace_back();
      return static_cast<Index>(waits.size() - 1);
    }
    void after_end_of(int, Index operation, Index earlier) override { waits[operation].push_back(earlier); }
    void after_begin_of(int, Index, Index) override {}
    std::vector<std::vector<Index>> waits;
  };
  OneRank rank;
  rank.add(0, {});
  rank.add(0, {});
  const Collective collective(call_of(CollectiveKind::kAllreduce, 2, 8), "recursive_doubling");
  const OperationSink::Index end = emit_all(collective, 0, rank, {0, 1});
  CHECK(rank.waits[2] == std::vector<OperationSink::Index>{0, 1});
  CHECK(end + 1 == rank.waits.size());
  CHECK(rank.waits[end].size() == 2);
  const OperationSink::Index second = emit_all(collective, 0, rank, end);
  CHECK(rank.waits[end + 1] == std::vector<OperationSink::Index>{end});
  CHECK(second > end);
}

}  // namespace
}  // namespace tactus
