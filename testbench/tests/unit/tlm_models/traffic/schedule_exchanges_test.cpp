#include "tlm_models/traffic/schedule_exchanges.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "testbench/tests/unit/tlm_models/traffic/written_schedule.h"
#include "tlm_models/traffic/fixed_order.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Index = OperationSink::Index;
constexpr Index kNone = Schedule::kNone;

/// A schedule whose exchanges are looked for.
struct Exchanges : WrittenSchedule {
  Index send(int rank, int to, std::uint32_t tag, int nic = 0, int processor = 0) {
    return add(rank, OperationKind::kSend, 5000, to, tag, nic, processor);
  }
  Index receive(int rank, int from, std::uint32_t tag, int nic = 0) {
    return add(rank, OperationKind::kReceive, 5000, from, tag, nic);
  }
  void match() { REQUIRE(schedule.match(4, 20, true).empty()); }
  [[nodiscard]] Index partner(int rank, Index send) const { return schedule.program(rank).exchange[send]; }
};

}  // namespace

TEST_CASE("Exchanges: the halves of a step of all ranks are found, whatever else they compute", "[OPERATION-18]") {
  Exchanges written;
  constexpr int kRanks = 4;
  std::vector<Index> receives;
  std::vector<Index> sends;
  for (int rank = 0; rank < kRanks; ++rank) {
    const Index before = written.add(rank, OperationKind::kCompute, 1000 * static_cast<std::uint64_t>(rank));
    receives.push_back(written.receive(rank, (rank + kRanks - 1) % kRanks, 0));
    sends.push_back(written.send(rank, (rank + 1) % kRanks, 0));
    written.schedule.after_end_of(rank, sends.back(), before);
  }
  written.match();
  for (int rank = 0; rank < kRanks; ++rank) {
    CHECK(written.partner(rank, sends[static_cast<std::size_t>(rank)]) == receives[static_cast<std::size_t>(rank)]);
  }
  CHECK(written.schedule.why_no_exchange().empty());
}

TEST_CASE("Exchanges: a request and its answer are none", "[OPERATION-18]") {
  Exchanges written;
  written.send(0, 1, 0);
  written.receive(0, 1, 1);
  const Index asked = written.receive(1, 0, 0);
  const Index answer = written.send(1, 0, 1);
  written.schedule.after_end_of(1, answer, asked);
  written.match();
  CHECK(written.schedule.why_no_exchange() ==
        "the send to rank 1 of rank 0 (line 1) has no other half: on NIC 0 rank 0 receives no message that can be sent "
        "whether or not this one has come, and this one whether or not that has");
}

TEST_CASE("Exchanges: sends of one NIC whose order depends on time are none", "[OPERATION-18]") {
  for (const bool ordered : {false, true}) {
    Exchanges written;
    std::vector<Index> sends;
    for (int rank = 0; rank < 2; ++rank) {
      for (std::uint32_t tag = 0; tag < 2; ++tag) written.receive(rank, 1 - rank, tag);
      for (std::uint32_t tag = 0; tag < 2; ++tag) {
        sends.push_back(written.send(rank, 1 - rank, tag));
        if (tag == 1 && ordered) written.schedule.after_begin_of(rank, sends.back(), sends[sends.size() - 2]);
      }
    }
    written.match();
    CHECK(written.partner(0, sends[0]) == (ordered ? 0 : kNone));
    CHECK(written.partner(0, sends[1]) == (ordered ? 1 : kNone));
    CHECK(written.partner(1, sends[3]) == (ordered ? 1 : kNone));
    CHECK(written.schedule.why_no_exchange() ==
          (ordered ? ""
                   : "the send to rank 1 of rank 0 (line 3) can come before or after another one on NIC 0, as time has "
                     "it: let one depend on the other's begin"));
  }
}

TEST_CASE("Exchanges: a send that follows another's begin on another processor can come first all the same",
          "[OPERATION-18]") {
  for (const int processor : {0, 1}) {
    Exchanges written;
    Index first = 0;
    for (int rank = 0; rank < 2; ++rank) {
      written.receive(rank, 1 - rank, 0);
      written.receive(rank, 1 - rank, 1);
      first = written.send(rank, 1 - rank, 0);
      written.schedule.after_begin_of(rank, written.send(rank, 1 - rank, 1, 0, processor), first);
    }
    written.match();
    CHECK(written.partner(1, first) == (processor == 0 ? 0 : kNone));
  }
}

TEST_CASE("Exchanges: two pairs in opposite orders on one NIC are paired by their places in its ring",
          "[OPERATION-18]") {
  Exchanges written;
  std::vector<Index> sends;
  for (int rank = 0; rank < 2; ++rank) {
    const auto first = static_cast<std::uint32_t>(rank);
    for (std::uint32_t tag = 0; tag < 2; ++tag) written.receive(rank, 1 - rank, tag);
    sends.push_back(written.send(rank, 1 - rank, first));
    sends.push_back(written.send(rank, 1 - rank, 1 - first));
    written.schedule.after_begin_of(rank, sends.back(), sends[sends.size() - 2]);
  }
  written.match();
  // Tag 0, which rank 0 sends first, would wait for the tag 0 of rank 1, which stands behind tag 1 there, and so on.
  CHECK(written.partner(0, sends[0]) == 1);
  CHECK(written.partner(1, sends[2]) == 0);
  CHECK(written.partner(0, sends[1]) == 0);
}

