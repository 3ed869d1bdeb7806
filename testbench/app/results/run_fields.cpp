#include "testbench/app/results/run_fields.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "testbench/app/results/delay_fields.h"
#include "testbench/app/results/link_fields.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

using fields::Json;
using Run = RunSummary;
using Field = ResultField<Run>;

constexpr char kPackets[] = "with packets";
constexpr char kClosedLoop[] = "phased algorithms";

double percent(double share) { return share * 100.0; }

void tell_scenario(const Run& run, SummaryLines& lines) {
  lines.add("scenario", "{}, {} level, seed {}", run.scenario, run.level, run.seed);
}

void tell_time(const Run& run, SummaryLines& lines) {
  const std::string time = duration_text(run.simulated_seconds());
  if (const auto ratio = run.ratio_to_ideal()) {
    lines.add("time", "{}, {:.1f} % of the ideal {}", time, percent(*ratio), duration_text(*run.ideal_seconds));
  } else {
    lines.add("time", "{}", time);
  }
}

void tell_machine(const Run& run, SummaryLines& lines) {
  if (run.rails) add_lines(*run.rails, lines);
  if (run.copies) add_lines(*run.copies, lines);
}

void tell_delivered(const Run& run, SummaryLines& lines) {
  const std::string messages = count_text(run.messages_delivered);
  if (run.rails) return;
  if (run.copies) {
    lines.add("delivered", "{} messages", messages);
  } else if (run.flow) {
    lines.add("delivered", "{} messages in a network of {} nodes and {} links", messages, count_text(run.flow->nodes),
              count_text(run.flow->links));
    lines.add(
        "solver", "{} times rates, by {:.1f} passes each", count_text(run.flow->solves),
        static_cast<double>(run.flow->passes) / static_cast<double>(std::max<std::uint64_t>(1, run.flow->solves)));
  } else {
    lines.add("delivered", "{} messages, {} packets, {} link hops{}", messages, count_text(run.packets_delivered),
              count_text(run.packet_hops), repetitions_text(run));
  }
}

void tell_latency(const Run& run, SummaryLines& lines) {
  if (run.packet_latency_ns.count > 0) lines.add("latency", "{}", latency_text(run.packet_latency_ns));
  if (const std::string longest = longest_text(run); !longest.empty()) lines.add("longest", "{}", longest);
}

void tell_slowest_sequence(const Run& run, SummaryLines& lines) {
  const auto length = [](const SequenceSummary& s) { return s.last_end_s ? *s.last_end_s - *s.start_s : -1.0; };
  const auto slowest = std::max_element(run.sequences.begin(), run.sequences.end(),
                                        [&](const auto& a, const auto& b) { return length(a) < length(b); });
  if (slowest == run.sequences.end() || !slowest->last_end_s) return;
  const std::string job = slowest->job ? fmt::format(", of job {}", *slowest->job) : "";
  lines.add("slowest", "sequence {} of {}{} ({} hops): {}, links {:.1f} % used", slowest->index, run.sequences.size(),
            job, slowest->hops, duration_text(length(*slowest)), percent(slowest->link_utilisation.value_or(0)));
}

void tell_jobs(const Run& run, SummaryLines& lines) {
  const char* head = "jobs";
  for (const JobSummary& job : run.jobs) {
    const std::string time = job.end_s ? duration_text(*job.duration_s()) : "not ended";
    const std::string from = job.start_s > 0 ? " from " + duration_text(job.start_s) : "";
    const std::string beside =
        job.slowdown() ? fmt::format(", {:.3f} times the {} alone", *job.slowdown(), duration_text(*job.alone_s)) : "";
    lines.add(head, "{}: {}, {} ranks: {}{}{}", job.name, job.algorithm, job.ranks, time, from, beside);
    head = "";
  }
}

