#include "tlm_models/traffic/schedule_exchanges.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "tlm_models/traffic/fixed_order.h"

namespace tactus {
namespace {

std::string text_of(const char* kind, std::size_t rank, const Operation& operation) {
  const std::string line = operation.place == 0 ? "" : fmt::format(" (line {})", operation.place);
  return fmt::format("{} of rank {}{}", kind, rank, line);
}

std::string text_of_send(std::size_t rank, const Operation& send) {
  return text_of(fmt::format("the send to rank {}", send.peer).c_str(), rank, send);
}

}  // namespace

ScheduleExchanges::ScheduleExchanges(std::vector<Schedule::Program>& programs, const MatchedMessages& messages,
                                     const std::vector<ScheduleOrder::Place>& begun)
    : programs_(programs),
      messages_(messages),
      fixed_(programs.size()),
      level_(programs.size()),
      comes_(programs.size()),
      next_(programs.size()),
      group_sends_(messages.groups.size()),
      group_level_(messages.groups.size()) {
  for (Schedule::Program& each : programs_) each.exchange.assign(each.operations.size(), Schedule::kNone);
  find_fixed(begun);
  if (!why_none_.empty()) return;
  find_levels(begun);
  std::vector<std::vector<Incoming>> incoming(programs_.size());
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    for (Index i = 0; i < programs_[rank].operations.size(); ++i) {
      if (!leaves(rank, i)) continue;
      const Index receive = messages_.receives[rank][i];
      if (MatchedMessages::is_group(receive)) continue;
      const Operation& send = programs_[rank].operations[i];
      incoming[static_cast<std::size_t>(send.peer)].push_back({send.nic, level_[rank][i], receive});
    }
  }
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    std::sort(incoming[rank].begin(), incoming[rank].end(), [](const Incoming& a, const Incoming& b) {
      return std::tie(a.nic, a.level, a.receive) < std::tie(b.nic, b.level, b.receive);
    });
    pair_sends(rank, incoming[rank]);
    Schedule::Program& program = programs_[rank];
    for (Index i = 0; i < program.operations.size(); ++i) {
      if (program.operations[i].kind == OperationKind::kReceive) program.order[i] = end_of(rank, i);
    }
  }
  if (any_) why_none_.clear();
  if (!any_ && why_none_.empty()) why_none_ = "no message of the schedule leaves its node";
}

/// A send by a NIC.
bool ScheduleExchanges::leaves(std::size_t rank, Index operation) const {
  const Operation& self = programs_[rank].operations[operation];
  return self.kind == OperationKind::kSend && self.peer != static_cast<int>(rank);
}

std::string ScheduleExchanges::held_text(std::size_t rank, Index wait) const {
  return fmt::format(
      "{} keeps its processor from operations that it does not wait for and that do not wait for it, so "
      "that their order depends on time",
      text_of("the wait", rank, programs_[rank].operations[wait]));
}

void ScheduleExchanges::find_fixed(const std::vector<ScheduleOrder::Place>& begun) {
  std::vector<std::vector<Index>> orders(programs_.size());
  for (const ScheduleOrder::Place& place : begun)
    orders[static_cast<std::size_t>(place.rank)].push_back(place.operation);
  for (std::size_t rank = 0; rank < programs_.size() && why_none_.empty(); ++rank) {
    const OperationList& operations = programs_[rank].operations;
    const FixedOrder order(programs_[rank], orders[rank]);
    fixed_[rank].resize(operations.size());
    std::int8_t nics = 0;
    for (Index i = 0; i < operations.size(); ++i) {
      if (leaves(rank, i)) nics = std::max<std::int8_t>(nics, static_cast<std::int8_t>(operations[i].nic + 1));
    }
    next_[rank].resize(static_cast<std::size_t>(nics));
    for (int nic = 0; nic < nics; ++nic) {
      const std::vector<bool> found = order.find([&](Index i) { return leaves(rank, i) && operations[i].nic == nic; });
      std::transform(found.begin(), found.end(), fixed_[rank].begin(), fixed_[rank].begin(), std::logical_or<>());
    }
    const auto is_wait = [](const Operation& each) { return each.kind == OperationKind::kWait; };
    if (std::none_of(operations.begin(), operations.end(), is_wait)) continue;
    for (int processor = 0; processor < programs_[rank].processors; ++processor) {
      const std::vector<bool> found = order.find([&](Index i) { return operations[i].processor == processor; });
      for (Index i = 0; i < operations.size() && why_none_.empty(); ++i) {
        const bool is_free = is_wait(operations[i]) && operations[i].processor == processor && !found[i];
        if (is_free) why_none_ = held_text(rank, i);
      }
    }
  }
}

