#include "tlm_models/node/memory/coherent_caches.h"

#include <cstddef>

namespace tactus {
namespace {

std::size_t lines_of(const CacheConfig& cache, const ManyCoreConfig& config) {
  return cache.size.count() / config.line.count();
}

std::vector<CacheArray> for_each_core(const CacheConfig& cache, const ManyCoreConfig& config) {
  return {static_cast<std::size_t>(config.cores), CacheArray(lines_of(cache, config), cache.ways)};
}

std::size_t at(int core) { return static_cast<std::size_t>(core); }

template <class Action>
void for_each_in(CoreSet cores, const Action& action) {
  for (; cores != 0; cores &= cores - 1) action(__builtin_ctzll(cores));
}

}  // namespace

CoherentCaches::CoherentCaches(const ManyCoreConfig& config)
    : cores_(config.cores),
      write_allocate_(config.write_allocate),
      l1_(for_each_core(config.l1, config)),
      l2_(for_each_core(config.l2, config)),
      directory_(at(config.cores) * lines_of(config.l2, config)) {}

CacheOutcome CoherentCaches::read_beyond_l1(int core, std::uint64_t line) {
  CacheOutcome outcome;
  if (const CacheEntry* mine = l2_[at(core)].use(line)) {
    outcome.served = ServedBy::kL2;
    put_into_l1(core, line, mine->state());
    return outcome;
  }
  TagDirectory::Entry* entry = directory_.find(line);
  LineState state = LineState::kExclusive;
  if (entry != nullptr) {
    outcome.served = ServedBy::kOtherCore;
    outcome.source = nearest(core, entry->holders);
    share(*entry);
    entry->holders |= core_bit(core);
    state = LineState::kShared;
  } else {
    outcome.served = ServedBy::kMemory;
    outcome.memory_lines = 1;
    directory_.add(line, core_bit(core));
  }
  put_into_l2(core, line, state, outcome);
  put_into_l1(core, line, state);
  return outcome;
}

CacheOutcome CoherentCaches::write_beyond(int core, std::uint64_t line, CacheEntry* in_l1) {
  CacheOutcome outcome;
  CacheEntry* mine = in_l1 != nullptr ? l2_[at(core)].find(line) : l2_[at(core)].use(line);
  outcome.served = in_l1 != nullptr ? ServedBy::kL1 : ServedBy::kL2;
  if (mine == nullptr && !write_allocate_) return write_around(line);
  if (mine == nullptr) {
    TagDirectory::Entry* entry = directory_.find(line);
    outcome.served = entry == nullptr ? ServedBy::kMemory : ServedBy::kOtherCore;
    if (entry != nullptr) {
      outcome.source = nearest(core, entry->holders);
      take_from_others(*entry, entry->holders, outcome);
      entry->holders = core_bit(core);
    } else {
      outcome.memory_lines = 1;
      directory_.add(line, core_bit(core));
    }
    put_into_l2(core, line, LineState::kModified, outcome);
  } else {
    if (mine->state() == LineState::kShared) {
      TagDirectory::Entry* entry = directory_.find(line);
      take_from_others(*entry, entry->holders & ~core_bit(core), outcome);
      entry->holders = core_bit(core);
      outcome.upgraded = true;
    }
    mine->set_state(LineState::kModified);
  }
  if (in_l1 != nullptr) {
    in_l1->set_state(LineState::kModified);
  } else if (write_allocate_) {
    put_into_l1(core, line, LineState::kModified);
  }
  return outcome;
}

void CoherentCaches::drop(std::uint64_t line) {
  TagDirectory::Entry* entry = directory_.find(line);
  if (entry == nullptr) return;
  CacheOutcome nobody_asks;
  take_from_others(*entry, entry->holders, nobody_asks);
  directory_.remove(entry);
}

/// A single holder may have it exclusive or modified.
void CoherentCaches::share(TagDirectory::Entry& entry) {
  if ((entry.holders & (entry.holders - 1)) != 0) return;
  const std::size_t owner = at(__builtin_ctzll(entry.holders));
  CacheEntry* in_l2 = l2_[owner].find(entry.line);
  if (in_l2->state() == LineState::kModified) entry.dirty = 1;
  in_l2->set_state(LineState::kShared);
  if (CacheEntry* in_l1 = l1_[owner].find(entry.line)) in_l1->set_state(LineState::kShared);
}

void CoherentCaches::take_from_others(TagDirectory::Entry& entry, CoreSet others, CacheOutcome& outcome) {
  for_each_in(others, [&](int core) {
    l2_[at(core)].erase(entry.line);
    l1_[at(core)].erase(entry.line);
  });
  outcome.losers = others;
}

/// Writes a line that this core does not have to memory. What others have modified goes there first.
CacheOutcome CoherentCaches::write_around(std::uint64_t line) {
  CacheOutcome outcome;
  outcome.served = ServedBy::kMemory;
  outcome.memory_lines = 1;
  TagDirectory::Entry* entry = directory_.find(line);
  if (entry == nullptr) return outcome;
  const int owner = __builtin_ctzll(entry->holders);
  if (entry->dirty != 0 || l2_[at(owner)].find(line)->state() == LineState::kModified) ++outcome.memory_lines;
  take_from_others(*entry, entry->holders, outcome);
  directory_.remove(entry);
  return outcome;
}

void CoherentCaches::put_into_l2(int core, std::uint64_t line, LineState state, CacheOutcome& outcome) {
  if (const CacheEntry victim = l2_[at(core)].insert(line, state)) leave(core, victim, outcome);
}

void CoherentCaches::put_into_l1(int core, std::uint64_t line, LineState state) { l1_[at(core)].insert(line, state); }

/// A line that `core` had no more room for.
void CoherentCaches::leave(int core, CacheEntry victim, CacheOutcome& outcome) {
  l1_[at(core)].erase(victim.line());
  TagDirectory::Entry* entry = directory_.find(victim.line());
  entry->holders &= ~core_bit(core);
  const bool newest_here = victim.state() == LineState::kModified || entry->dirty != 0;
  if (entry->holders != 0) return;
  if (newest_here) ++outcome.memory_lines;
  directory_.remove(entry);
}

/// The one with the fewest hops, of equals the first on the ring.
int CoherentCaches::nearest(int core, CoreSet holders) const {
  int best = __builtin_ctzll(holders);
  for_each_in(holders, [&](int holder) {
    if (hops(holder, core) < hops(best, core)) best = holder;
  });
  return best;
}

}  // namespace tactus
