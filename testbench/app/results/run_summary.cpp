#include "testbench/app/results/run_summary.h"

#include <sys/resource.h>

#include <algorithm>
#include <systemc>

#include "hw/nic/nic_registers.h"
#include "hw/node/fabric.h"
#include "testbench/app/about/about.h"
#include "tlm_models/common/histogram.h"

namespace tactus {

LatencySummary summarise(const LatencyHistogram& histogram, Clock clock) {
  const double cycle = clock.picoseconds() / 1000.0;
  const auto nanoseconds = [cycle](std::uint64_t cycles) { return static_cast<double>(cycles) * cycle; };
  LatencySummary summary;
  summary.count = histogram.count();
  summary.mean = histogram.mean() * cycle;
  summary.p50 = nanoseconds(histogram.percentile(50));
  summary.p95 = nanoseconds(histogram.percentile(95));
  summary.p99 = nanoseconds(histogram.percentile(99));
  summary.max = nanoseconds(histogram.max());
  for (const LatencyHistogram::Class& one : histogram.distribution()) {
    summary.distribution.emplace_back(nanoseconds(one.largest), one.count);
  }
  return summary;
}

NicTotals nic_totals(const Fabric& fabric) {
  NicTotals totals;
  totals.packets = fabric.nic_counter(nic_reg::kTxPackets);
  totals.stall_cycles = fabric.nic_counter(nic_reg::kTxStallCycles);
  totals.pace_cycles = fabric.nic_counter(nic_reg::kTxPaceCycles);
  totals.window_cycles = fabric.nic_counter(nic_reg::kTxWindowCycles);
  totals.memory_cycles = fabric.nic_counter(nic_reg::kTxMemoryCycles);
  totals.dropped_packets = fabric.nic_counter(nic_reg::kRxDropped);
  if (fabric.config().send_queues() > 1) {
    totals.turn_cycles = fabric.nic_counter(nic_reg::control_address(nic_reg::kTurnCycles));
  }
  return totals;
}

SoftwareSummary software_summary(std::uint64_t register_writes, std::uint64_t pacing_writes, std::uint64_t messages) {
  SoftwareSummary summary{register_writes, pacing_writes};
  if (messages == 0) return summary;
  summary.register_writes_per_message = static_cast<double>(register_writes) / static_cast<double>(messages);
  summary.pacing_writes_per_message = static_cast<double>(pacing_writes) / static_cast<double>(messages);
  return summary;
}

ControlTotals control_totals(const Fabric& fabric) {
  ControlTotals totals;
  totals.packets = fabric.nic_counter(nic_reg::control_address(nic_reg::kTxControl));
  totals.bytes = totals.packets * kHeaderBytes.count();
  totals.cycles = fabric.nic_counter(nic_reg::control_address(nic_reg::kControlCycles));
  return totals;
}

HostUsage host_usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  HostUsage host;
  host.user_cpu_s = static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
  host.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux tells kibibytes
  return host;
}

std::string RunSummary::configured(const std::string& key) const {
  const auto found =
      std::find_if(configuration.begin(), configuration.end(), [&](const auto& each) { return each.first == key; });
  return found == configuration.end() ? "" : found->second;
}

NamedTexts tool_versions(const NamedTexts& plugins) {
  NamedTexts versions = {{"tactus", tactus_version()}, {"systemc", sc_core::sc_release()}, {"program", program_id()}};
  for (const auto& [plugin, content] : plugins) versions.emplace_back("plugin " + plugin, content);
  return versions;
}

}  // namespace tactus
