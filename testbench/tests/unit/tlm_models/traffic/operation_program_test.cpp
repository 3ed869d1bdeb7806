#include "tlm_models/traffic/operation_program.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {
namespace {

constexpr Clock kClock{Picoseconds{4000}};

/// Operations of rank 0, which has the messages of rank 1 too.
struct Alone {
  Schedule schedule;
  std::unique_ptr<OperationProgram> program;

  OperationSink::Index add(OperationKind kind, std::uint64_t amount = 0, int processor = 0) {
    Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    operation.peer = 1;
    operation.processor = static_cast<std::uint8_t>(processor);
    const OperationSink::Index made = schedule.add(0, operation);
    const bool message = kind == OperationKind::kSend || kind == OperationKind::kReceive;
    operation.kind = kind == OperationKind::kSend ? OperationKind::kReceive : OperationKind::kSend;
    operation.peer = 0;
    if (message) schedule.add(1, operation);
    return made;
  }
  OperationProgram& start() {
    REQUIRE(schedule.match(4, 1).empty());
    program = std::make_unique<OperationProgram>(std::make_unique<ScheduleStream>(schedule.program(0)), kClock);
    return *program;
  }
  /// Numbers of the operations that begin now on a processor; computing among them ends at once.
  std::vector<std::uint32_t> begin(int processor = 0) {
    std::vector<std::uint32_t> begun;
    while (const std::optional<Op> op = program->next_step(processor)) {
      begun.push_back(op->operation);
      steps.push_back(*op);
      if (op->kind != OpKind::kWaitFor || program->may_end(*op)) program->step_ended(*op);
    }
    return begun;
  }
  std::vector<Op> steps;
};

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("Operations: one begins after the end of what it requires, and after the beginning of what it irequires",
          "[OPERATION-1][OPERATION-2]") {
  Alone alone;
  const auto receive = alone.add(OperationKind::kReceive, 10);
  const auto posted = alone.add(OperationKind::kCompute, 9000);
  const auto received = alone.add(OperationKind::kSend, 10);
  const auto left = alone.add(OperationKind::kCompute);
  alone.schedule.after_begin_of(0, posted, receive);
  alone.schedule.after_end_of(0, received, receive);
  alone.schedule.after_end_of(0, left, received);
  OperationProgram& program = alone.start();
  CHECK(alone.begin() == Numbers{receive, posted});
  CHECK(alone.steps[0].kind == OpKind::kIrecv);
  CHECK(alone.steps[0].bytes == Bytes{10});
  CHECK(alone.steps[0].queued);
  CHECK(alone.steps[1].cycles == Cycles{3});  // 9 ns are three cycles of 4 ns
  program.received(alone.steps[0]);
  CHECK(alone.begin() == Numbers{received});
  CHECK(alone.begin().empty());
  CHECK_FALSE(program.ended());
  program.sent(received);
  CHECK(alone.begin() == Numbers{left});
  CHECK(program.ended());
  CHECK(program.window() == 0);
}

TEST_CASE("Operations: a processor takes the first of those that are ready, whatever became ready first",
          "[OPERATION-3]") {
  Alone alone;
  const auto first = alone.add(OperationKind::kCompute, 1, 1);
  alone.add(OperationKind::kCompute, 1, 0);
  const auto last = alone.add(OperationKind::kCompute, 1, 1);
  const auto middle = alone.add(OperationKind::kCompute, 1, 0);
  alone.schedule.after_end_of(0, middle, first);
  alone.schedule.after_begin_of(0, last, middle);
  OperationProgram& program = alone.start();
  CHECK(program.processors() == 2);
  CHECK(alone.begin(0) == Numbers{1});
  CHECK(alone.begin(1) == Numbers{first});
  CHECK(alone.begin(1).empty());
  CHECK(alone.begin(0) == Numbers{middle});
  CHECK(alone.begin(1) == Numbers{last});
}

TEST_CASE("Operations: a wait begins with what it waits for, and may end after it", "[OPERATION-1]") {
  Alone alone;
  const auto receive = alone.add(OperationKind::kReceive, 10);
  const auto wait = alone.add(OperationKind::kWait);
  const auto after = alone.add(OperationKind::kCompute);
  alone.schedule.after_end_of(0, wait, receive);
  alone.schedule.after_end_of(0, after, wait);
  OperationProgram& program = alone.start();
  CHECK(alone.begin() == Numbers{receive, wait});
  CHECK(alone.steps[1].kind == OpKind::kWaitFor);
  CHECK_FALSE(program.may_end(alone.steps[1]));
  program.received(alone.steps[0]);
  CHECK(program.may_end(alone.steps[1]));
  CHECK(alone.begin().empty());
  program.step_ended(alone.steps[1]);
  CHECK(alone.begin() == Numbers{after});
}

TEST_CASE("Operations: a long chain takes the memory of a few operations", "[OPERATION-8]") {
  Alone alone;
  for (OperationSink::Index i = 0; i < 10'000; ++i) {
    alone.add(OperationKind::kCompute, 1);
    if (i > 0) alone.schedule.after_end_of(0, i, i - 1);
  }
  OperationProgram& program = alone.start();
  std::size_t most = 0;
  while (const std::optional<Op> op = program.next_step(0)) {
    most = std::max(most, program.window());
    program.step_ended(*op);
  }
  CHECK(program.ended());
  CHECK(most <= 2);
}

/// All programs of a schedule, executed in any order, and when what began and ended.
class AnyOrder {
 public:
  AnyOrder(const Schedule& schedule, std::uint64_t seed) : schedule_(schedule), draws_(seed, 5) {
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
      programs_.push_back(
          std::make_unique<OperationProgram>(std::make_unique<ScheduleStream>(schedule.program(rank)), kClock));
      times_.emplace_back(schedule.program(rank).operations.size());
    }
  }

