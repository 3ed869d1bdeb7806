#include "tlm_models/traffic/schedule.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tlm_models/traffic/schedule_exchanges.h"
#include "tlm_models/traffic/schedule_matching.h"
#include "tlm_models/traffic/schedule_order.h"

namespace tactus {
namespace {

void sort_by_operation(std::vector<Schedule::Dependency>& dependencies) {
  const auto before = [](const Schedule::Dependency& a, const Schedule::Dependency& b) {
    return a.operation < b.operation;
  };
  if (std::is_sorted(dependencies.begin(), dependencies.end(), before)) return;
  std::stable_sort(dependencies.begin(), dependencies.end(), before);
}

/// How far the operations of a rank have to be known before those that they come after have begun.
Schedule::Index lookahead_of(const Schedule::Program& program) {
  const auto all = static_cast<Schedule::Index>(program.operations.size());
  Schedule::Index most = 1;
  auto next = program.dependencies.begin();
  for (Schedule::Index i = 0; i < all; ++i) {
    Schedule::Index distance = i + 1;  // nothing before it
    for (; next != program.dependencies.end() && next->operation == i; ++next) {
      if (next->earlier > i) return all;
      distance = std::min(distance, i - next->earlier);
    }
    most = std::max(most, distance);
  }
  return most;
}

}  // namespace

Schedule::Index Schedule::add(int rank, const Operation& operation) {
  if (rank >= ranks()) programs_.resize(static_cast<std::size_t>(rank) + 1);
  Program& program = at(rank);
  program.operations.push_back(operation);
  program.processors = std::max(program.processors, operation.processor + 1);
  return static_cast<Index>(program.operations.size() - 1);
}

std::uint64_t Schedule::operations() const {
  std::uint64_t all = 0;
  for (const Program& program : programs_) all += program.operations.size();
  return all;
}

int Schedule::processors() const {
  int most = 1;
  for (const Program& program : programs_) most = std::max(most, program.processors);
  return most;
}

/// Lets receives of a group begin in their order, so that it is known which of them are to have slots first.
void Schedule::chain(const Group& group) {
  std::set<std::pair<Index, Index>> known;
  for (const Dependency& each : at(group.rank).dependencies) {
    if (each.on_begin != 0) known.emplace(each.operation, each.earlier);
  }
  for (std::size_t i = 1; i < group.receives.size(); ++i) {
    const std::pair<Index, Index> link{group.receives[i], group.receives[i - 1]};
    if (known.count(link) == 0) after_begin_of(group.rank, link.first, link.second);
  }
}

void Schedule::sort_dependencies() {
  for (Program& program : programs_) {
    program.operations.shrink_to_fit();
    program.dependencies.shrink_to_fit();
    sort_by_operation(program.dependencies);
    program.lookahead = lookahead_of(program);
  }
}

std::vector<ScheduleFault> Schedule::match(int nics, std::size_t limit, bool exchanges, MessageTags tags) {
  ScheduleMatching matching(programs_, nics, limit, exchanges, tags);
  if (!matching.faults().empty()) return matching.faults();
  for (const Group& group : matching.groups()) chain(group);
  sort_dependencies();
  std::vector<ScheduleOrder::Place> begun;
  const ScheduleOrder order(programs_, matching.messages(), limit, exchanges ? &begun : nullptr);
  if (exchanges && order.faults().empty()) {
    why_no_exchange_ = ScheduleExchanges(programs_, matching.messages(), begun).why_none();
  }
  return order.faults();
}

}  // namespace tactus
