#include "testbench/app/results/run_recorder.h"

#include "testbench/app/results/time_text.h"

namespace tactus {

RunRecorder::RunRecorder(const MachineConfig& config, const RankMap& map, const LinkModel& links,
                         const std::vector<SequenceInfo>& sequences, Cycles sample_interval)
    : config_(config),
      map_(map),
      directions_(config.network.directions()),
      groups_(config.network),
      sequences_(config, map, links, groups_, sequences, sample_interval),
      loads_(config),
      classes_(config.router.has_classes() ? config.router.classes.size() : 0) {}

void RunRecorder::packet_injected(const PacketHeader& header, Cycles) {
  loads_.injected(header);
  if (header.route.is_control()) return;
  flits_injected_ += header.route.flits;
  sequences_.packet_injected(header);
}

void RunRecorder::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  if (grant.out_port < directions_) sequences_.granted_to_link(grant, header);
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
  sequences_.packet_delivered(header, cycle);
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

std::uint64_t RunRecorder::flit_hops_of(std::size_t number) const {
  return sequences_.sum([&](const GrantSums& part) {
    std::uint64_t sum = 0;
    for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
      if (config_.router.class_of(vc) == number) sum += part.vc_flits(vc);
    }
    return sum;
  });
}

std::uint64_t RunRecorder::flits_over(int group) const {
  return sequences_.sum([group](const GrantSums& part) { return part.group_flits(group); });
}

std::vector<ClassSummary> RunRecorder::summarise_classes(Cycles end) const {
  std::vector<ClassSummary> list;
  const double carried = static_cast<double>(end.count()) * config_.network.links();
  for (std::size_t number = 0; number < classes_.size(); ++number) {
    const ClassCounts& counts = classes_[number];
    ClassSummary summary{config_.router.classes[number].name,
                         counts.latency.count(),
                         counts.bytes,
                         flit_hops_of(number),
                         0,
                         tactus::summarise(counts.latency, config_.clock)};
    if (carried > 0) summary.link_utilisation = static_cast<double>(summary.flit_hops) / carried;
    list.push_back(std::move(summary));
  }
  return list;
}

void RunRecorder::summarise(Cycles end, RunSummary& summary) const {
  summary.simulated = config_.clock.edge(end);
  summary.messages_delivered = messages_delivered_;
  summary.packets_delivered = latency_.count();
  summary.flits_injected = flits_injected_;
  summary.packet_hops = sequences_.sum([](const GrantSums& part) { return part.data_packets(); });
  summary.flit_hops = 0;
  for (int group = 0; group < groups_.count(); ++group) summary.flit_hops += flits_over(group);
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
    const auto flits = static_cast<double>(flits_over(group));
    summary.group_utilisation[static_cast<std::size_t>(group)].second = flits / (cycles * groups_.links(group));
  }
  summary.link_utilisation = static_cast<double>(summary.flit_hops) / (cycles * config_.network.links());
}

}  // namespace tactus
