#include "testbench/app/kinds/lone_node/stall_focus.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

/// More processes do not fit on a screen together with what follows.
constexpr std::size_t kMostProcesses = 4;

constexpr std::uint64_t kEndedOrWaits = 1;  ///< largest value of `state` with which a process does nothing

/// What processes stall for, in words.
constexpr std::array<const char*, static_cast<std::size_t>(ThreadStall::kCount)> kResources = {
    "nothing",        "issue slots of cores",  "page tables",        "L2 caches",    "lines of other cores",
    "memory latency", "rights to write lines", "rate of the memory", "write buffers"};

}  // namespace

StallFocus::StallFocus(const ProbeList& probes) : probes_(probes), process_of_(probes.size(), probes.size()) {
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].name == "state") {
      process_of_[i] = processes_.size();
      processes_.push_back({});
      processes_.back().state = i;
    } else if (probes[i].name == "stall") {  // which comes behind the state
      process_of_[i] = processes_.size() - 1;
      processes_.back().stall = i;
    }
  }
  for (std::size_t i = 0; i < processes_.size(); ++i) times_.enter(0);
}

void StallFocus::add(Cycles cycle, const WaveChanges& changes) {
  times_.go_on(cycle);
  for (const WaveChange& each : changes) {
    if (process_of_[each.probe] >= processes_.size()) continue;
    Process& process = processes_[process_of_[each.probe]];
    if (each.probe == process.stall) {
      change(process, each.value, cycle);
      continue;
    }
    if (process.waits) process.waited += (cycle - process.waits_since).count();
    process.waits = each.value <= kEndedOrWaits;
    process.waits_since = cycle;
  }
}

void StallFocus::change(Process& process, std::uint64_t value, Cycles cycle) {
  times_.leave(process.value);
  times_.enter(value);
  if (times_.begun() && process.since >= times_.begin())
    process.times[process.value] += (cycle - process.since).count();
  process.value = value;
  process.since = cycle;
}

void StallFocus::finish(Cycles end) {
  if (!times_.begun()) return;
  times_.finish(end);
  for (Process& process : processes_) {
    change(process, process.value, end);
    if (process.waits) process.waited += (end - process.waits_since).count();
  }
}

std::optional<WaveHighlight> StallFocus::highlight() const {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < kStalls; ++i) {
    const std::uint64_t spent = times_.spent_in(i);
    if (spent > 0 && (worst == 0 || spent > times_.spent_in(worst))) worst = i;
  }
  if (worst == 0) return std::nullopt;
  return times_.highlight(worst, group(worst));
}

std::vector<const StallFocus::Process*> StallFocus::by_time(std::size_t stall) const {
  std::vector<const Process*> all;
  for (const Process& process : processes_) all.push_back(&process);
  std::stable_sort(all.begin(), all.end(),
                   [stall](const Process* a, const Process* b) { return a->times[stall] > b->times[stall]; });
  all.resize(std::min(all.size(), kMostProcesses));
  return all;
}

WaveGroup StallFocus::group(std::size_t stall) const {
  const double all = static_cast<double>(times_.elapsed().count()) * static_cast<double>(processes_.size());
  std::uint64_t waited = 0;
  for (const Process& process : processes_) waited += process.waited;
  WaveGroup group;
  group.title = fmt::format("busiest: {}, {:.0f} % of the processes' time", kResources[stall],
                            100.0 * static_cast<double>(times_.spent_in(stall)) / all);
  group.node = "node.cores";
  group.rows.push_back({std::nullopt, fmt::format("no limit is known; processes waited for each other, or had ended, "
                                                  "for {:.0f} %",
                                                  100.0 * static_cast<double>(waited) / all)});
  group.rows.push_back({std::nullopt, "who stalls for it"});
  for (const Process* process : by_time(stall)) {
    const std::string& scope = probes_[process->state].scope;
    const std::string name = scope.substr(scope.rfind('.') + 1);
    add_signals(group, scope, name, {"state", "stall", "about", "message"});
    if (stall == static_cast<std::size_t>(ThreadStall::kWriteBuffer)) add_signals(group, scope, name, {"writes"});
    const std::string core = scope.substr(0, scope.rfind('.'));
    if (stall == static_cast<std::size_t>(ThreadStall::kIssue)) {
      add_signals(group, core, core.substr(core.rfind('.') + 1), {"load"});
    }
  }
  group.rows.push_back({std::nullopt, "the ring and the memory"});
  add_signals(group, "node.ring", "ring", {"under_way", "requests", "lines"});
  add_signals(group, "node.memory", "memory", {"load", "lines"});
  return group;
}

void StallFocus::add_signals(WaveGroup& group, const std::string& scope, const std::string& prefix,
                             const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    for (std::size_t i = 0; i < probes_.size(); ++i) {
      if (probes_[i].scope == scope && probes_[i].name == name) {
        group.rows.push_back({i, fmt::format("{} {}", prefix, name)});
      }
    }
  }
}

}  // namespace tactus