void ScheduleExchanges::find_levels(const std::vector<ScheduleOrder::Place>& begun) {
  std::vector<std::vector<Index>> first(programs_.size());  // of the dependencies of each operation
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const Schedule::Program& program = programs_[rank];
    level_[rank].resize(program.operations.size());
    comes_[rank].resize(program.operations.size());
    first[rank].resize(program.operations.size() + 1);
    for (const Schedule::Dependency& each : program.dependencies) ++first[rank][each.operation + 1];
    for (std::size_t i = 1; i < first[rank].size(); ++i) first[rank][i] += first[rank][i - 1];
  }
  for (const ScheduleOrder::Place& place : begun) {
    const auto rank = static_cast<std::size_t>(place.rank);
    std::uint32_t& level = level_[rank][place.operation];
    for (Index i = first[rank][place.operation]; i < first[rank][place.operation + 1]; ++i) {
      const Schedule::Dependency& each = programs_[rank].dependencies[i];
      level = std::max(level, each.on_begin != 0 ? level_[rank][each.earlier] : end_of(rank, each.earlier));
    }
    if (programs_[rank].operations[place.operation].kind == OperationKind::kSend) begin_send(place);
  }
}

void ScheduleExchanges::begin_send(const ScheduleOrder::Place& place) {
  const auto rank = static_cast<std::size_t>(place.rank);
  const Operation& send = programs_[rank].operations[place.operation];
  std::uint32_t& level = level_[rank][place.operation];
  if (leaves(rank, place.operation)) {
    std::uint32_t& next = next_[rank][static_cast<std::size_t>(send.nic)];
    level = std::max(level, next);
    if (fixed_[rank][place.operation]) next = level + 1;
  }
  const Index receive = messages_.receives[rank][place.operation];
  if (!MatchedMessages::is_group(receive)) {
    comes_[static_cast<std::size_t>(send.peer)][receive] = level + 1;
    return;
  }
  const Index group = receive & ~MatchedMessages::kGroup;
  const Schedule::Group& self = messages_.groups[group];
  group_level_[group] = std::max(group_level_[group], level + 1);
  comes_[static_cast<std::size_t>(self.rank)][self.receives[group_sends_[group]++]] = group_level_[group];
}

std::uint32_t ScheduleExchanges::end_of(std::size_t rank, Index operation) const {
  switch (programs_[rank].operations[operation].kind) {
    case OperationKind::kSend:
      return level_[rank][operation] + 1;
    case OperationKind::kReceive:
      return std::max(level_[rank][operation], comes_[rank][operation]) + 1;
    case OperationKind::kCompute:
    case OperationKind::kWait:
      break;
  }
  return level_[rank][operation];
}

void ScheduleExchanges::pair_sends(std::size_t rank, const std::vector<Incoming>& incoming) {
  for (Index i = 0; i < programs_[rank].operations.size(); ++i) {
    if (!leaves(rank, i)) continue;
    std::string why = partner_of(rank, i, incoming, programs_[rank].exchange[i]);
    if (why.empty()) any_ = true;
    if (why_none_.empty()) why_none_ = std::move(why);
  }
}

/// Finds the other half of `send`; answers why it has none.
std::string ScheduleExchanges::partner_of(std::size_t rank, Index send, const std::vector<Incoming>& incoming,
                                          Index& receive) const {
  const Operation& self = programs_[rank].operations[send];
  const std::string who = text_of_send(rank, self);
  if (MatchedMessages::is_group(messages_.receives[rank][send])) {
    return fmt::format("{} is for a receive from any rank", who);
  }
  if (!fixed_[rank][send]) {
    return fmt::format(
        "{} can come before or after another one on NIC {}, as time has it: let one depend on the "
        "other's begin",
        who, self.nic);
  }
  const std::uint32_t level = level_[rank][send];
  const auto before = [](const Incoming& a, const Incoming& b) {
    return std::tie(a.nic, a.level) < std::tie(b.nic, b.level);
  };
  const auto [from, to] = std::equal_range(incoming.begin(), incoming.end(), Incoming{self.nic, level, 0}, before);
  if (from == to) {
    return fmt::format(
        "{} has no other half: on NIC {} rank {} receives no message that can be sent whether or not "
        "this one has come, and this one whether or not that has",
        who, self.nic, rank);
  }
  if (to - from > 1) return fmt::format("{} has {} messages that come meanwhile on NIC {}", who, to - from, self.nic);
  if (level_[rank][from->receive] > level) {
    return fmt::format("{} begins before the receive of the message that comes meanwhile can", who);
  }
  receive = from->receive;
  return {};
}

}  // namespace tactus
