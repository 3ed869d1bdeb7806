#include "testbench/tests/support/simgrid_sends.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/cpu_time.h"

// Needs what comes before.
#include <simgrid/version.h>

namespace tactus {
namespace {

namespace s4u = simgrid::s4u;

/// SimGrid compares with absolute precisions that suit times around a second; one of its seconds is a microsecond here.
constexpr double kPicosecondsPerSecond = 1e6;

constexpr double kAnySpeed = 1e9;  // of a host: nothing is computed

// Version 4 (Debian 13) deprecates what version 3 (Debian 12) has.
#if SIMGRID_VERSION >= 40000

constexpr char kPrecision[] = "precision/work-amount:1e-9";
constexpr char kTimePrecision[] = "precision/timing:1e-9";

s4u::NetZone& add_full_zone(const s4u::Engine& engine) { return *engine.get_netzone_root()->add_netzone_full("all"); }
s4u::Host* add_host(s4u::NetZone& zone, const std::string& name) { return zone.add_host(name, kAnySpeed); }
s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double bandwidth) {
  return zone.add_link(name, bandwidth);
}
void add_route(s4u::NetZone& zone, const s4u::Host* from, const s4u::Host* to,
               const std::vector<s4u::LinkInRoute>& route) {
  zone.add_route(from, to, route, false);
}
template <typename Act>
void add_actor(const std::string& name, s4u::Host* host, Act act) {
  s4u::Engine::get_instance()->add_actor(name, host, std::move(act));
}

#else

constexpr char kPrecision[] = "maxmin/precision:1e-9";
constexpr char kTimePrecision[] = "surf/precision:1e-9";

s4u::NetZone& add_full_zone(const s4u::Engine&) { return *s4u::create_full_zone("all"); }
s4u::Host* add_host(s4u::NetZone& zone, const std::string& name) { return zone.create_host(name, kAnySpeed); }
s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, double bandwidth) {
  return zone.create_link(name, bandwidth);
}
void add_route(s4u::NetZone& zone, const s4u::Host* from, const s4u::Host* to,
               const std::vector<s4u::LinkInRoute>& route) {
  zone.add_route(from->get_netpoint(), to->get_netpoint(), nullptr, nullptr, route, false);
}
template <typename Act>
void add_actor(const std::string& name, s4u::Host* host, Act act) {
  s4u::Actor::create(name, host, std::move(act));
}

#endif

class SimGridSenders {
 public:
  SimGridSenders(const FlowTopology& topology, const FlowSends& sends)
      : sends_(sends), engine_(&argc_, arguments_.data()), ends_(sends.by_node.size()) {
    for (const char* setting :
         {"network/model:CM02", "network/crosstraffic:0", "network/weight-S:0", "network/TCP-gamma:0",
          "network/latency-factor:1", "network/bandwidth-factor:1", kPrecision, kTimePrecision}) {
      s4u::Engine::set_config(setting);
    }
    build(topology);
    if (sends.barrier) barrier_ = s4u::Barrier::create(static_cast<unsigned>(hosts_.size()));
    for (std::size_t node = 0; node < hosts_.size(); ++node) {
      add_actor(std::to_string(node), hosts_[node], [this, node] { act(node); });
    }
  }

  void run() { engine_.run(); }
  std::vector<std::vector<double>> take_ends() { return std::move(ends_); }

 private:
  void build(const FlowTopology& topology) {
    s4u::NetZone& zone = add_full_zone(engine_);
    for (int node = 0; node < topology.nodes(); ++node) hosts_.push_back(add_host(zone, std::to_string(node)));
    std::vector<const s4u::Link*> links;
    for (LinkId link = 0; link < topology.links(); ++link) {
      const double bandwidth = topology.bandwidth(link) * kPicosecondsPerSecond;
      links.push_back(add_link(zone, topology.link_name(link), bandwidth)->set_latency(0)->seal());
    }
    for (int from = 0; from < topology.nodes(); ++from) add_routes(topology, from, links, zone);
    zone.seal();
  }
  void add_routes(const FlowTopology& topology, int from, const std::vector<const s4u::Link*>& links,
                  s4u::NetZone& zone) const {
    const auto host = [&](int node) { return hosts_[static_cast<std::size_t>(node)]; };
    std::set<int> known;
    for (const FlowSend& send : sends_.by_node[static_cast<std::size_t>(from)]) {
      if (!known.insert(send.to).second) continue;
      std::vector<LinkRun> runs;
      topology.route({from}, {send.to}, runs);
      std::vector<s4u::LinkInRoute> route;
      for (const LinkRun& run : runs) {
        for (LinkId link = run.first; link < run.first + run.count; ++link) {
          route.emplace_back(links[static_cast<std::size_t>(link)]);
        }
      }
      add_route(zone, host(from), host(send.to), route);
    }
  }
  void act(std::size_t node) {
    for (const FlowSend& send : sends_.by_node[node]) {
      s4u::Host* to = hosts_[static_cast<std::size_t>(send.to)];
      s4u::Comm::sendto(hosts_[node], to, send.bytes);
      ends_[node].push_back(s4u::Engine::get_clock() * kPicosecondsPerSecond);
      if (sends_.barrier) barrier_->wait();
    }
  }

  const FlowSends& sends_;
  std::string name_ = "tactus";
  std::string quiet_ = "--log=root.thres:error";
  int argc_ = 2;
  std::array<char*, 3> arguments_{name_.data(), quiet_.data(), nullptr};
  s4u::Engine engine_;
  std::vector<s4u::Host*> hosts_;
  s4u::BarrierPtr barrier_;
  std::vector<std::vector<double>> ends_;
};

}  // namespace

FlowSendTimes send_by_simgrid(const FlowTopology& topology, const FlowSends& sends) {
  SimGridSenders senders(topology, sends);
  FlowSendTimes times;
  const double before = user_cpu_s();
  senders.run();
  times.user_cpu_s = user_cpu_s() - before;
  times.ends = senders.take_ends();
  return times;
}

}  // namespace tactus
