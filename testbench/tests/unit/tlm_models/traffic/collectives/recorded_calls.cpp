#include "testbench/tests/unit/tlm_models/traffic/collectives/recorded_calls.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace tactus::test {

RecordedCall::RecordedCall(const Collective& collective, bool in_turn) {
  const auto count = static_cast<std::size_t>(collective.members());
  members_.resize(count);
  rounds_.assign(count, -1);
  std::vector<std::unique_ptr<CollectiveProgram>> programs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto member = static_cast<int>(i);
    member_of_rank_[collective.rank(member)] = member;
    const Index begin = add(collective.rank(member), Operation{});
    programs[i] = std::make_unique<CollectiveProgram>(collective, member, *this, begin, this);
  }
  const auto write_round = [&](std::size_t i) {
    if (programs[i] == nullptr) return false;
    ++rounds_[i];
    if (programs[i]->emit_round()) return true;
    programs[i]->end();
    programs[i] = nullptr;
    return false;
  };
  for (std::size_t i = 0; !in_turn && i < count; ++i) {
    while (write_round(i)) {
    }
  }
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < count; ++i) any = write_round(i) || any;
  }
}

RecordedOperation& RecordedCall::at(int rank, Index operation) {
  return members_[static_cast<std::size_t>(member(rank))].operations.at(operation);
}

OperationSink::Index RecordedCall::add(int rank, const Operation& operation) {
  std::vector<RecordedOperation>& operations = members_[static_cast<std::size_t>(member(rank))].operations;
  RecordedOperation recorded;
  recorded.operation = operation;
  recorded.round = rounds_[static_cast<std::size_t>(member(rank))];
  operations.push_back(std::move(recorded));
  return static_cast<Index>(operations.size() - 1);
}

void RecordedCall::after_end_of(int rank, Index operation, Index earlier) {
  at(rank, operation).after_end.push_back(earlier);
}

void RecordedCall::after_begin_of(int rank, Index operation, Index earlier) {
  at(rank, operation).after_begin.push_back(earlier);
}

void RecordedCall::sends(int member, Index send, Payload data) {
  members_[static_cast<std::size_t>(member)].operations[send].data.assign(data.begin(), data.end());
}

void RecordedCall::receives(int member, Index receive, Payload data, Use use) {
  RecordedOperation& operation = members_[static_cast<std::size_t>(member)].operations[receive];
  operation.data.assign(data.begin(), data.end());
  operation.use = use;
}

void RecordedCall::combines(int member, Index receive, Payload data, const Ends& after, const Index* by) {
  RecordedMember& recorded = members_[static_cast<std::size_t>(member)];
  if (by == nullptr) {
    recorded.combinations.push_back({receive, {data.begin(), data.end()}, {after.begin(), after.end()}});
    return;
  }
  recorded.operations[*by].data.assign(data.begin(), data.end());
  recorded.operations[*by].combined_receive = static_cast<int>(receive);
}

CountedCosts count_costs(const RecordedCall& call) {
  CountedCosts costs;
  for (const RecordedMember& member : call.members()) {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t combined = 0;
    std::map<std::pair<int, unsigned>, std::uint64_t> ports;
    for (const RecordedOperation& recorded : member.operations) {
      const Operation& operation = recorded.operation;
      if (operation.kind == OperationKind::kSend) {
        ++costs.messages;
        sent += operation.amount;
        ports[{operation.peer, operation.tag % 2}] += operation.amount;
      } else if (operation.kind == OperationKind::kReceive) {
        received += operation.amount;
        if (recorded.use == Use::kCombine) combined += operation.amount;
      }
    }
    costs.bytes = std::max({costs.bytes, sent, received});
    costs.combined = std::max(costs.combined, combined);
    for (const auto& [port, bytes] : ports) costs.port = std::max(costs.port, bytes);
  }
  return costs;
}

}  // namespace tactus::test
