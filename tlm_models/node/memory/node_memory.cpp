#include "tlm_models/node/memory/node_memory.h"

#include <algorithm>
#include <cstddef>

namespace tactus {
namespace {

std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

int log2_of(std::uint64_t power) { return __builtin_ctzll(power); }

Picoseconds later(Picoseconds a, Picoseconds b) { return a < b ? b : a; }

bool asks_directory(const CacheOutcome& outcome) {
  return outcome.upgraded || outcome.source >= 0 || outcome.served == ServedBy::kMemory;
}

Picoseconds left_of(Picoseconds load, Picoseconds passed) { return load < passed ? Picoseconds{0} : load -= passed; }

std::vector<CacheArray> make_tlbs(const ManyCoreConfig& config) {
  if (config.tlb.entries == 0) return {};
  return {index_of(config.cores), CacheArray(index_of(config.tlb.entries), config.tlb.ways)};
}

}  // namespace

AccessCounts& AccessCounts::operator+=(const AccessCounts& other) {
  l1_hits += other.l1_hits;
  l2_hits += other.l2_hits;
  other_core += other.other_core;
  memory += other.memory;
  upgrades += other.upgrades;
  tlb_misses += other.tlb_misses;
  return *this;
}

AccessCounts& AccessCounts::operator-=(const AccessCounts& other) {
  l1_hits -= other.l1_hits;
  l2_hits -= other.l2_hits;
  other_core -= other.other_core;
  memory -= other.memory;
  upgrades -= other.upgrades;
  tlb_misses -= other.tlb_misses;
  return *this;
}

NodeMemory::NodeMemory(const ManyCoreConfig& config)
    : config_(config),
      line_bits_(log2_of(config.line.count())),
      page_bits_(log2_of(config.tlb.page.count()) - line_bits_),
      line_time_(transfer_time(config.line, config.memory_rate)),
      caches_(config),
      prefetchers_(index_of(config.cores),
                   {config.prefetch_streams, config.prefetch_stride, ceil_div(kStreamPage, config.line.count())}),
      tlbs_(make_tlbs(config)),
      counts_(index_of(config.threads())),
      writes_(index_of(config.threads()), WriteBuffer(config.write_buffer)),
      quantum_(config.cycle * config.quantum.count()),
      issue_load_(index_of(config.cores)) {}

void NodeMemory::begin_quantum(Picoseconds start) {
  if (watch_ != nullptr) {
    tell_of_quantum(start);
    watch_->quantum_begins(start);
  }
  Picoseconds passed = start;
  passed -= start_;
  for (Picoseconds& load : issue_load_) load = left_of(load, passed);
  memory_load_ = left_of(memory_load_, passed);
  start_ = start;
}

Picoseconds NodeMemory::read(int thread, std::uint64_t line, Picoseconds now) {
  const CacheOutcome outcome = caches_.read(core_of(thread), line);
  const Access access = served(thread, line, outcome, now);
  if (watch_ != nullptr) tell(thread, line, outcome, now, access, access.done, false);
  return access.done;
}

Picoseconds NodeMemory::write(int thread, std::uint64_t line, Picoseconds now) {
  const CacheOutcome outcome = caches_.write(core_of(thread), line);
  const Access access = served(thread, line, outcome, now);
  // What L1 serves by itself ends as it is issued; the rest is left to the buffer.
  Picoseconds rest = access.done;
  rest -= access.issued;
  WriteBuffer& writes = writes_[index_of(thread)];
  const Picoseconds goes_on = writes.write(access.issued, rest);
  if (watch_ != nullptr) tell(thread, line, outcome, now, access, goes_on, true);
  return goes_on;
}

void NodeMemory::written_from_outside(std::uint64_t address, Bytes bytes) {
  if (bytes == Bytes{0}) return;
  const std::uint64_t last = line_of(address + bytes.count() - 1);
  for (std::uint64_t line = line_of(address); line <= last; ++line) caches_.drop(line);
}

Picoseconds NodeMemory::work(int thread, std::uint64_t instructions, Picoseconds now) {
  const Picoseconds ready = now + config_.cycle * (instructions * config_.issue_interval.count());
  const Picoseconds end = issued(core_of(thread), instructions, ready);
  if (watch_ != nullptr) watch_->worked(thread, ready, end);
  return end;
}

Picoseconds NodeMemory::issued(int core, std::uint64_t instructions, Picoseconds ready) {
  Picoseconds& load = issue_load_[index_of(core)];
  load += config_.cycle * instructions;
  return load <= quantum_ ? ready : later(ready, start_ + load);
}

NodeMemory::Access NodeMemory::served(int thread, std::uint64_t line, const CacheOutcome& outcome, Picoseconds now) {
  const int core = core_of(thread);
  AccessCounts& counts = counts_[index_of(thread)];
  switch (outcome.served) {
    case ServedBy::kL1:
      ++counts.l1_hits;
      break;
    case ServedBy::kL2:
      ++counts.l2_hits;
      break;
    case ServedBy::kOtherCore:
      ++counts.other_core;
      break;
    case ServedBy::kMemory:
      ++counts.memory;
      break;
  }
  std::uint64_t cycles = std::max(config_.l1.latency.count(), config_.issue_interval.count());
  if (!tlbs_.empty()) cycles += translation(thread, line);
  Access access;
  access.ready = now + config_.cycle * cycles;
  access.issued = access.arrived = access.done = issued(core, 1, access.ready);
  if (outcome.served == ServedBy::kL1 && !outcome.upgraded) return access;
  if (outcome.upgraded) ++counts.upgrades;
  std::uint64_t wait = beyond_l1(core, line, outcome);
  if (prefetchers_[index_of(core)].follows(line))
    wait = ceil_div(wait, static_cast<std::uint64_t>(config_.misses_in_flight));
  access.arrived = access.done += config_.cycle * wait;
  if (outcome.memory_lines > 0) {
    memory_load_ += line_time_ * static_cast<std::uint64_t>(outcome.memory_lines);
    if (memory_load_ > quantum_) access.done = later(access.done, start_ + memory_load_);
  }
  return access;
}

/// Cycles that an access takes longer than one that L1 serves.
std::uint64_t NodeMemory::beyond_l1(int core, std::uint64_t line, const CacheOutcome& outcome) const {
  std::uint64_t cycles = 0;
  if (outcome.served != ServedBy::kL1) cycles += config_.l2.latency.count() - config_.l1.latency.count();
  if (!asks_directory(outcome)) return cycles;
  cycles += config_.directory_latency.count();
  if (outcome.source >= 0) cycles += config_.l2.latency.count();
  if (outcome.served == ServedBy::kMemory) cycles += config_.memory_latency.count();
  return cycles + config_.ring_hop.count() * static_cast<std::uint64_t>(ring_hops(core, line, outcome));
}

int NodeMemory::ring_hops(int core, std::uint64_t line, const CacheOutcome& outcome) const {
  const int home = caches_.home(line);
  // From the directory to the core that sends the data, and to those that lose the line: the last answer counts.
  int onward = caches_.hops(home, core);
  if (outcome.source >= 0) {
    onward = std::max(onward, caches_.hops(home, outcome.source) + caches_.hops(outcome.source, core));
  }
  for (CoreSet losers = outcome.losers; losers != 0; losers &= losers - 1) {
    const int loser = __builtin_ctzll(losers);
    onward = std::max(onward, caches_.hops(home, loser) + caches_.hops(loser, core));
  }
  return caches_.hops(core, home) + onward;
}

void NodeMemory::tell(int thread, std::uint64_t line, const CacheOutcome& outcome, Picoseconds now,
                      const Access& access, Picoseconds goes_on, bool write) const {
  WatchedAccess told;
  told.thread = thread;
  told.write = write;
  told.counts = &counts_[index_of(thread)];
  told.outcome = outcome;
  told.directory = asks_directory(outcome);
  told.home = caches_.home(line);
  if (told.directory) told.hops = ring_hops(core_of(thread), line, outcome);
  told.begin = now;
  const std::uint64_t of_l1 = std::max(config_.l1.latency.count(), config_.issue_interval.count());
  told.translated = access.ready;
  told.translated -= config_.cycle * of_l1;
  told.ready = access.ready;
  told.issued = access.issued;
  told.arrived = access.arrived;
  told.done = access.done;
  told.goes_on = goes_on;
  told.ended = write ? writes_[index_of(thread)].empty() : goes_on;
  watch_->accessed(told);
}

/// Loads of the quantum that ends, and of those that nobody asks for anything in until the one that begins at `next`.
void NodeMemory::tell_of_quantum(Picoseconds next) const {
  const auto all_of = [&](int core, Picoseconds load) {
    for (Picoseconds start = start_; start < next; start += quantum_) {
      watch_->loaded(core, start, load);
      if (load == Picoseconds{0}) break;
      load = left_of(load, quantum_);
    }
  };
  for (std::size_t core = 0; core < issue_load_.size(); ++core) all_of(static_cast<int>(core), issue_load_[core]);
  all_of(-1, memory_load_);
}

std::uint64_t NodeMemory::translation(int thread, std::uint64_t line) {
  CacheArray& tlb = tlbs_[index_of(core_of(thread))];
  const std::uint64_t page = line >> page_bits_;
  if (tlb.use(page) != nullptr) return 0;
  tlb.insert(page, LineState::kShared);
  ++counts_[index_of(thread)].tlb_misses;
  return config_.tlb.miss.count();
}

}  // namespace tactus
