// Fields of the objects in result.json that tell of one part of a run.

#include <fmt/core.h>

#include "testbench/app/results/run_fields.h"

namespace tactus {
namespace {

using fields::Json;

ResultField<LatencySummary> distribution() {
  ResultField<LatencySummary> made{
      {"distribution", "",
       "`count` of packets in classes of latencies, and `up_to`, the largest latency of each class in ns. A class is "
       "one "
       "cycle wide below 16 cycles, and an eighth of an octave from there on. Classes without packets are left out."}};
  made.write = [](const LatencySummary& latency) {
    Json up_to = Json::array();
    Json count = Json::array();
    for (const auto& [largest, in_class] : latency.distribution) {
      up_to.push_back(largest);
      count.push_back(in_class);
    }
    return Json{{"up_to", std::move(up_to)}, {"count", std::move(count)}};
  };
  made.read = [](const Json& json, LatencySummary& latency) {
    const Json& classes = json.at("distribution");
    for (std::size_t i = 0; i < classes.at("up_to").size(); ++i) {
      latency.distribution.emplace_back(classes["up_to"][i].get<double>(),
                                        classes.at("count").at(i).get<std::uint64_t>());
    }
  };
  return made;
}

ResultField<OpenLoopSummary> steady() {
  ResultField<OpenLoopSummary> made{
      {"steady", "", "Whether the window shows nothing of the warm-up; null if the run ended within the window."}};
  made.write = [](const OpenLoopSummary& run) { return run.saturated ? Json(!run.unsteady) : Json(nullptr); };
  made.read = [](const Json& json, OpenLoopSummary& run) {
    if (json.at("steady") == false) run.unsteady.emplace();
  };
  return made;
}

}  // namespace

ResultFields<LatencySummary> declare(Struct<LatencySummary>) {
  using Of = LatencySummary;
  return {
      field("mean", &Of::mean, "ns", "Mean, exact."),
      field("p50", &Of::p50, "ns", "Median. Percentiles are exact below 2,048 cycles, else off by less than 0.05 %."),
      field("p95", &Of::p95, "ns", "95 % of the latencies are no longer."),
      field("p99", &Of::p99, "ns", "99 % of the latencies are no longer."),
      field("max", &Of::max, "ns", "Longest latency, exact."),
      distribution(),
  };
}

ResultFields<GraphSize> declare(Struct<GraphSize>) {
  using Of = GraphSize;
  return {
      field("hosts", &Of::hosts, "", "Nodes with NICs: node 0 is host 0."),
      field("switches", &Of::switches, "", "Nodes without NICs; the first one has the number `hosts`."),
  };
}

ResultFields<SequenceSummary> declare(Struct<SequenceSummary>) {
  using Of = SequenceSummary;
  return {
      field("index", &Of::index, "", "Number of the sequence, from 1.").named("RESULT-22"),
      field_if_any("job", &Of::job, "", "Name of the job whose ranks run the sequence.", "with `workload.jobs`")
          .named("RESULT-22"),
      field("phase", &Of::phase, "", "Phase of the algorithm.").named("RESULT-22"),
      field("hops", &Of::hops, "",
            "Links on a shortest way of the sequence's messages. If they differ, the largest; with random placement "
            "the largest of the "
            "messages started.")
          .named("RESULT-22"),
      field("start_s", &Of::start_s, "s", "Time at which the first rank begins the sequence.").named("RESULT-23"),
      field("first_end_s", &Of::first_end_s, "s", "Time at which the first rank ends the sequence.").named("RESULT-24"),
      field("last_end_s", &Of::last_end_s, "s", "Time at which the last rank ends the sequence.").named("RESULT-24"),
      field("link_utilisation", &Of::link_utilisation, "0..1",
            "Flits of this sequence's messages granted to links / (links x cycles from `start_s` to `last_end_s`).")
          .named("RESULT-25"),
      field("peak_link_utilisation", &Of::peak_link_utilisation, "0..1",
            "Highest such share of any whole sample window (`run.sample_interval`) between `start_s` and `last_end_s`; "
            "null if there is no such window.")
          .named("RESULT-26"),
  };
}

ResultFields<JobSummary> declare(Struct<JobSummary>) {
  using Of = JobSummary;
  const char* alone = "with `workload.alone`";
  return {
      field("name", &Of::name, "", "Name of the job."),
      field("algorithm", &Of::algorithm, "", "Algorithm of its program."),
      field("ranks", &Of::ranks, "", "Number of its ranks."),
      field("start_s", &Of::start_s, "s", "Time at which its programs begin."),
      field("end_s", &Of::end_s, "s", "Time at which its last program ended; null if the run ended before."),
      computed<Of>(
          "duration_s", [](const Of& job) { return job.duration_s(); }, "s", "`end_s - start_s`.", "jobs that ended"),
      field("messages", &Of::messages, "", "Messages of its programs."),
      field("bytes", &Of::bytes, "B", "Bytes of these messages, headers not included."),
      field_if_any("alone_s", &Of::alone_s, "s", "Duration of the job alone, on the same ranks.", alone),
      computed<Of>(
          "slowdown", [](const Of& job) { return job.slowdown(); }, "", "`duration_s / alone_s`.", alone),
      field_if_any("operations", &Of::operations, "",
                   "The [critical path in operations](operations.md#critical-path) of the job, from its start.",
                   "`algorithm: schedule`"),
      field_if_any("operation_ranks", &Of::operation_ranks, "",
                   "[Computing, noise and waits](operations.md#ranks) of the job's ranks.", "`algorithm: schedule`"),
  };
}

ResultFields<ClassSummary> declare(Struct<ClassSummary>) {
  using Of = ClassSummary;
  return {
      field("name", &Of::name, "", "Name of the class."),
      field("packets", &Of::packets, "", "Packets delivered."),
      field("bytes", &Of::bytes, "B", "Bytes of these packets, headers not included."),
      field("flit_hops", &Of::flit_hops, "", "Flits times the links that they were granted."),
      field("link_utilisation", &Of::link_utilisation, "0..1", "`flit_hops` / (links x cycles), over the whole run.")
          .column("link_utilisation"),
      field("packet_latency_ns", &Of::latency_ns, "ns", "Latencies of these packets.")
          .column("latency_mean_ns", "mean")
          .column("latency_p99_ns", "p99"),
  };
}

std::vector<ResultFigure> class_figures(const std::string& name) {
  std::vector<ResultFigure> figures;
  for (const ResultField<ClassSummary>& field : fields_of<ClassSummary>()) {
    for (ResultFigure figure : field.figures) {
      figure.path = fmt::format("classes/{}/{}", name, figure.path);
      figure.column = fmt::format("class_{}_{}", name, figure.column);
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

ResultFields<LinkRetrySummary> declare(Struct<LinkRetrySummary>) {
  using Of = LinkRetrySummary;
  return {
      field("link", &Of::name, "", "The link, by the output that leads to it."),
      field("repetitions", &Of::repetitions, "", "Packets that had an error, each time that one was repeated."),
      field("discarded_flits", &Of::discarded_flits, "flits", "Flits that its receiver threw away."),
      field("full_cycles", &Of::full_cycles, "cycles",
            "Its output could not be granted because its replay buffer had no room for a packet."),
  };
}

ResultFields<RetrySummary> declare(Struct<RetrySummary>) {
  using Of = RetrySummary;
  return {
      field("discarded_flits", &Of::discarded_flits, "flits",
            "Flits that receivers of links threw away: of packets with errors, and of those behind them."),
      field("full_cycles", &Of::full_cycles, "cycles",
            "Outputs could not be granted because replay buffers had no room for a packet, summed over outputs."),
      field("links", &Of::links, "", "Links with the most repetitions, at most 8, the most first."),
  };
}

ResultFields<NicTotals> declare(Struct<NicTotals>) {
  using Of = NicTotals;
  return {
      field("packets", &Of::packets, "", "Packets injected."),
      field("stall_cycles", &Of::stall_cycles, "cycles", "A ready packet waited for credits after its slot."),
      field("pace_cycles", &Of::pace_cycles, "cycles", "A ready packet waited for its slot."),
      field("window_cycles", &Of::window_cycles, "cycles",
            "A packet whose slot had come waited for its paired receive."),
      field("memory_cycles", &Of::memory_cycles, "cycles", "A message waited for packets from memory."),
      field("dropped_packets", &Of::dropped_packets, "", "Packets that came for cancelled receives."),
      field_if_any("turn_cycles", &Of::turn_cycles, "cycles",
                   "A packet that nothing else kept back waited for those of other classes of its engine.",
                   "with `nic.class_queues`"),
  };
}

ResultFields<ControlTotals> declare(Struct<ControlTotals>) {
  using Of = ControlTotals;
  return {
      field("packets", &Of::packets, "", "Control packets injected."),
      field("bytes", &Of::bytes, "B", "Bytes of the control packets."),
      field("cycles", &Of::cycles, "cycles", "Only the control kept a packet back."),
  };
}

ResultFields<SoftwareSummary> declare(Struct<SoftwareSummary>) {
  using Of = SoftwareSummary;
  return {
      field("register_writes", &Of::register_writes, "",
            "Words that software wrote to registers of NICs, those of descriptors and of the beginning among them."),
      field("pacing_writes", &Of::pacing_writes, "", "Registers of pacers and of injection controls among them."),
      field_if_any("register_writes_per_message", &Of::register_writes_per_message, "",
                   "`register_writes / messages_delivered`.", "with messages"),
      field_if_any("pacing_writes_per_message", &Of::pacing_writes_per_message, "",
                   "`pacing_writes / messages_delivered`.", "with messages"),
  };
}

ResultFields<OpenLoopSummary> declare(Struct<OpenLoopSummary>) {
  using Of = OpenLoopSummary;
  return {
      field("offered", &Of::offered, "", "Flits offered per node and cycle, headers included."),
      field("accepted", &Of::accepted, "", "Flits per node and cycle that arrived."),
      field("latency_ns", &Of::latency_ns, "ns",
            "Latency from a message's creation, source queue included, to its tail's arrival."),
      field("measured", &Of::measured, "", "Messages created in the window."),
      field("outstanding", &Of::outstanding, "", "Measured messages that had not arrived when the run ended."),
      field("saturated", &Of::saturated, "",
            "Whether less was accepted than offered; null if the run ended within the window."),
      steady(),
  };
}

ResultFields<CounterSummary> declare(Struct<CounterSummary>) {
  using Of = CounterSummary;
  return {
      field("first_mean_ns", &Of::first_mean_ns, "ns", "Mean error against rank 0 at the begin of the first sequence."),
      field("first_max_ns", &Of::first_max_ns, "ns",
            "Largest error against rank 0 at the begin of the first sequence."),
      field("first_neighbour_ns", &Of::first_neighbour_ns, "ns",
            "Largest error between two neighbours at the begin of the first sequence."),
      field("max_ns", &Of::max_ns, "ns", "Largest error against rank 0 at the begin of any sequence."),
  };
}

ResultFields<LimitSummary> declare(Struct<LimitSummary>) {
  using Of = LimitSummary;
  return {
      field("what", &Of::what, "",
            "The part: memory of a node, a DMA engine, copies within a node, or software of a rank."),
      field("busy", &Of::busy, "0..1", "Share of the run in which the part was busy."),
      field("network_busy", &Of::network_busy, "0..1",
            "Share of the run in which the busiest link, or port of a NIC, was busy."),
  };
}

ResultFields<FlowSummary> declare(Struct<FlowSummary>) {
  using Of = FlowSummary;
  return {
      field("nodes", &Of::nodes, "", "Nodes of the network."),
      field("links", &Of::links, "", "Links of the network, without the NICs' own."),
      field("solves", &Of::solves, "", "Number of times that rates were found."),
      field("passes", &Of::passes, "", "Passes over the flows, in all solves together."),
      field("dropped_messages", &Of::dropped_messages, "", "Messages that came for cancelled receives."),
  };
}

ResultFields<TraceSummary> declare(Struct<TraceSummary>) {
  using Of = TraceSummary;
  return {
      field("packets", &Of::packets, "", "Packets in trace.json."),
      field("dropped", &Of::dropped, "", "Packets injected in the trace's window, but beyond `trace.max_packets`."),
      field("messages", &Of::messages, "", "Messages in messages.csv."),
      field("dropped_messages", &Of::dropped_messages, "", "Messages beyond `trace.max_messages`."),
      field_if_any("operations", &Of::operations, "", "Operations in operations.csv; absent without that file."),
      field_if_any("dropped_operations", &Of::dropped_operations, "",
                   "Operations beyond `trace.max_operations`; absent without operations.csv."),
      field_if_any(
          "slowest_message", &Of::slowest_message, "",
          "Id of the message in messages.csv that took longest from its post until its receive was complete, the "
          "lowest if there are several; absent if none was complete."),
      field_if_any("slowest_message_s", &Of::slowest_message_s, "s", "Time that this message took."),
  };
}

ResultFields<HostUsage> declare(Struct<HostUsage>) {
  using Of = HostUsage;
  return {
      field("user_cpu_s", &Of::user_cpu_s, "s", "CPU time in user mode."),
      field("peak_rss_bytes", &Of::peak_rss_bytes, "B", "Largest resident memory."),
  };
}

}  // namespace tactus
