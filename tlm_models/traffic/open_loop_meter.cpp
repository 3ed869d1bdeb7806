#include "tlm_models/traffic/open_loop_meter.h"

#include <vector>

#include "tlm_models/traffic/creation_process.h"
#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {

OpenLoopMeter::OpenLoopMeter(const MachineConfig& machine, const WorkloadConfig& workload, std::uint64_t seed)
    : nodes_(machine.network.hosts() - static_cast<int>(workload.idle_nodes.size())),
      begin_(workload.warmup),
      end_(workload.warmup + workload.measure),
      drain_(workload.drain) {
  count_creations(machine, workload, seed);
}

void OpenLoopMeter::count_creations(const MachineConfig& machine, const WorkloadConfig& workload, std::uint64_t seed) {
  const auto pattern = make_traffic_pattern(workload, machine.network);
  for (int node = 0; node < machine.network.hosts(); ++node) {
    const Coordinate source = machine.network.coordinate(node);
    for (int engine = 0; engine < sending_engines(workload, machine.nics()); ++engine) {
      CreationProcess messages(seed, node, engine, workload, machine.nics());
      if (!pattern->destination(source, messages.destination_draws(), 0)) continue;
      for (; messages.cycle() < end_; messages.advance()) measured_ += in_window(messages.cycle()) ? 1 : 0;
    }
  }
  offered_flits_ = measured_ * static_cast<std::uint64_t>(packet_flits(workload.packet_size));
}

void OpenLoopMeter::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (header.route.is_control()) return;
  if (in_window(cycle)) batch_of(cycle).accepted_flits += header.route.flits;
  // Creation cycles are carried modulo 2^32; no packet is that old.
  const std::uint32_t latency = static_cast<std::uint32_t>(cycle.count()) - header.transport.create_cycle;
  const Cycles created = cycle - Cycles{latency};
  if (!in_window(created)) return;
  latency_.record(latency);
  Batch& batch = batch_of(created);
  ++batch.packets;
  batch.latency += latency;
}

double OpenLoopMeter::accepted() const {
  std::uint64_t flits = 0;
  for (const Batch& batch : batches_) flits += batch.accepted_flits;
  return per_node_and_cycle(flits);
}

OpenLoopMeter::Batch& OpenLoopMeter::batch_of(Cycles cycle) {
  return batches_[static_cast<std::size_t>((cycle - begin_).count() * kBatches / (end_ - begin_).count())];
}

Cycles OpenLoopMeter::end_of_batch(std::size_t batches) const {
  return Cycles{ceil_div((end_ - begin_).count() * batches, kBatches)};
}

InitialTransient OpenLoopMeter::transient() const {
  std::vector<double> series;
  std::vector<std::size_t> ends;  // of what has a value: parts in which nothing was created have no latency
  for (std::size_t i = 0; i < kBatches; ++i) {
    const Batch& batch = batches_[i];
    if (is_transient_of_latency() && batch.packets == 0) continue;
    series.push_back(is_transient_of_latency() ? static_cast<double>(batch.latency) / static_cast<double>(batch.packets)
                                               : static_cast<double>(batch.accepted_flits));
    ends.push_back(i + 1);
  }
  InitialTransient found = initial_transient(series, kTransientTolerance);
  if (found.length > 0) found.length = ends[found.length - 1];
  return found;
}

double OpenLoopMeter::per_node_and_cycle(std::uint64_t flits) const {
  return static_cast<double>(flits) / static_cast<double>(nodes_) / static_cast<double>((end_ - begin_).count());
}

}  // namespace tactus
