#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/copied_bytes.h"
#include "testbench/tests/unit/tlm_models/node/copies/listed_program.h"
#include "tlm_models/node/copies/node_addresses.h"
#include "tlm_models/node/copies/node_workload.h"
#include "tlm_models/node/copies/placed_message.h"
#include "tlm_models/node/copies/program_steps.h"

namespace tactus {
namespace {

using OpKind = CopyOp::Kind;

constexpr std::int64_t kOf1 = 1 << 20;
constexpr std::int64_t kOf2 = 1 << 21;
constexpr std::uint64_t kLong = 1'000'000;

MessageShape thousand_bytes() {
  TransferConfig transfer;
  transfer.send.datatype = transfer.receive.datatype = contiguous_type(1000, basic_type(BasicType::kByte));
  return {0, transfer};
}

/// Process 0 does `receiver`. Processes 1 and 2 send it a thousand bytes, 1 after a long time.
void run(CopyProtocolKind kind, const MessageShape& shape, const std::vector<CopyOp>& receiver,
         CopyObserver& observer) {
  CopyProtocolConfig config;
  config.kind = kind;
  ProgramSteps steps(config, ManyCoreConfig{},
                     listed_programs({receiver,
                                      {work_op(kLong), message_op(OpKind::kSend, 0, shape, kOf1), CopyOp{}},
                                      {message_op(OpKind::kSend, 0, shape, kOf2), CopyOp{}}}));
  CopyNode node(ManyCoreConfig{}, CopyCosts{}, Bytes{16}, {0, 1, 2}, steps, &observer);
  steps.run_on(node);
  node.run();
  REQUIRE(node.finished());
  for (int process = 0; process < 3; ++process) CHECK(steps.under_way(process) == 0);
}

/// Bytes that process 0 copies; those of process 2 are where they belong, once.
std::uint64_t copied(CopyProtocolKind kind, const MessageShape& shape, const std::vector<CopyOp>& receiver) {
  CopiedBytes memory;
  run(kind, shape, receiver, memory);
  for (const std::uint64_t byte : {0U, 999U}) {
    const std::uint64_t at = array_of(0) + static_cast<std::uint64_t>(kOf2) + byte;
    CHECK(memory.origin(at) == array_of(2) + byte);
    CHECK(memory.writes(at) == 1);
  }
  return memory.copied_by(0);
}

TEST_CASE("ProgramSteps: an eager message without a receive is copied aside while its receiver waits, only then",
          "[COPY-3][COPY-11]") {
  const MessageShape shape = thousand_bytes();
  const CopyOp of_1 = message_op(OpKind::kReceive, 1, shape, kOf1);
  const CopyOp of_2 = message_op(OpKind::kReceive, 2, shape, kOf2);
  const CopyOp wait;
  const std::vector<CopyOp> unexpected{of_1, wait, of_2, wait};
  CHECK(copied(CopyProtocolKind::kSmEager, shape, unexpected) == 3000);
  // A receive that has been posted, and one that is posted after computing.
  CHECK(copied(CopyProtocolKind::kSmEager, shape, {of_1, of_2, wait}) == 2000);
  CHECK(copied(CopyProtocolKind::kSmEager, shape, {work_op(kLong), of_2, wait, of_1, wait}) == 2000);
  // A rendezvous waits for its receive.
  CHECK(copied(CopyProtocolKind::kSmRendezvous, shape, unexpected) == 2000);
}

/// Notes the buffers that process 2 fills.
class FilledBuffers : public CopiedBytes {
 public:
  void copied(int process, std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) override {
    CopiedBytes::copied(process, source, destination, bytes);
    if (process == 2) buffers.insert(destination);
  }
  std::set<std::uint64_t> buffers;
};

TEST_CASE("ProgramSteps: the sender's buffer is free once an unexpected message has been copied aside", "[COPY-11]") {
  constexpr std::int64_t kApart = 5000;
  const MessageShape shape = thousand_bytes();
  const CopyOp of_1 = message_op(OpKind::kReceive, 1, shape, kOf1);
  const CopyOp first = message_op(OpKind::kReceive, 2, shape, kOf2);
  const CopyOp second = message_op(OpKind::kReceive, 2, shape, kOf2 + kApart);
  const CopyOp wait;
  const auto filled = [&](const std::vector<CopyOp>& receiver) {
    const CopyOp send = message_op(OpKind::kSend, 0, shape, kOf2);
    CopyOp other = message_op(OpKind::kSend, 0, shape, kOf2 + kApart);
    other.send_offset = kApart;
    CopyProtocolConfig config;
    config.kind = CopyProtocolKind::kSmEager;
    ProgramSteps steps(config, ManyCoreConfig{},
                       listed_programs({receiver,
                                        {work_op(kLong), message_op(OpKind::kSend, 0, shape, kOf1), CopyOp{}},
                                        {send, wait, work_op(kLong / 10), other, wait}}));
    FilledBuffers all;
    CopyNode node(ManyCoreConfig{}, CopyCosts{}, Bytes{16}, {0, 1, 2}, steps, &all);
    steps.run_on(node);
    node.run();
    REQUIRE(node.finished());
    for (const std::int64_t offset : {std::int64_t{0}, kApart}) {
      CHECK(all.origin(array_of(0) + static_cast<std::uint64_t>(kOf2 + offset)) ==
            array_of(2) + static_cast<std::uint64_t>(offset));
    }
    return all.buffers.size();
  };
  CHECK(filled({of_1, wait, first, second, wait}) == 1);
  CHECK(filled({work_op(kLong), first, second, wait, of_1, wait}) == 2);
}

TEST_CASE("SmEager: what is done with an unexpected message, and with its receive", "[COPY-11]") {
  const MessageShape shape = thousand_bytes();
  CopyProtocolConfig config;
  config.kind = CopyProtocolKind::kSmEager;
  CopyMessage message = first_message(shape, 0, 0);
  const CopyPlan plan = make_copy_protocol(config, ManyCoreConfig{})->plan(message);
  const auto instructions = [](const CopySteps& steps) {
    std::uint64_t all = 0;
    for (const CopyStep& step : steps) all += step.instructions;
    return all;
  };
  REQUIRE(plan.unexpected.front().kind == CopyStep::Kind::kWait);
  CHECK(plan.unexpected.front().flag == plan.sender.back().flag);
  CHECK(instructions(plan.unexpected) == config.costs.poll + config.costs.match + config.costs.buffer);
  CHECK(instructions(plan.after_unexpected) == config.costs.match);
  const CopyStep& to_aside = plan.unexpected.back();
  const CopyStep& from_aside = plan.after_unexpected.back();
  REQUIRE(to_aside.kind == CopyStep::Kind::kCopy);
  REQUIRE(from_aside.kind == CopyStep::Kind::kCopy);
  CHECK(to_aside.source.buffer == plan.sender[2].destination.buffer);
  CHECK(to_aside.destination.buffer == static_cast<std::int64_t>(message.aside));
  CHECK(from_aside.source.buffer == to_aside.destination.buffer);
  CHECK(from_aside.destination.buffer == message.receive.buffer);
}

}  // namespace
}  // namespace tactus