void tell_classes(const Run& run, SummaryLines& lines) {
  const char* head = "classes";
  for (const ClassSummary& each : run.classes) {
    const std::string latency = each.packets > 0 ? ", " + latency_text(each.latency_ns) : "";
    lines.add(head, "{}: {} packets, links {:.1f} % used{}", each.name, count_text(each.packets),
              percent(each.link_utilisation), latency);
    head = "";
  }
}

/// Of the job that suffers most.
std::optional<double> most_slowdown(const Run& run) {
  std::optional<double> most;
  for (const JobSummary& job : run.jobs) {
    if (job.slowdown()) most = std::max(most.value_or(0), *job.slowdown());
  }
  return most;
}

void tell_nics(const Run& run, SummaryLines& lines) {
  if (!run.nic) return;
  // A packet that is neither waiting nor being sent is not there: shares are of these three.
  const auto sending = static_cast<double>(run.flits_injected);
  const std::uint64_t controlled = run.control ? run.control->cycles : 0;
  const std::uint64_t held = run.nic->pace_cycles + run.nic->window_cycles + controlled;
  const auto behind = static_cast<double>(run.nic->turn_cycles.value_or(0));
  const auto waiting = static_cast<double>(run.nic->stall_cycles + held) + behind;
  const double total = sending + waiting;
  if (total <= 0) return;
  const std::string of_turns =
      run.nic->turn_cycles ? fmt::format(", {:.1f} % behind other classes", percent(behind / total)) : "";
  lines.add("NICs", "{:.1f} % of packets' time sending, {:.1f} % stalled, {:.1f} % held by the pacer{}",
            percent(sending / total), percent(static_cast<double>(run.nic->stall_cycles) / total),
            percent(static_cast<double>(held) / total), of_turns);
  if (!run.control || run.control->packets == 0) return;
  lines.add("control", "{} packets, {} B", count_text(run.control->packets), count_text(run.control->bytes));
}

void tell_limit(const Run& run, SummaryLines& lines) {
  if (!run.limit) return;
  lines.add("limit", "{}: {:.0f} % busy; network at most {:.0f} %", run.limit->what, percent(run.limit->busy),
            percent(run.limit->network_busy));
}

void tell_counters(const Run& run, SummaryLines& lines) {
  if (run.counters) add_lines(*run.counters, lines);
}

void tell_open_loop(const Run& run, SummaryLines& lines) {
  if (!run.open_loop) return;
  const OpenLoopSummary& load = *run.open_loop;
  lines.add("load", "offered {:.4f}, accepted {:.4f} flits per node and cycle{}", load.offered, load.accepted,
            load.saturated.value_or(false) ? " (saturated)" : "");
  lines.add("", "{} messages measured, {} of them still under way", count_text(load.measured),
            count_text(load.outstanding));
  lines.add("", "from creation: {}", latency_text(load.latency_ns));
}

void tell_trace(const Run& run, SummaryLines& lines) {
  if (!run.trace) return;
  if (run.trace->dropped > 0) {
    lines.add("trace", "{} packets recorded, {} left out (trace.max_packets)", count_text(run.trace->packets),
              count_text(run.trace->dropped));
  }
  if (run.trace->dropped_messages > 0) {
    lines.add("messages", "{} recorded, {} left out (trace.max_messages)", count_text(run.trace->messages),
              count_text(run.trace->dropped_messages));
  }
  if (run.trace->dropped_operations.value_or(0) > 0) {
    lines.add("operations", "{} recorded, {} left out (trace.max_operations)", count_text(*run.trace->operations),
              count_text(*run.trace->dropped_operations));
  }
}

