#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/units.h"
#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/attribution/flow_focus.h"
#include "testbench/app/attribution/flow_summary.h"
#include "testbench/app/attribution/focus_summary.h"
#include "testbench/app/results/copy_summary.h"
#include "testbench/app/results/counter_summary.h"
#include "testbench/app/results/operation_path.h"
#include "testbench/app/results/operation_ranks.h"
#include "testbench/app/results/rails_summary.h"
#include "testbench/app/results/rank_delays.h"

namespace tactus {

class Fabric;
class LatencyHistogram;

/// Nanoseconds; percentiles are off by less than 0.05 %, the rest is exact.
struct LatencySummary {
  std::uint64_t count = 0;
  double mean = 0;
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double max = 0;
  std::vector<std::pair<double, std::uint64_t>> distribution{};  ///< largest latency of a class, how many are in it
};
/// Makes the summary of a histogram of cycles.
LatencySummary summarise(const LatencyHistogram& histogram, Clock clock);

/// One sequence of a phased algorithm. Times are simulated seconds.
struct SequenceSummary {
  int index = 0;                     ///< from 1
  std::optional<std::string> job{};  ///< that it belongs to, if there are jobs
  int phase = 0;
  int hops = 0;
  std::optional<double> start_s;      ///< the first node begins
  std::optional<double> first_end_s;  ///< the first node ends
  std::optional<double> last_end_s;   ///< the last node ends
  /// Share 0..1 of the time from `start_s` to `last_end_s` that the average link carries this sequence's flits.
  std::optional<double> link_utilisation;
  /// Highest such share of any whole sample window between `start_s` and `last_end_s`; none if no window fits in.
  std::optional<double> peak_link_utilisation;
};

/// One of the programs that ran side by side. Times are simulated seconds.
struct JobSummary {
  std::string name;
  std::string algorithm;
  int ranks = 0;
  double start_s = 0;                         ///< its programs begin
  std::optional<double> end_s;                ///< its last program ended
  std::uint64_t messages = 0;                 ///< messages of its programs
  std::uint64_t bytes = 0;                    ///< bytes of these, headers not included
  std::optional<double> alone_s{};            ///< duration of the job alone, on the same ranks, if it has run so too
  std::optional<OperationPath> operations{};  ///< schedule: critical path in operations
  std::optional<OperationRanks> operation_ranks{};  ///< schedule

  /// From `start_s` to `end_s`.
  [[nodiscard]] std::optional<double> duration_s() const {
    return end_s ? std::optional<double>(*end_s - start_s) : std::nullopt;
  }
  /// How many times as long as alone the job took.
  [[nodiscard]] std::optional<double> slowdown() const {
    const bool known = end_s && alone_s && *alone_s > 0;
    return known ? std::optional<double>(*duration_s() / *alone_s) : std::nullopt;
  }
};

/// Packets of one class of messages.
struct ClassSummary {
  std::string name;
  std::uint64_t packets = 0;    ///< delivered
  std::uint64_t bytes = 0;      ///< payload of these
  std::uint64_t flit_hops = 0;  ///< flits times the links that they were granted
  double link_utilisation = 0;  ///< share of what all links could have carried
  LatencySummary latency_ns;
};

/// Retries of one link with bit errors, or of all of them.
struct LinkRetrySummary {
  std::string name;  ///< the link, as "(0,0) plus_x"
  std::uint64_t repetitions = 0;
  std::uint64_t discarded_flits = 0;
  std::uint64_t full_cycles = 0;  ///< its output was closed because its replay buffer had no room
};

/// Retries of all links with bit errors.
struct RetrySummary {
  std::uint64_t discarded_flits = 0;
  std::uint64_t full_cycles = 0;
  std::vector<LinkRetrySummary> links;  ///< links with the most repetitions, at most `kMost` of them, the most first

