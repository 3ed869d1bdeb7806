#include <algorithm>
#include <vector>

#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

/// A given node with a given probability, else uniform; the hot spot itself sends uniformly.
class HotSpot final : public TrafficPattern {
 public:
  HotSpot(const WorkloadConfig& config, NetworkShape shape)
      : shape_(shape), idle_(config.idle_nodes), hot_spot_(config.hot_spot), share_(config.hot_spot_share) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override {
    if (source != hot_spot_ && draws.unit(2 * index + 1) <= share_) return hot_spot_;
    return uniform_destination(shape_, idle_, source, draws, index);
  }

 private:
  NetworkShape shape_;
  std::vector<int> idle_;
  Coordinate hot_spot_;
  double share_;
};

std::unique_ptr<TrafficPattern> make(const WorkloadConfig& config, const NetworkShape& nodes) {
  return std::make_unique<HotSpot>(config, nodes);
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  const NetworkShape& network = machine.network;
  faults.require(network.contains(config.hot_spot), "hot_spot", "{} is outside the network of {}",
                 network.text(config.hot_spot), network.text());
  const bool idle =
      network.contains(config.hot_spot) &&
      std::binary_search(config.idle_nodes.begin(), config.idle_nodes.end(), network.node(config.hot_spot));
  faults.require(!idle, "hot_spot", "{} has a router that does nothing or breaks (faults)",
                 network.text(config.hot_spot));
  faults.require(config.hot_spot_share >= 0.0 && config.hot_spot_share <= 1.0, "hot_spot_share",
                 "{}: a share is between 0 and 1", config.hot_spot_share);
}

AlgorithmPolicy hot_spot() {
  AlgorithmPolicy policy = open_loop("hot_spot", "Open loop: one node is sent a share of all messages more.", make);
  policy.check = check;
  policy.keys = {
      MemberKey<Coordinate>{"hot_spot", &WorkloadConfig::hot_spot, "Node that is sent more messages than the others."},
      MemberKey<double>{"hot_spot_share", &WorkloadConfig::hot_spot_share,
                        "Share of the messages that go to the hot spot.", 0.0, 1.0}};
  return policy;
}

const Registered<AlgorithmKind> kHotSpot{hot_spot()};

}  // namespace
}  // namespace tactus
