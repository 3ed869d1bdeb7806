#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/clock.h"
#include "testbench/app/results/operation_times.h"
#include "testbench/tests/support/catch.h"

namespace tactus {

constexpr Clock kClock{Picoseconds{1000}};

/// Operations of two ranks, and what is told of them.
struct Told {
  std::shared_ptr<Schedule> schedule = std::make_shared<Schedule>();
  std::unique_ptr<OperationTimes> times;

  OperationSink::Index add(int rank, OperationKind kind, std::uint64_t amount, int peer = 0, std::uint32_t line = 0) {
    Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    operation.peer = peer;
    operation.place = line;
    return schedule->add(rank, operation);
  }
  void start() {
    REQUIRE(schedule->match(4, 1).empty());
    times = std::make_unique<OperationTimes>(schedule);
  }
  void began(int rank, std::uint32_t operation, std::uint64_t cycle, std::uint32_t after = kNoOperation) {
    times->operation_began({rank, operation, after}, Cycles{cycle});
  }
  void ended(int rank, std::uint32_t operation, std::uint64_t cycle) {
    times->operation_ended(rank, operation, Cycles{cycle});
  }
  /// A receive from any rank ends with the message of `send`, an operation of `sender`.
  void met(int rank, std::uint32_t operation, int sender, std::uint32_t send, std::uint64_t cycle) {
    const Operation& sent = schedule->program(sender).operations[send];
    const MessageEvent message{sender, rank, 0, sent.tag, Bytes{sent.amount}};
    times->operation_met(operation, message, Cycles{cycle});
    ended(rank, operation, cycle);
  }
};

}  // namespace tactus