Field simulated_seconds() {
  Field made = computed<Run>(
      "simulated_seconds", [](const Run& run) { return run.simulated_seconds(); }, "s",
      "Simulated time. Closed loop: until the last program ended. Open loop, or a run that "
      "`run.max_time` ended: until the run was ended.");
  made.read = [](const Json& json, Run& run) {
    constexpr double kLongest = 1e7;
    const auto seconds = json.at("simulated_seconds").get<double>();
    if (std::isnan(seconds) || seconds < 0 || seconds > kLongest)
      throw std::out_of_range("simulated_seconds is no time of a run");
    run.simulated = Picoseconds{static_cast<std::uint64_t>(std::llround(seconds * 1e12))};
  };
  return made;
}

}  // namespace

/// In the order of result.json. Lines of the text summary stand in their own order, the most important first.
ResultFields<Run> declare(Struct<Run>) {
  return {
      field("scenario", &Run::scenario, "", "Name of the scenario.").named("RESULT-1"),
      field("level", &Run::level, "", "Level at which the machine was executed: `cycle`, `packet` or `flow`.")
          .named("RESULT-1"),
      field("seed", &Run::seed, "", "Seed of all random numbers.").named("RESULT-1"),
      lines(tell_scenario),
      field("versions", &Run::versions, "",
            "Versions of `tactus` and `systemc`; `program` is the build id of the program, a SHA-1 of all that its "
            "linker put together.")
          .named("RESULT-2"),
      field("parameters", &Run::parameters, "", "Parameters of the scenario with the values of this run, as text.")
          .named("RESULT-3"),
      simulated_seconds().named("RESULT-4").column("simulated_seconds").tile("time"),
      field_if_any("ideal_seconds", &Run::ideal_seconds, "s", "Lower bound of the workload's time on this machine.",
                   "workloads with a bound")
          .named("RESULT-5"),
      computed<Run>(
          "ratio_to_ideal", [](const Run& run) { return run.ratio_to_ideal(); }, "0..1",
          "`simulated_seconds / ideal_seconds`.", "with `ideal_seconds`")
          .named("RESULT-6")
          .column("ratio_to_ideal")
          .tile("of the ideal"),
      lines(tell_time),
      lines(tell_machine),
      field("link_utilisation", &Run::link_utilisation, "0..1",
            "Flits granted to links between routers / (links x cycles), over the whole run and all links of the "
            "network. A mesh has no links at its edges. A link carries one flit per cycle.")
          .named("RESULT-7")
          .column("link_utilisation")
          .tile("links used")
          .unless({"copies"}),
      direction_utilisation().named("RESULT-8"),
      field_if_any("graph", &Run::graph, "",
                   "Nodes of the network: the `hosts` are node 0 and those after it, the `switches` follow.",
                   "`network.kind: graph`")
          .named("RESULT-82"),
      lines(tell_links),
      field_if_any(
          "throughput", &Run::throughput, "flits per node and cycle",
          "Flits that arrived, headers included: of an open loop `open_loop.accepted`, else over the whole run.",
          kPackets)
          .named("RESULT-77")
          .column("throughput"),
      field("messages_delivered", &Run::messages_delivered, "",
            "Completed receives, messages within a node among them. One-sided (open-loop) messages count when their "
            "last packet arrives.")
          .named("RESULT-9")
          .column("messages_delivered")
          .tile("messages"),
      lines(tell_delivered),
      field("packets_delivered", &Run::packets_delivered, "", "Packets whose tail a receiving NIC has taken.")
          .named("RESULT-10")
          .tile("packets")
          .unless({"copies", "flow"}),
      field("flits_injected", &Run::flits_injected, "flits",
            "Flits that all NICs put into the network, headers included. A packet counts whole from the cycle of its "
            "head.")
          .named("RESULT-11"),
      field("packet_hops", &Run::packet_hops, "",
            "Packets times the links that they were granted; ports of NICs do not count. A packet counts whole when it "
            "is granted the link.")
          .named("RESULT-12"),
      field("flit_hops", &Run::flit_hops, "",
            "Flits times the links that they were granted. In a run that is cut short, `flit_hops` also counts the "
            "flits that were still to follow on the link, fewer than a packet for each link.")
          .named("RESULT-12"),
      field_if_any("link_repetitions", &Run::link_repetitions, "",
                   "Repetitions of packets by links because of [bit errors](../timing.md#link).",
                   "with `faults.bit_error_rate`")
          .named("RESULT-79")
          .column("link_repetitions"),
      field_if_any("link_retries", &Run::link_retries, "",
                   "Flits that links with bit errors threw away, and outputs that they closed.",
                   "with `faults.bit_error_rate`")
          .named("RESULT-94"),
      field("packet_latency_ns", &Run::packet_latency_ns, "ns",
            "Latencies of packets, from the cycle in which the NIC puts the head on its port to the one in which the "
            "receiving NIC has taken the tail.")
          .named("RESULT-13")
          .column("packet_latency_mean_ns", "mean")
          .tile("packet latency, mean", "mean")
          .column("packet_latency_p99_ns", "p99")
          .tile("latency, p99", "p99")
          .unless({"copies", "rails", "flow"}),
      lines(tell_latency),
      field_if_any("slowest_packet", &Run::slowest_packet, "",
                   "[Number](packet_format.md#number-of-a-packet) of the packet whose latency is `max`, the lowest if "
                   "there are several.",
                   kPackets)
          .named("RESULT-58"),
      field_if_any("sequences", &Run::sequences, "", "One object per sequence of a phased algorithm.", kClosedLoop)
          .named("RESULT-14"),
      lines(tell_slowest_sequence),
      field_if_any("jobs", &Run::jobs, "", "One object for each [job](jobs.md) that ran.", "with `workload.jobs`")
          .named("RESULT-71"),
      computed<Run>("job_slowdown", most_slowdown, "", "The largest `slowdown` of a job.", "with `workload.alone`")
          .named("RESULT-72")
          .column("job_slowdown"),
      lines(tell_jobs),
      field_if_any("classes", &Run::classes, "", "One object for each [class](classes.md), in their order.",
                   "with several `classes`")
          .named("RESULT-90"),
      lines(tell_classes),
      field_if_any("nic", &Run::nic, "",
                   "Sums over all DMA engines. Registers: [programmer's guide](../programmers_guide.md).",
                   "levels `cycle` and `packet`")
          .named("RESULT-15"),
      field_if_any("injection_control", &Run::control, "",
                   "Totals of the injection control. `nic`, `packets_delivered`, `flits_injected`, `packet_hops` and "
                   "latencies leave control packets out; `flit_hops` and the figures of links include them.",
                   "with `pacing.control`")
          .named("RESULT-46"),
      field_if_any("software", &Run::software, "",
                   "Registers of the NICs that software wrote, sends, receives and completions among them.",
                   "levels `cycle` and `packet`, without processors of plug-ins")
          .named("RESULT-73")
          .cost("register_writes_per_message", "register_writes_per_message")
          .cost("pacing_writes_per_message", "pacing_writes_per_message"),
      lines(tell_nics),
      lines(tell_limit),
      lines(tell_noise),
      lines(tell_late_starts),
      lines(tell_counters),
      field_if_any("open_loop", &Run::open_loop, "",
                   "Load and latencies in the window of measurement. Definitions: [open_loop.md](open_loop.md).",
                   "open-loop workloads")
          .named("RESULT-16")
          .column("offered", "offered")
          .column("accepted", "accepted")
          .column("open_loop_latency_mean_ns", "latency_ns/mean")
          .column("open_loop_latency_p50_ns", "latency_ns/p50")
          .column("open_loop_latency_p95_ns", "latency_ns/p95")
          .column("open_loop_latency_p99_ns", "latency_ns/p99")
          .truth_column("saturated", "saturated")
          .truth_column("steady", "steady"),
      lines(tell_open_loop),
      field_if_any("noise", &Run::noise, "", "Time by which noise has put off the ranks' own work.",
                   "under [noise](noise.md)")
          .named("RESULT-17"),
      field_if_any("late_starts", &Run::late_starts, "", "When ranks began that did not begin at 0.",
                   "`workload.imbalance`, or `start` of jobs")
          .named("RESULT-75"),
      field_if_any("counters", &Run::counters, "", "True errors of the counters that ranks have synchronised.",
                   "`counter.synchronise: neighbours`")
          .named("RESULT-74"),
      field_if_any(
          "limit", &Run::limit, "",
          "A part besides the network that was busy for at least half of the run, and for longer than any link "
          "and any NIC's port. `run` prints it as one line.",
          "with such a part")
          .named("RESULT-63"),
      field_if_any("flow", &Run::flow, "", "Network and solver of the flow level.", "level `flow`").named("RESULT-18"),
      field_if_any("copies", &Run::copies, "", "Copies within the node.", "a [node alone](copies.md#a-node-alone)")
          .named("RESULT-41"),
      field_if_any("rails", &Run::rails, "", "Bandwidths and limits of the rails.", "`network.kind: rails`")
          .named("RESULT-45")
          .column("rails_bytes_per_second", "sizes/largest/bytes_per_second")
          .column("rails_message_s", "sizes/largest/message_s")
          .column("rails_one_way_s", "sizes/largest/one_way_s"),
      field_if_any("trace", &Run::trace, "",
                   "Contents of trace.json, messages.csv and operations.csv, and the rest that they had no room for.",
                   "with these files")
          .named("RESULT-19"),
      lines(tell_trace),
      field_if_any("attribution", &Run::attribution, "",
                   "Parts of packets' latencies, and the places where packets waited.",
                   "`attribution.enabled`, with packets")
          .named("RESULT-64"),
      field_if_any("critical_path", &Run::critical_path, "", "The [critical path](attribution.md#critical-path).",
                   "`attribution.critical_path`, with packets")
          .named("RESULT-65"),
      field_if_any("focus", &Run::focus, "", "Packets [asked about](explain.md#one-node-or-packet), and nodes.",
                   "`explain --json` with `--node`, `--pair`, `--message` or `--packet`")
          .named("RESULT-76"),
      field_if_any("flow_attribution", &Run::flow_attribution, "",
                   "Parts of messages' time, and the links where messages lost time.",
                   "`attribution.enabled`, level `flow`")
          .named("RESULT-59"),
      field_if_any("flow_critical_path", &Run::flow_critical_path, "",
                   "The [critical path](attribution.md#the-critical-path-at-flow-level).",
                   "`attribution.critical_path`, level `flow`")
          .named("RESULT-60"),
      field_if_any("flow_focus", &Run::flow_focus, "", "Messages [asked about](explain.md#one-message-at-flow-level).",
                   "`explain --json` at level `flow`")
          .named("RESULT-78"),
      field_if_any("operations", &Run::operations, "",
                   "The [critical path in operations](operations.md#critical-path), in the words of the application.",
                   "`workload.algorithm: schedule`")
          .named("RESULT-68"),
      field_if_any("operation_ranks", &Run::operation_ranks, "",
                   "[Computing, noise and waits](operations.md#ranks) of the ranks.", "`workload.algorithm: schedule`")
          .named("RESULT-70"),
      field("configuration", &Run::configuration, "",
            "Every scenario key that takes effect, with the value that this run used, written as a scenario would.")
          .named("RESULT-20"),
      field("host", &Run::host, "", "Cost of the run to the host, the only part that differs from run to run.")
          .named("RESULT-21"),
  };
}

std::vector<ResultFigure> result_figures(std::string ResultFigure::*name) {
  std::vector<ResultFigure> named;
  for (const Field& field : fields_of<Run>()) {
    std::copy_if(field.figures.begin(), field.figures.end(), std::back_inserter(named),
                 [name](const ResultFigure& figure) { return !(figure.*name).empty(); });
  }
  return named;
}

}  // namespace tactus
