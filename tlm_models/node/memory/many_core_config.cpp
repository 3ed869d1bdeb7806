#include "tlm_models/node/memory/many_core_config.h"

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

bool power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

std::vector<ConfigFault> validate_cache(const CacheConfig& cache, Bytes line) {
  ConfigFaults faults;
  faults.require(1 <= cache.ways && cache.ways <= 64, "ways", "{}: must be 1 to 64", cache.ways);
  if (!faults.empty()) return faults.take();
  const std::uint64_t way = line.count() * static_cast<std::uint64_t>(cache.ways);
  const bool whole = cache.size.count() % way == 0 && power_of_two(cache.size.count() / way);
  faults.require(whole, "size", "{} B: must be {} B, a line in each way, times a power of two", cache.size.count(),
                 way);
  faults.require(cache.size <= Bytes{std::uint64_t{1} << 30}, "size", "{} B: at most 1 GiB", cache.size.count());
  return faults.take();
}

std::vector<ConfigFault> validate_tlb(const TlbConfig& tlb, Bytes line) {
  ConfigFaults faults;
  if (tlb.entries == 0) return faults.take();
  faults.require(1 <= tlb.ways && tlb.ways <= 64, "ways", "{}: must be 1 to 64", tlb.ways);
  if (!faults.empty()) return faults.take();
  const bool whole = tlb.entries > 0 && tlb.entries % tlb.ways == 0 &&
                     power_of_two(static_cast<std::uint64_t>(tlb.entries / tlb.ways));
  faults.require(whole, "entries", "{}: must be {} ways times a power of two", tlb.entries, tlb.ways);
  faults.require(power_of_two(tlb.page.count()) && line <= tlb.page, "page",
                 "{} B: must be a power of two and at least a line", tlb.page.count());
  return faults.take();
}

}  // namespace

std::vector<ConfigFault> validate(const ManyCoreConfig& config) {
  ConfigFaults faults;
  faults.require(1 <= config.cores && config.cores <= 64, "cores", "{}: must be 1 to 64", config.cores);
  faults.require(1 <= config.threads_per_core && config.threads_per_core <= 4, "threads_per_core", "{}: must be 1 to 4",
                 config.threads_per_core);
  faults.require(Picoseconds{1} <= config.cycle && config.cycle <= kLongestPeriod, "cycle", "must be 1 ps to 1 s");
  faults.require(config.issue_interval.count() >= 1, "issue_interval", "must be at least 1 cycle");
  const bool line = power_of_two(config.line.count()) && Bytes{16} <= config.line && config.line <= Bytes{4096};
  faults.require(line, "line", "{} B: must be a power of two, 16 to 4096", config.line.count());
  if (line) {
    faults.add("l1", validate_cache(config.l1, config.line));
    faults.add("l2", validate_cache(config.l2, config.line));
    faults.add("tlb", validate_tlb(config.tlb, config.line));
  }
  faults.require(config.l1.size <= config.l2.size, "l2.size", "{} B: it holds all that L1 holds, {} B",
                 config.l2.size.count(), config.l1.size.count());
  faults.require(config.l1.latency <= config.l2.latency, "l2.latency", "{} cycles: less than that of L1, {}",
                 config.l2.latency.count(), config.l1.latency.count());
  faults.require(config.memory_rate.count() > 0, "memory_rate", "must be more than 0");
  faults.require(0 <= config.prefetch_streams && config.prefetch_streams <= 64, "prefetch_streams",
                 "{}: must be 0 to 64", config.prefetch_streams);
  faults.require(1 <= config.prefetch_stride && config.prefetch_stride <= 64, "prefetch_stride", "{}: must be 1 to 64",
                 config.prefetch_stride);
  faults.require(1 <= config.misses_in_flight && config.misses_in_flight <= 16, "misses_in_flight",
                 "{}: must be 1 to 16", config.misses_in_flight);
  faults.require(0 <= config.write_buffer && config.write_buffer <= 64, "write_buffer", "{}: must be 0 to 64",
                 config.write_buffer);
  faults.require(config.quantum.count() >= 1, "quantum", "must be at least 1 cycle");
  return faults.take();
}

}  // namespace tactus
