#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "hw/common/sc_time_conversion.h"
#include "hw/node/torus.h"
#include "tlm_models/traffic/nic_driver.h"

namespace tactus {

/// Software of one node that sends one-sided messages, which nobody has to wait for.
class Sender : public sc_core::sc_module {
 public:
  Sender(const sc_core::sc_module_name& name, int engines)
      : sc_module(name), isock("isock"), engines_(engines), driver_(isock, engines, 2) {}

  /// From `engine` to the same one of `destination`.
  void send(Coordinate destination, int engine, std::uint32_t payload) {
    nic_reg::SendDescriptor descriptor;
    descriptor.destination_nic = static_cast<std::uint8_t>(engine);
    send(destination, engine, payload, descriptor);
  }
  /// `descriptor` says the rest.
  void send(Coordinate destination, int engine, std::uint32_t payload, nic_reg::SendDescriptor descriptor) {
    descriptor.destination = destination;
    descriptor.one_sided = true;
    descriptor.tag = tag_++;
    descriptor.bytes = payload;
    driver_.send(engine, descriptor);
  }
  bool idle() {
    for (int engine = 0; engine < engines_; ++engine) {
      driver_.take_completions(engine);
      if (driver_.sends_under_way(engine) != 0) return false;
    }
    return true;
  }

  tlm_utils::simple_initiator_socket<Sender, 32> isock;

 private:
  const int engines_;
  NicDriver driver_;
  std::uint32_t tag_ = 0;
};

/// A packet at a router.
struct Hop {
  int node = 0;
  int in_port = 0;
  int out_port = 0;
  friend bool operator==(const Hop& a, const Hop& b) {
    return a.node == b.node && a.in_port == b.in_port && a.out_port == b.out_port;
  }
};

inline MachineConfig machine_of(const NetworkShape& network) {
  MachineConfig config;
  config.network = network;
  return config;
}

/// A torus with senders on all nodes, stepped cycle by cycle.
class TorusBench : public PacketObserver {
 public:
  /// Stands in the middle of cycle `cycle` when it is made.
  explicit TorusBench(const MachineConfig& config, int cycle = 1, const NodeParts& parts = cycle_level_parts())
      : torus_("torus", config, parts) {
    torus_.observe(this);
    for (int node = 0; node < config.network.nodes(); ++node) {
      senders_.push_back(std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), config.nics()));
      senders_.back()->isock.bind(torus_.csr_tsock(node));
    }
    sc_core::sc_start(to_sc_time(config.clock.middle(Cycles{0})));
    for (int i = 0; i < cycle; ++i) step();
  }
  void step() { sc_core::sc_start(to_sc_time(torus_.config().clock.edge(Cycles{1}))); }
  Torus& torus() { return torus_; }
  Sender& sender(int node) { return *senders_[static_cast<std::size_t>(node)]; }
  bool senders_idle() {
    return std::all_of(senders_.begin(), senders_.end(), [](const auto& sender) { return sender->idle(); });
  }

  void packet_injected(const PacketHeader&, Cycles cycle) override { injected = cycle; }
  void packet_granted(const RouterGrant& grant, const RouteHeader&) override {
    granted = grant.cycle;
    ++grants;
    way.push_back({grant.node, grant.in_port, grant.out_port});
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    last = header;
    delivered = cycle;
    ++deliveries;
  }
  Cycles injected;
  Cycles granted;  ///< the last time
  Cycles delivered;
  PacketHeader last;
  int grants = 0;
  std::vector<Hop> way;  ///< as granted
  int deliveries = 0;

 private:
  Torus torus_;
  std::vector<std::unique_ptr<Sender>> senders_;
};

}  // namespace tactus
