#include "testbench/app/results/link_model.h"

#include "tlm_models/flow/flow_port.h"

namespace tactus {

FlowLinks::FlowLinks(const FlowTopology& topology, LinkId count, Clock clock, Bytes max_payload)
    : topology_(topology), count_(count), clock_(clock), max_payload_(max_payload) {
  for (LinkId link = 0; link < count_; ++link) capacity_ += topology_.bandwidth(link);
}

int FlowLinks::hops(int source, int destination, int nic) const {
  return topology_.hops({source, nic, 0}, {destination, nic, 0});
}

double FlowLinks::load(int source, int destination, int nic, Bytes payload) const {
  runs_.clear();
  topology_.route({source, nic, 0}, {destination, nic, 0}, runs_);
  int links = 0;
  for (const LinkRun& run : runs_) links += run.first < count_ ? run.count : 0;
  return static_cast<double>(FlowPort::wire_bytes(payload, max_payload_).count()) * links;
}

double FlowLinks::share(double load, Cycles time) const {
  return load / (capacity_ * static_cast<double>(clock_.edge(time).count()));
}

}  // namespace tactus