TEST_CASE("Exchanges: a send that comes after the end of another on a second NIC is no half of that one's pair",
          "[OPERATION-18]") {
  Exchanges written;
  for (int rank = 0; rank < 2; ++rank) {
    for (int nic = 0; nic < 2; ++nic) written.receive(rank, 1 - rank, static_cast<std::uint32_t>(nic), nic);
    const Index first = written.send(rank, 1 - rank, static_cast<std::uint32_t>(rank), rank);
    const Index second = written.send(rank, 1 - rank, static_cast<std::uint32_t>(1 - rank), 1 - rank);
    written.schedule.after_end_of(rank, second, first);
  }
  written.match();
  CHECK_FALSE(written.schedule.why_no_exchange().empty());
}

TEST_CASE("Exchanges: receives from any rank, messages to oneself and two that come meanwhile are none",
          "[OPERATION-18]") {
  Exchanges any;
  for (int rank = 0; rank < 2; ++rank) {
    any.receive(rank, Operation::kAnyRank, 0, -1);
    any.send(rank, 1 - rank, 0, -1);
  }
  any.match();
  CHECK(any.schedule.why_no_exchange() == "the send to rank 1 of rank 0 (line 2) is for a receive from any rank");

  Exchanges own;
  own.receive(0, 0, 0);
  own.send(0, 0, 0);
  own.match();
  CHECK(own.schedule.why_no_exchange() == "no message of the schedule leaves its node");

  Exchanges two;
  two.send(0, 1, 0);
  two.receive(0, 1, 0);
  two.receive(0, 2, 0);
  two.receive(1, 0, 0);
  two.send(1, 0, 0);
  two.send(2, 0, 0);
  two.match();
  CHECK(two.partner(0, 0) == kNone);
  CHECK(two.partner(1, 1) == 0);

  Exchanges late;
  const Index first = late.send(0, 1, 0);
  late.schedule.after_end_of(0, late.receive(0, 1, 0), first);
  late.receive(1, 0, 0);
  late.send(1, 0, 0);
  late.match();
  CHECK(late.partner(0, first) == kNone);
}

TEST_CASE("Exchanges: a wait that keeps its processor from others leaves nothing that can be ordered",
          "[OPERATION-18]") {
  for (const bool ordered : {false, true}) {
    Exchanges written;
    for (int rank = 0; rank < 2; ++rank) {
      const Index receive = written.receive(rank, 1 - rank, 0);
      const Index wait = written.add(rank, OperationKind::kWait);
      written.schedule.after_end_of(rank, wait, receive);
      const Index send = written.send(rank, 1 - rank, 0);
      if (ordered) written.schedule.after_begin_of(rank, wait, send);
    }
    written.match();
    CHECK(written.schedule.why_no_exchange().empty() == ordered);
    if (!ordered) CHECK(written.schedule.why_no_exchange().substr(0, 31) == "the wait of rank 0 (line 2) kee");
  }
}

namespace {

/// By brute force: which operations `later` is after, once they have been given to the machine.
std::vector<bool> all_before(const Schedule::Program& program, Index later) {
  std::vector<bool> begun(program.operations.size());
  std::vector<bool> given(begun.size());
  begun[later] = true;
  for (bool more = true; more;) {
    more = false;
    for (const Schedule::Dependency& each : program.dependencies) {
      if (!begun[each.operation]) continue;
      const bool one_processor =
          program.operations[each.earlier].processor == program.operations[each.operation].processor;
      const bool is_given = each.on_begin == 0 || one_processor;
      more = more || !begun[each.earlier] || (is_given && !given[each.earlier]);
      begun[each.earlier] = true;
      if (is_given) given[each.earlier] = true;
    }
  }
  return given;
}

}  // namespace

TEST_CASE("FixedOrder: finds exactly those that come before or after every other one of the set", "[OPERATION-18]") {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomStream stream(seed, 5);
    std::uint64_t index = 0;
    const auto below = [&](int bound) {
      return static_cast<int>(stream.below(index++, static_cast<std::uint64_t>(bound)));
    };
    ScheduleDraw draw;
    draw.ranks = 1 + static_cast<int>(seed % 3);
    draw.processors = 1 + static_cast<int>(seed % 2);
    draw.messages = 1 + static_cast<int>(seed * 7 % 40);
    const auto schedule = drawn_schedule(draw, below);
    REQUIRE(schedule->match(2, 1).empty());
    const Schedule::Program& program = schedule->program(0);
    std::vector<Index> order(program.operations.size());
    for (Index i = 0; i < order.size(); ++i) order[i] = i;  // of drawn operations each is made after what it waits for
    const int share = 2 + static_cast<int>(seed % 9);
    std::vector<bool> set(order.size());
    std::generate(set.begin(), set.end(), [&] { return below(share) == 0; });
    const std::vector<bool> fixed = FixedOrder(program, order).find([&](Index i) { return set[i]; });
    std::vector<std::vector<bool>> before;
    for (Index i = 0; i < order.size(); ++i) before.push_back(all_before(program, i));
    for (Index i = 0; i < order.size(); ++i) {
      bool all = set[i];
      for (Index j = 0; j < order.size(); ++j) all = all && (!set[j] || i == j || before[i][j] || before[j][i]);
      CAPTURE(seed, i);
      REQUIRE(fixed[i] == all);
      found += all ? 1 : 0;
    }
  }
  CHECK(found > 40);
}
