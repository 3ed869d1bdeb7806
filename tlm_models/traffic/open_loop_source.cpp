#include "tlm_models/traffic/open_loop_source.h"

#include <algorithm>

namespace tactus {

OpenLoopSource::OpenLoopSource(const sc_core::sc_module_name& name, const MachineConfig& machine,
                               const WorkloadConfig& workload, const PacingConfig& pacing, std::uint64_t seed,
                               Coordinate node, const TrafficPattern& pattern, TrafficObserver* observer,
                               const BufferHomes& homes)
    : Processor(name, machine.clock, pacing, nic_reg::kIrqSend),
      torus_(machine.network),
      nics_(machine.nics()),
      message_class_(workload.class_number),
      driver_(csr_isock, nics_, torus_.dimensions(), machine.send_queues()),
      payload_(workload.packet_size - kHeaderBytes),
      node_(node),
      pattern_(pattern),
      observer_(observer),
      homes_(homes) {
  const int number = torus_.node(node);
  for (int engine = 0; engine < sending_engines(workload, nics_); ++engine) {
    const CreationProcess queue(seed, number, engine, workload, nics_);
    if (pattern_.destination(node, queue.destination_draws(), 0)) queues_.push_back(queue);
  }
}

Cycles OpenLoopSource::run(Cycles now) {
  Cycles next = kOnInterrupt;
  const int send_queue = driver_.queue_of(message_class_);
  for (std::size_t e = 0; e < queues_.size(); ++e) {
    const int engine = static_cast<int>(e);
    while (queues_[e].cycle() <= now && driver_.can_send(engine, send_queue)) hand_over(engine, now);
    if (driver_.can_send(engine, send_queue)) next = std::min(next, queues_[e].cycle());
  }
  return next;
}

void OpenLoopSource::take_completions(int engine, Cycles /*now*/) {
  driver_.take_completions(engine);
  if (const int queue = driver_.queue_of(message_class_); queue != 0) driver_.take_sends(engine, queue);
}

void OpenLoopSource::hand_over(int engine, Cycles now) {
  CreationProcess& queue = queues_[static_cast<std::size_t>(engine)];
  const Coordinate to = pattern_.destination(node_, queue.destination_draws(), queue.index()).value();
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = to;
  descriptor.destination_nic = static_cast<std::uint8_t>(engine);
  descriptor.negative = OffsetSigns::of(node_, to);
  descriptor.one_sided = true;
  descriptor.message_class = message_class_;
  // Tags tell messages of one source and destination apart, whichever engine sends them.
  descriptor.tag =
      static_cast<std::uint32_t>(queue.index() * static_cast<unsigned>(nics_) + static_cast<unsigned>(engine));
  descriptor.bytes = payload_.count();
  descriptor.create_cycle = static_cast<std::uint32_t>(queue.cycle().count());
  descriptor.source_address = AddressMap::send_buffer(0, engine, homes_);
  descriptor.destination_address = AddressMap::receive_buffer(0, engine, homes_);
  driver_.send(engine, descriptor);
  ++handed_over_;
  if (observer_ != nullptr) {
    const auto nic = static_cast<std::uint8_t>(engine);
    observer_->send_started({torus_.node(node_), torus_.node(to), nic, descriptor.tag, payload_}, now);
  }
  queue.advance();
}

}  // namespace tactus