  void run() {
    for (int idle = 0; idle < 400;) idle = step() ? 0 : idle + 1;
    for (int rank = 0; rank < schedule_.ranks(); ++rank) {
      REQUIRE(program(rank).ended());
      check(rank);
    }
  }

 private:
  struct Times {
    int begun = 0;
    int ended = 0;
  };
  using Message = std::tuple<int, int, std::uint32_t>;

  int below(std::size_t bound) { return static_cast<int>(draws_.below(index_++, bound)); }
  OperationProgram& program(int rank) { return *programs_[static_cast<std::size_t>(rank)]; }
  Times& times(int rank, std::uint32_t operation) { return times_[static_cast<std::size_t>(rank)][operation]; }

  bool step() {
    const int rank = below(programs_.size());
    switch (below(3)) {
      case 0:
        return begin(rank, below(static_cast<std::size_t>(program(rank).processors())));
      case 1:
        return end_any();
      default:
        return receive_any();
    }
  }
  bool begin(int rank, int processor) {
    const std::optional<Op> op = program(rank).next_step(processor);
    if (!op) return false;
    REQUIRE(times(rank, op->operation).begun == 0);
    times(rank, op->operation).begun = ++now_;
    if (op->kind == OpKind::kIrecv) {
      posted_[{op->peer, rank, op->tag}] = *op;
      program(rank).step_ended(*op);
    } else {
      if (op->kind == OpKind::kIsend) sent_.push_back({rank, op->peer, op->tag});
      under_way_.push_back({rank, *op});
    }
    return true;
  }
  bool end_any() {
    if (under_way_.empty()) return false;
    const auto which = under_way_.begin() + below(under_way_.size());
    const auto [rank, op] = *which;
    under_way_.erase(which);
    times(rank, op.operation).ended = ++now_;
    program(rank).step_ended(op);
    if (op.kind == OpKind::kIsend) program(rank).sent(op.operation);
    return true;
  }
  bool receive_any() {
    if (sent_.empty()) return false;
    const auto which = sent_.begin() + below(sent_.size());
    const auto found = posted_.find(*which);
    if (found == posted_.end()) return false;
    const Op receive = found->second;
    const int rank = std::get<1>(*which);
    posted_.erase(found);
    sent_.erase(which);
    times(rank, receive.operation).ended = ++now_;
    program(rank).received(receive);
    return true;
  }
  void check(int rank) {
    const Schedule::Program& operations = schedule_.program(rank);
    for (const Times& each : times_[static_cast<std::size_t>(rank)]) REQUIRE(each.begun * each.ended > 0);
    for (const Schedule::Dependency& each : operations.dependencies) {
      const Times& earlier = times(rank, each.earlier);
      REQUIRE((each.on_begin != 0 ? earlier.begun : earlier.ended) < times(rank, each.operation).begun);
    }
  }

  const Schedule& schedule_;
  RandomStream draws_;
  std::uint64_t index_ = 0;
  std::vector<std::unique_ptr<OperationProgram>> programs_;
  std::vector<std::vector<Times>> times_;
  std::vector<std::pair<int, Op>> under_way_;
  std::vector<Message> sent_;
  std::map<Message, Op> posted_;
  int now_ = 0;
};

TEST_CASE("Operations: each is executed once, after all that it depends on, in any order of ranks and messages",
          "[OPERATION-1][OPERATION-2][OPERATION-4]") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomStream stream(seed, 4);
    std::uint64_t index = 0;
    ScheduleDraw draw;
    draw.ranks = 1 + static_cast<int>(seed % 6);
    draw.processors = 1 + static_cast<int>(seed % 3);
    draw.messages = 1 + static_cast<int>(seed % 80);
    const auto schedule = drawn_schedule(
        draw, [&](int bound) { return static_cast<int>(stream.below(index++, static_cast<std::uint64_t>(bound))); });
    CAPTURE(seed);
    REQUIRE(schedule->match(4, 1).empty());
    AnyOrder(*schedule, seed).run();
  }
}

}  // namespace
}  // namespace tactus
