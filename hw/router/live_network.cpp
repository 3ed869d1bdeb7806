#include "hw/router/live_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tactus {
namespace {

bool have_the_same_links(const MachineConfig& a, const MachineConfig& b) {
  const auto same = [](const Cable& x, const Cable& y) { return x.from == y.from && x.to == y.to; };
  const auto all_same = [&](const FailingParts& x, const FailingParts& y) {
    return x.switches == y.switches && x.routers == y.routers &&
           std::equal(x.cables.begin(), x.cables.end(), y.cables.begin(), y.cables.end(), same);
  };
  return a.network == b.network && all_same(a.faults, b.faults) &&
         std::equal(a.faults.breaks.begin(), a.faults.breaks.end(), b.faults.breaks.begin(), b.faults.breaks.end(),
                    all_same);
}

}  // namespace

std::string LiveNetwork::refusal(const MachineConfig& config) {
  const std::int64_t pairs = std::int64_t{config.network.nodes()} * config.network.hosts();
  if (pairs <= NetworkGraph::kMostPairs) return {};
  return fmt::format("{}: its tables are made for {} pairs of a node and a host at most", config.network.text(),
                     NetworkGraph::kMostPairs);
}

const TreeWays& LiveNetwork::tree() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!tree_) tree_.emplace(links_);
  return *tree_;
}

const HostDistances& LiveNetwork::distances() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!distances_) distances_.emplace(links_);
  return *distances_;
}

std::shared_ptr<const LiveNetwork> live_network(const MachineConfig& config) {
  struct Kept {
    MachineConfig config;
    std::weak_ptr<const LiveNetwork> network;
  };
  static std::mutex mutex;
  static std::vector<Kept> all;
  const std::lock_guard<std::mutex> lock(mutex);
  all.erase(std::remove_if(all.begin(), all.end(), [](const Kept& kept) { return kept.network.expired(); }), all.end());
  for (const Kept& kept : all) {
    if (!have_the_same_links(kept.config, config)) continue;
    if (auto network = kept.network.lock()) return network;
  }
  auto network = std::make_shared<const LiveNetwork>(config);
  all.push_back({config, network});
  return network;
}

}  // namespace tactus