  static constexpr std::size_t kMost = 8;
};

/// Sums over all DMA engines of the machine: the NICs' own counters.
struct NicTotals {
  std::uint64_t packets = 0;
  std::uint64_t stall_cycles = 0;     ///< a ready packet waited for credits
  std::uint64_t pace_cycles = 0;      ///< a ready packet waited for its pace slot
  std::uint64_t window_cycles = 0;    ///< a packet whose slot had come waited for its paired receive
  std::uint64_t memory_cycles = 0;    ///< a message waited for packets from memory
  std::uint64_t dropped_packets = 0;  ///< came for cancelled receives
  /// With a send queue for each class: a packet waited for those of other classes of its engine.
  std::optional<std::uint64_t> turn_cycles{};
};
NicTotals nic_totals(const Fabric& fabric);

/// Registers of the NICs that software has written, by all drivers together; a word of a descriptor is one.
struct SoftwareSummary {
  std::uint64_t register_writes = 0;
  std::uint64_t pacing_writes = 0;  ///< registers of pacers and of injection controls among them
  /// Writes for each message that was delivered; none if none was.
  std::optional<double> register_writes_per_message{};
  std::optional<double> pacing_writes_per_message{};
};
/// Makes the summary of so many writes for so many delivered messages.
SoftwareSummary software_summary(std::uint64_t register_writes, std::uint64_t pacing_writes, std::uint64_t messages);

/// Totals of the injection control.
struct ControlTotals {
  std::uint64_t packets = 0;  ///< control packets injected; NicTotals does not count them
  std::uint64_t bytes = 0;    ///< bytes of these packets
  std::uint64_t cycles = 0;   ///< a packet was not let go that nothing else kept back
};
ControlTotals control_totals(const Fabric& fabric);

/// Part of a measurement window that belongs to the warm-up.
struct UnsteadyWindow {
  Cycles length;            ///< length of that part, from the window's beginning
  bool throughout = false;  ///< the window may have no steady part
  bool of_latency = false;  ///< it was seen in the latency, else in the accepted load
  double shift = 0;         ///< shift of the figure from the rest of the window, as a share of the figure
};

/// Measurements of an open-loop workload, in its measurement window.
struct OpenLoopSummary {
  double offered = 0;             ///< flits per node and cycle, headers included
  double accepted = 0;            ///< flits per node and cycle that arrived
  LatencySummary latency_ns;      ///< from creation, source queue included, to the tail's arrival
  std::uint64_t measured = 0;     ///< messages created in the window
  std::uint64_t outstanding = 0;  ///< measured messages that have not arrived when the run ended
  /// Less was accepted than offered; nothing if the run ended within the window.
  std::optional<bool> saturated;
  std::optional<UnsteadyWindow> unsteady;  ///< nothing if the window is steady, or the run ended within it
};

/// Part that was busy for longer than any part of the network, and for at least half of the run.
struct LimitSummary {
  std::string what;         ///< "memory of node (0,1)"
  double busy = 0;          ///< share 0..1 of the run
  double network_busy = 0;  ///< share of the run in which the busiest link, or port of a NIC, was busy
};

/// Figures of the flow level about its network and its work.
struct FlowSummary {
  int nodes = 0;
  int links = 0;                       ///< without those of NICs
  std::uint64_t solves = 0;            ///< how often rates were found
  std::uint64_t passes = 0;            ///< over the flows, in all solves together
  std::uint64_t dropped_messages = 0;  ///< came for cancelled receives
};

/// Contents of trace.json, messages.csv and operations.csv, as counts.
struct TraceSummary {
  std::uint64_t packets = 0;                          ///< recorded in trace.json
  std::uint64_t dropped = 0;                          ///< injected within the window, but beyond the limit
  std::uint64_t messages = 0;                         ///< rows of messages.csv
  std::uint64_t dropped_messages = 0;                 ///< beyond the limit
  std::optional<std::uint64_t> operations{};          ///< rows of operations.csv, if there is one
  std::optional<std::uint64_t> dropped_operations{};  ///< beyond the limit
  std::optional<std::uint64_t> slowest_message{};     ///< id in messages.csv
  std::optional<double> slowest_message_s{};          ///< time from its post until its receive was complete
};

/// Cost of the run to the host; differs from run to run.
struct HostUsage {
  double user_cpu_s = 0;
  std::uint64_t peak_rss_bytes = 0;
};
/// Usage of this process, so far.
HostUsage host_usage();

/// Nodes of a network of kind graph.
struct GraphSize {
  int hosts = 0;  ///< nodes 0 to hosts - 1
  int switches = 0;
};

/// Everything that result.json says about a run.
struct RunSummary {
  std::string scenario;  ///< name
  std::string level;     ///< "cycle", "packet" ...
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> versions;
  Picoseconds simulated;
  std::optional<double> ideal_seconds;                            ///< above 0
  double link_utilisation = 0;                                    ///< 0..1, mean over all links and the whole run
  std::vector<std::pair<std::string, double>> group_utilisation;  ///< its part in each of LinkGroups, by name
  std::optional<GraphSize> graph{};
  std::optional<double> throughput;  ///< flits per node and cycle that arrived, as `open_loop` if there is one
  std::uint64_t messages_delivered = 0;
  std::uint64_t packets_delivered = 0;
  std::uint64_t flits_injected = 0;               ///< by all NICs, headers included; without control packets
  std::uint64_t packet_hops = 0;                  ///< packets x torus links; without control packets
  std::uint64_t flit_hops = 0;                    ///< flits x torus links, those of control packets too
  std::optional<std::uint64_t> link_repetitions;  ///< repetitions of packets by links with bit errors
  std::optional<RetrySummary> link_retries;       ///< with these
  LatencySummary packet_latency_ns;               ///< from the head on the NIC's port to the tail at the receiving NIC
  std::optional<std::uint64_t> slowest_packet;    ///< number of the one that took longest; of several the lowest
  std::vector<SequenceSummary> sequences;
  std::vector<JobSummary> jobs;       ///< that ran, in the order of the scenario
  std::vector<ClassSummary> classes;  ///< if there are several, in their order
  std::optional<NicTotals> nic;
  std::optional<ControlTotals> control;
  std::optional<SoftwareSummary> software;
  std::optional<OpenLoopSummary> open_loop;
  std::optional<NoiseSummary> noise;
  std::optional<LateStartSummary> late_starts;
  std::optional<CounterSummary> counters;
  std::optional<LimitSummary> limit;  ///< nothing: the network, or nothing in particular
  std::optional<FlowSummary> flow;
  std::optional<CopySummary> copies;
  std::optional<RailsSummary> rails;
  std::optional<TraceSummary> trace;
  std::optional<AttributionSummary> attribution;
  std::optional<PathSummary> critical_path;
  std::optional<FocusSummary> focus;
  std::optional<FlowAttributionSummary> flow_attribution;
  std::optional<FlowPathSummary> flow_critical_path;
  std::optional<FlowFocusSummary> flow_focus;
  std::optional<OperationPath> operations;  ///< critical path in operations
  std::optional<OperationRanks> operation_ranks;
  std::vector<std::pair<std::string, std::string>> parameters;     ///< parameters of the scenario, with their values
  std::vector<std::pair<std::string, std::string>> configuration;  ///< every key that applies, with its value
  HostUsage host;

  [[nodiscard]] double simulated_seconds() const { return static_cast<double>(simulated.count()) * 1e-12; }
  /// Value of a scenario key in this run; empty if the key does not apply.
  [[nodiscard]] std::string configured(const std::string& key) const;
  [[nodiscard]] std::optional<double> ratio_to_ideal() const {
    if (!ideal_seconds) return std::nullopt;
    return simulated_seconds() / *ideal_seconds;
  }
};

/// Names of things and what they are: versions, hashes, values.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// Tools that computed the result: versions, `program_id`, and the content of each plug-in of `plugins`.
NamedTexts tool_versions(const NamedTexts& plugins);

}  // namespace tactus
