#include "tlm_models/node/copies/message_plans.h"

#include <set>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TransferConfig bytes(std::int64_t count) {
  const MessageSideConfig side{contiguous_type(count, basic_type(BasicType::kByte)), 1};
  return {side, side};
}

std::set<FlagId> flags_of(const CopyPlan& plan) {
  std::set<FlagId> flags;
  for (const CopySteps* side : {&plan.sender, &plan.receiver}) {
    for (const CopyStep& step : *side) {
      if (step.kind == CopyStep::Kind::kPost || step.kind == CopyStep::Kind::kWait) flags.insert(step.flag);
    }
  }
  return flags;
}

void end(MessagePlans& plans, const MessagePlans::Begun& begun, FlagBoard& board) {
  plans.end(*begun.message, MessagePart::kSend, board);
  plans.end(*begun.message, MessagePart::kReceive, board);
}

TEST_CASE("MessagePlans: messages under way have flags of their own, and those of messages that ended are used again") {
  const MessageShape small(0, bytes(100));
  const MessageShape large(1, bytes(300'000));
  MessagePlans plans(CopyProtocolConfig{}, ManyCoreConfig{}, 2);
  FlagBoard board;

  const auto first = plans.begin({0, 1, &small}, board);
  const auto second = plans.begin({0, 1, &large}, board);
  CHECK(first.message->slot != second.message->slot);
  std::set<FlagId> both = flags_of(first.plan);
  const std::set<FlagId> others = flags_of(second.plan);
  CHECK(others.size() > both.size());
  both.insert(others.begin(), others.end());
  CHECK(both.size() == flags_of(first.plan).size() + others.size());
  CHECK(*both.rbegin() < board.size());

  for (const FlagId flag : both) board.post(flag, Picoseconds{7});
  end(plans, first, board);
  end(plans, second, board);
  const std::size_t most = board.size();
  for (int i = 0; i < 1000; ++i) {
    const auto again = plans.begin({0, 1, i % 2 == 0 ? &large : &small}, board);
    for (const FlagId flag : flags_of(again.plan)) REQUIRE_FALSE(board.posted(flag));
    for (const FlagId flag : flags_of(again.plan)) board.post(flag, Picoseconds{8});
    end(plans, again, board);
  }
  CHECK(board.size() == most);
}

}  // namespace
}  // namespace tactus
