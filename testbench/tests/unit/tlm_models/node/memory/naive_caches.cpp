#include "testbench/tests/unit/tlm_models/node/memory/naive_caches.h"

#include <algorithm>
#include <cstdlib>

namespace tactus {

NaiveCaches::Line* NaiveCaches::Cache::find(std::uint64_t line) {
  for (Line& entry : set_of(line)) {
    if (entry.line == line) return &entry;
  }
  return nullptr;
}

void NaiveCaches::Cache::touch(std::uint64_t line) {
  Set& set = set_of(line);
  const auto place = std::find_if(set.begin(), set.end(), [&](const Line& entry) { return entry.line == line; });
  set.splice(set.begin(), set, place);
}

void NaiveCaches::Cache::drop(std::uint64_t line) {
  set_of(line).remove_if([&](const Line& entry) { return entry.line == line; });
}

NaiveCaches::NaiveCaches(const ManyCoreConfig& config) : write_allocate_(config.write_allocate) {
  const auto make = [&](const CacheConfig& cache) {
    Cache made;
    made.ways = static_cast<std::size_t>(cache.ways);
    made.sets.resize(cache.size.count() / config.line.count() / made.ways);
    return made;
  };
  for (int core = 0; core < config.cores; ++core) cores_.push_back({make(config.l1), make(config.l2)});
}

CacheOutcome NaiveCaches::access(int core, std::uint64_t line, bool write_access) {
  CacheOutcome outcome;
  if (write_access) {
    write(core, line, outcome);
  } else {
    read(core, line, outcome);
  }
  return outcome;
}

void NaiveCaches::read(int core, std::uint64_t line, CacheOutcome& outcome) {
  Core& mine = cores_[static_cast<std::size_t>(core)];
  if (mine.l1.find(line) != nullptr) {
    outcome.served = ServedBy::kL1;
    mine.l1.touch(line);
  } else if (mine.l2.find(line) != nullptr) {
    outcome.served = ServedBy::kL2;
    mine.l2.touch(line);
    fill_l1(core, line);
  } else {
    const CoreSet others = holders(line);
    Line got{line, others == 0 ? LineState::kExclusive : LineState::kShared, memory_[line]};
    outcome.served = others == 0 ? ServedBy::kMemory : ServedBy::kOtherCore;
    outcome.memory_lines = others == 0 ? 1 : 0;
    if (others != 0) outcome.source = nearest(core, others);
    for (Core& other : cores_) {
      for (Cache* cache : {&other.l1, &other.l2}) {
        Line* copy = cache->find(line);
        if (copy == nullptr) continue;
        copy->state = LineState::kShared;
        got.version = copy->version;
      }
    }
    fill_l2(core, got, outcome);
    fill_l1(core, line);
  }
  if (mine.l1.find(line)->version != newest_[line]) ++stale_reads_;
}

void NaiveCaches::write(int core, std::uint64_t line, CacheOutcome& outcome) {
  Core& mine = cores_[static_cast<std::size_t>(core)];
  Line* in_l2 = mine.l2.find(line);
  const bool in_l1 = mine.l1.find(line) != nullptr;
  const CoreSet others = holders(line) & ~core_bit(core);
  const std::uint64_t version = ++newest_[line];
  if (in_l2 == nullptr && !write_allocate_) {
    outcome.served = ServedBy::kMemory;
    for (Core& other : cores_) {
      const Line* copy = other.l2.find(line);
      if (copy == nullptr || copy->version == memory_[line]) continue;
      to_memory(line, copy->version, outcome);
    }
    to_memory(line, version, outcome);
  } else if (in_l2 == nullptr) {
    outcome.served = others == 0 ? ServedBy::kMemory : ServedBy::kOtherCore;
    outcome.memory_lines = others == 0 ? 1 : 0;
    if (others != 0) outcome.source = nearest(core, others);
  } else {
    outcome.served = in_l1 ? ServedBy::kL1 : ServedBy::kL2;
    outcome.upgraded = in_l2->state == LineState::kShared;
    in_l2->state = LineState::kModified;
    in_l2->version = version;
    if (!in_l1) mine.l2.touch(line);
  }
  outcome.losers = others;
  for (int other = 0; other < static_cast<int>(cores_.size()); ++other) {
    if (other == core) continue;
    cores_[static_cast<std::size_t>(other)].l1.drop(line);
    cores_[static_cast<std::size_t>(other)].l2.drop(line);
  }
  if (in_l2 == nullptr && write_allocate_) fill_l2(core, {line, LineState::kModified, version}, outcome);
  if (in_l1) {
    mine.l1.touch(line);
    *mine.l1.find(line) = {line, LineState::kModified, version};
  } else if (write_allocate_) {
    fill_l1(core, line);
  }
}

void NaiveCaches::fill_l2(int core, const Line& line, CacheOutcome& outcome) {
  Cache& l2 = cores_[static_cast<std::size_t>(core)].l2;
  Set& set = l2.set_of(line.line);
  set.push_front(line);
  if (set.size() <= l2.ways) return;
  const Line victim = set.back();
  set.pop_back();
  evict(core, victim, outcome);
}

void NaiveCaches::fill_l1(int core, std::uint64_t line) {
  Core& mine = cores_[static_cast<std::size_t>(core)];
  Set& set = mine.l1.set_of(line);
  set.push_front(*mine.l2.find(line));
  if (set.size() > mine.l1.ways) set.pop_back();
}

void NaiveCaches::evict(int core, const Line& line, CacheOutcome& outcome) {
  cores_[static_cast<std::size_t>(core)].l1.drop(line.line);
  if (holders(line.line) == 0 && memory_[line.line] != line.version) to_memory(line.line, line.version, outcome);
}

void NaiveCaches::to_memory(std::uint64_t line, std::uint64_t version, CacheOutcome& outcome) {
  memory_[line] = version;
  ++outcome.memory_lines;
}

CoreSet NaiveCaches::holders(std::uint64_t line) {
  CoreSet all = 0;
  for (int core = 0; core < static_cast<int>(cores_.size()); ++core) {
    if (cores_[static_cast<std::size_t>(core)].l2.find(line) != nullptr) all |= core_bit(core);
  }
  return all;
}

int NaiveCaches::distance(int a, int b) const {
  const int around = static_cast<int>(cores_.size());
  const int steps = std::abs(a - b);
  return std::min(steps, around - steps);
}

int NaiveCaches::nearest(int core, CoreSet holders) const {
  int best = -1;
  for (int holder = 0; holder < static_cast<int>(cores_.size()); ++holder) {
    if ((holders & core_bit(holder)) == 0) continue;
    if (best < 0 || distance(holder, core) < distance(best, core)) best = holder;
  }
  return best;
}

}  // namespace tactus
