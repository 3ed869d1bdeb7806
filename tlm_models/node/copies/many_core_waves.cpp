#include "tlm_models/node/copies/many_core_waves.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "tlm_models/node/copies/copy_program.h"
#include "tlm_models/node/copies/message_plans.h"

namespace tactus {
namespace {

// Values of the node, then those of each process, then those of each core.
enum NodeValue : std::size_t { kCase, kRequests, kUnderWay, kHops, kRingLines, kMemoryLines, kMemoryLoad, kNodeValues };
enum ProcessValue : std::size_t {
  kState,
  kStall,
  kMessage,
  kPart,
  kPeer,
  kCounts,
  kReceived,
  kCopied,
  kL1Hits,
  kL2Hits,
  kOtherCore,
  kMemory,
  kUpgrades,
  kTlbMisses,
  kWrites,
  kProcessValues
};
enum CoreValue : std::size_t { kLoad, kDirectory, kSent, kLost, kCoreValues };

// States of a process.
enum State : std::uint64_t { kEnded, kWait, kCompute, kCall, kDescribe, kCopy, kPost, kPoll };
const std::vector<std::string>& state_names() {
  static const std::vector<std::string> kNames = {"ended",    "wait", "compute", "call",
                                                  "describe", "copy", "post",    "poll"};
  return kNames;
}

const std::vector<std::string>& stall_names() {
  static const std::vector<std::string> kNames = {"nothing", "issue",  "translation", "l2",          "other_core",
                                                  "memory",  "rights", "memory_rate", "write_buffer"};
  return kNames;
}

constexpr int kCountBits = 48;

int width_of(std::size_t values) {
  int width = 1;
  while ((std::size_t{1} << width) < values) ++width;
  return width;
}

ThreadStall level_of(const CacheOutcome& outcome) {
  switch (outcome.served) {
    case ServedBy::kOtherCore:
      return ThreadStall::kOtherCore;
    case ServedBy::kMemory:
      return ThreadStall::kMemory;
    default:
      return outcome.upgraded ? ThreadStall::kRights : ThreadStall::kL2;
  }
}

std::uint64_t state_of(CopyStep::Kind kind, bool own) {
  switch (kind) {
    case CopyStep::Kind::kRead:
      return kDescribe;
    case CopyStep::Kind::kCopy:
      return kCopy;
    case CopyStep::Kind::kPost:
      return kPost;
    case CopyStep::Kind::kWait:
      return kPoll;
    default:
      return own ? kCompute : kCall;
  }
}

constexpr std::uint64_t kOneLess = ~std::uint64_t{0};

}  // namespace

ManyCoreWaves::ManyCoreWaves(const ManyCoreConfig& config, int processes, WheelWatcher& watcher)
    : config_(config),
      processes_(static_cast<std::size_t>(processes)),
      counts_(processes_.size()),
      watcher_(watcher),
      values_(kNodeValues + processes_.size() * kProcessValues + static_cast<std::size_t>(config.cores) * kCoreValues,
              Clock{config.cycle}) {}

std::size_t ManyCoreWaves::of_process(int process, std::size_t signal) const {
  return kNodeValues + static_cast<std::size_t>(process) * kProcessValues + signal;
}

std::size_t ManyCoreWaves::of_core(int core, std::size_t signal) const {
  return kNodeValues + processes_.size() * kProcessValues + static_cast<std::size_t>(core) * kCoreValues + signal;
}

void ManyCoreWaves::add_group(ProbeList& probes, const ProbeList& group, std::size_t first) const {
  const std::size_t count = group.size();
  add_probes_together(probes, group, [this, first, count](std::uint64_t* values) {
    std::copy_n(values_.values() + first, count, values);
  });
}

void ManyCoreWaves::add_probes(ProbeList& probes, const std::vector<std::string>& cases) const {
  if (!in_torus()) {  // names of a single bit are not shown
    add_group(probes, {{scope_, "case", std::max(2, width_of(cases.size())), {}, cases}}, kCase);
  }
  add_group(probes,
            {{scope_ + ".ring", "requests", kCountBits, {}, {}},
             {scope_ + ".ring", "under_way", 16, {}, {}},
             {scope_ + ".ring", "hops", kCountBits, {}, {}},
             {scope_ + ".ring", "lines", kCountBits, {}, {}},
             {scope_ + ".memory", "lines", kCountBits, {}, {}},
             {scope_ + ".memory", "load", 16, {}, {}}},
            kRequests);
  for (int core = 0; core < config_.cores; ++core) {
    const std::string scope = fmt::format("{}.cores.core_{}", scope_, core);
    for (int p = core; p < static_cast<int>(processes_.size()); p += config_.cores) add_process(probes, scope, p);
    add_group(probes,
              {{scope, "load", 16, {}, {}},
               {scope, "directory", kCountBits, {}, {}},
               {scope, "sent", kCountBits, {}, {}},
               {scope, "lost", kCountBits, {}, {}}},
              of_core(core, 0));
  }
}

void ManyCoreWaves::add_process(ProbeList& probes, const std::string& scope, int process) const {
  std::vector<std::string> peers = {"none"};
  for (std::size_t p = 0; p < processes_.size(); ++p) peers.push_back(fmt::format("process {}", p));
  std::vector<std::string> parts = {"none", "send", "receive", "aside"};
  std::vector<std::string> states = state_names();
  if (in_torus()) {
    parts.insert(parts.end(), {"pack", "unpack"});
    states[kWait] = "rank";
  }
  const std::string of = fmt::format("{}.process_{}", scope, process);
  ProbeList group = {{of, "state", width_of(states.size()), {}, states},
                     {of, "stall", width_of(stall_names().size()), {}, stall_names()},
                     {of, "message", kCountBits, {}, {}},
                     {of, "part", width_of(parts.size()), {}, parts},
                     {of, "peer", width_of(peers.size()), {}, peers},
                     {of, "counts", 1, {}, {}},
                     {of, "received", kCountBits, {}, {}},
                     {of, "copied", kCountBits, {}, {}},
                     {of, "l1_hits", kCountBits, {}, {}},
                     {of, "l2_hits", kCountBits, {}, {}},
                     {of, "other_core", kCountBits, {}, {}},
                     {of, "memory", kCountBits, {}, {}},
                     {of, "upgrades", kCountBits, {}, {}},
                     {of, "tlb_misses", kCountBits, {}, {}},
                     {of, "writes", 8, {}, {}}};
  const std::size_t first = of_process(process, 0);
  if (!in_torus()) return add_group(probes, group, first);
  group.erase(group.begin() + kCounts);
  add_probes_together(probes, group, [this, first](std::uint64_t* values) {
    const std::uint64_t* own = values_.values() + first;
    std::copy_n(own, kCounts, values);
    values[kMessage] = shown_(own[kMessage]);
    std::copy(own + kCounts + 1, own + kProcessValues, values + kCounts);
  });
}

void ManyCoreWaves::put_into(const std::string& scope, Shown shown) {
  scope_ = scope;
  shown_ = std::move(shown);
  for (int process = 0; process < static_cast<int>(processes_.size()); ++process) waits(process, Picoseconds{0});
}

void ManyCoreWaves::begin_case(std::size_t number, Picoseconds time) {
  std::fill(processes_.begin(), processes_.end(), Process{});
  std::fill(counts_.begin(), counts_.end(), AccessCounts{});
  offset_ = time;
  loads_known_ = Picoseconds{0};
  // The cycle in which the case before has ended is its own.
  const Clock cycle{config_.cycle};
  values_.begin(time, number == 0 ? time : cycle.edge(cycle.covering(time) + Cycles{1}));
  values_.set(kCase, Picoseconds{0}, number);
}

void ManyCoreWaves::end_case(const NodeMemory& memory, Picoseconds end) {
  memory.end_watch();
  values_.happen(end + Picoseconds{1}, watcher_);
  watcher_.before(offset_ + end + config_.cycle);
}

void ManyCoreWaves::settle(const NodeMemory& memory, Picoseconds until) {
  memory.tell_until(until);
  quantum_begins(until);
  watcher_.before(until);
}

void ManyCoreWaves::takes(int process, std::uint64_t number, int peer, MessagePart part) {
  processes_[static_cast<std::size_t>(process)].next = {number, static_cast<std::uint64_t>(part) + 1,
                                                        static_cast<std::uint64_t>(peer) + 1};
}

void ManyCoreWaves::takes_own(int process) { processes_[static_cast<std::size_t>(process)].next = {}; }

void ManyCoreWaves::at(int process, CopyStep::Kind kind, Picoseconds now) {
  if (kind == CopyStep::Kind::kFrom) return;  // a time before the work, as it was left
  const Next& next = processes_[static_cast<std::size_t>(process)].next;
  go_into(process, state_of(kind, next.message == 0), next, now);
}

void ManyCoreWaves::waits(int process, Picoseconds now) { go_into(process, kWait, {}, now); }
void ManyCoreWaves::ended(int process, Picoseconds now) { go_into(process, kEnded, {}, now); }

void ManyCoreWaves::go_into(int process, std::uint64_t state, const Next& next, Picoseconds now) {
  // A process that waits is asked again and again, at the time at which it began to.
  if (std::exchange(processes_[static_cast<std::size_t>(process)].state, state) == state && state == kWait) return;
  values_.set(of_process(process, kState), now, state);
  values_.set(of_process(process, kMessage), now, next.message);
  values_.set(of_process(process, kPart), now, next.part);
  values_.set(of_process(process, kPeer), now, next.peer);
}

void ManyCoreWaves::copied(int process, std::uint64_t bytes, Picoseconds now) {
  values_.add(of_process(process, kCopied), now, bytes);
}

void ManyCoreWaves::received(int process, Picoseconds now) { values_.add(of_process(process, kReceived), now, 1); }

void ManyCoreWaves::marked(int process, int mark, Picoseconds now) {
  values_.set(of_process(process, kCounts), now, mark == kBegin ? 1 : 0);
}

void ManyCoreWaves::stall(int thread, ThreadStall why, Picoseconds from, Picoseconds to) {
  if (to <= from) return;
  values_.set(of_process(thread, kStall), from, static_cast<std::uint64_t>(why));
  values_.set(of_process(thread, kStall), to, static_cast<std::uint64_t>(ThreadStall::kNothing));
}

void ManyCoreWaves::worked(int thread, Picoseconds ready, Picoseconds issued) {
  stall(thread, ThreadStall::kIssue, ready, issued);
}

void ManyCoreWaves::accessed(const WatchedAccess& access) {
  const int thread = access.thread;
  stall(thread, ThreadStall::kTranslation, access.begin, access.translated);
  stall(thread, ThreadStall::kIssue, access.ready, access.issued);
  if (access.write) {
    stall(thread, ThreadStall::kWriteBuffer, access.issued, access.goes_on);
    values_.add(of_process(thread, kWrites), access.issued, 1);
    values_.add(of_process(thread, kWrites), access.ended, kOneLess);
  } else {
    stall(thread, level_of(access.outcome), access.issued, access.arrived);
    stall(thread, ThreadStall::kMemoryRate, access.arrived, access.done);
  }
  count(access);
  // Writes leave the buffer one by one: this one begins when those before it have ended.
  const Picoseconds begin = access.ended - (access.done - access.issued);
  if (access.directory) use_ring(access, begin);
  const auto lines = static_cast<std::uint64_t>(access.outcome.memory_lines);
  if (lines > 0) values_.add(kMemoryLines, begin, lines);
}

/// An access counts when its thread goes on.
void ManyCoreWaves::count(const WatchedAccess& access) {
  AccessCounts& last = counts_[static_cast<std::size_t>(access.thread)];
  const AccessCounts& now = *access.counts;
  const auto add = [&](ProcessValue signal, std::uint64_t difference) {
    if (difference != 0) values_.add(of_process(access.thread, signal), access.goes_on, difference);
  };
  add(kL1Hits, now.l1_hits - last.l1_hits);
  add(kL2Hits, now.l2_hits - last.l2_hits);
  add(kOtherCore, now.other_core - last.other_core);
  add(kMemory, now.memory - last.memory);
  add(kUpgrades, now.upgrades - last.upgrades);
  add(kTlbMisses, now.tlb_misses - last.tlb_misses);
  last = now;
}

void ManyCoreWaves::use_ring(const WatchedAccess& access, Picoseconds begin) {
  const Picoseconds end = begin + (access.arrived - access.issued);
  values_.add(kRequests, begin, 1);
  values_.add(kHops, begin, static_cast<std::uint64_t>(access.hops));
  values_.add(kUnderWay, begin, 1);
  values_.add(kUnderWay, end, kOneLess);
  values_.add(of_core(access.home, kDirectory), begin, 1);
  if (access.outcome.source >= 0) values_.add(of_core(access.outcome.source, kSent), end, 1);
  if (access.outcome.served != ServedBy::kL1 && access.outcome.served != ServedBy::kL2) values_.add(kRingLines, end, 1);
  for (CoreSet losers = access.outcome.losers; losers != 0; losers &= losers - 1) {
    values_.add(of_core(__builtin_ctzll(losers), kLost), end, 1);
  }
}

void ManyCoreWaves::loaded(int core, Picoseconds start, Picoseconds load) {
  if (start < loads_known_) return;
  const Picoseconds quantum = config_.cycle * config_.quantum.count();
  const std::uint64_t percent = std::min<std::uint64_t>(load.count() * 100 / quantum.count(), 0xFFFF);
  values_.set(core < 0 ? kMemoryLoad : of_core(core, kLoad), start, percent);
}

void ManyCoreWaves::quantum_begins(Picoseconds start) {
  values_.happen(start, watcher_);
  loads_known_ = std::max(loads_known_, start);
}

}  // namespace tactus
