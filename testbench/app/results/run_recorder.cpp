#include "testbench/app/results/run_recorder.h"

#include <numeric>

#include "testbench/app/results/time_text.h"

namespace tactus {

RunRecorder::RunRecorder(const MachineConfig& config, const RankMap& map, const LinkModel& links,
                         const std::vector<SequenceInfo>& sequences, Cycles sample_interval)
    : config_(config),
      map_(map),
      directions_(config.network.directions()),
      groups_(config.network),
      sequences_(config, map, links, sequences, sample_interval),
      loads_(config),
      classes_(config.router.has_classes() ? config.router.classes.size() : 0),
      link_flits_(static_cast<std::size_t>(groups_.count())) {}

void RunRecorder::packet_injected(const PacketHeader& header, Cycles) {
  loads_.injected(header);
  if (header.route.is_control()) return;
  flits_injected_ += header.route.flits;
  sequences_.packet_injected(header);
}

void RunRecorder::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  if (grant.out_port >= directions_) return;
  link_flits_[static_cast<std::size_t>(groups_.of(grant.node, grant.out_port))] += header.flits;
  if (ClassCounts* counts = counts_of(config_.router.class_of(grant.in_vc))) counts->flit_hops += header.flits;
  if (header.is_control()) return;
  ++packet_hops_;
  sequences_.granted_to_link(header, grant.cycle);
}

void RunRecorder::packet_delivered(const PacketHeader& header, Cycles cycle) {
  loads_.delivered(header);
  if (header.route.is_control()) return;
  // The header carries the cycle modulo 2^32, so the difference is taken modulo 2^32 as well.
  const std::uint32_t latency = static_cast<std::uint32_t>(cycle.count()) - header.route.inject_cycle;
  latency_.record(latency);
  flits_delivered_ += header.route.flits;
  if (ClassCounts* counts = counts_of(header.message_class)) {
    counts->latency.record(latency);
    counts->bytes += header.transport.payload_bytes;
  }
  if (latency >= slowest_.latency) note_slow(latency, packet_number(config_, header.route));
  if (completes_one_sided(header.transport)) ++messages_delivered_;
  sequences_.packet_delivered(header);
}

// Within a cycle packets are told of in no particular order.
void RunRecorder::note_slow(std::uint32_t latency, std::uint64_t packet) {
  if (latency == slowest_.latency && slowest_.packet != 0 && slowest_.packet < packet) return;
  slowest_ = {latency, packet};
}

void RunRecorder::send_started(const MessageEvent& message, Cycles) { sequences_.send_started(message); }

void RunRecorder::receive_completed(const MessageEvent& message, Cycles) {
  ++messages_delivered_;
  sequences_.receive_completed(message);
}

void RunRecorder::sequence_began(int rank, int sequence, Cycles cycle) { sequences_.began(rank, sequence, cycle); }
void RunRecorder::sequence_ended(int rank, int sequence, Cycles cycle) { sequences_.ended(rank, sequence, cycle); }

void RunRecorder::work_ended(const WorkEvent& work, Cycles cycle) {
  if (work.kind != WorkKind::kLateStart) return;
  if (begun_.empty()) begun_.resize(static_cast<std::size_t>(map_.ranks()));
  begun_[static_cast<std::size_t>(work.rank)] = config_.clock.edge(cycle);
}

std::vector<ClassSummary> RunRecorder::summarise_classes(Cycles end) const {
  std::vector<ClassSummary> list;
  const double carried = static_cast<double>(end.count()) * config_.network.links();
  for (std::size_t number = 0; number < classes_.size(); ++number) {
    const ClassCounts& counts = classes_[number];
    ClassSummary summary{config_.router.classes[number].name,
                         counts.latency.count(),
                         counts.bytes,
                         counts.flit_hops,
                         0,
                         tactus::summarise(counts.latency, config_.clock)};
    if (carried > 0) summary.link_utilisation = static_cast<double>(counts.flit_hops) / carried;
    list.push_back(std::move(summary));
  }
  return list;
}

void RunRecorder::summarise(Cycles end, RunSummary& summary) const {
  summary.simulated = config_.clock.edge(end);
  summary.messages_delivered = messages_delivered_;
  summary.packets_delivered = latency_.count();
  summary.flits_injected = flits_injected_;
  summary.packet_hops = packet_hops_;
  summary.flit_hops = std::accumulate(link_flits_.begin(), link_flits_.end(), std::uint64_t{0});
  summary.packet_latency_ns = tactus::summarise(latency_, config_.clock);
  if (slowest_.packet != 0) summary.slowest_packet = slowest_.packet;
  summary.sequences = sequences_.summary();
  summary.classes = summarise_classes(end);
  summary.late_starts = summarise_starts(begun_, map_);
  if (config_.network.is_graph()) {
    summary.graph = {config_.network.hosts(), config_.network.nodes() - config_.network.hosts()};
  }
  for (int group = 0; group < groups_.count(); ++group) summary.group_utilisation.emplace_back(groups_.name(group), 0);
  if (end == Cycles{0}) return;
  const auto cycles = static_cast<double>(end.count());
  if (flits_delivered_ > 0) {
    summary.throughput = static_cast<double>(flits_delivered_) / (cycles * config_.network.hosts());
  }
  for (int group = 0; group < groups_.count(); ++group) {
    const auto flits = static_cast<double>(link_flits_[static_cast<std::size_t>(group)]);
    summary.group_utilisation[static_cast<std::size_t>(group)].second = flits / (cycles * groups_.links(group));
  }
  summary.link_utilisation = static_cast<double>(summary.flit_hops) / (cycles * config_.network.links());
}

}  // namespace tactus
