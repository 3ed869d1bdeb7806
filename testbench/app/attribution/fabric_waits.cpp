#include "testbench/app/attribution/fabric_waits.h"

#include <algorithm>

namespace tactus {
FabricWaits::FabricWaits(const MachineConfig& config)
    : config_(config),
      routes_(make_route_function(config)),
      directions_(config.network.directions()),
      speeds_(config),
      returned_(static_cast<std::size_t>(config.network.nodes() * config.nics() * config.router.virtual_channels)) {
  for (int node = 0; node < config.network.nodes(); ++node) {
    const Coordinate here = config.network.coordinate(node);
    routers_.emplace_back(config_, *routes_, here);
    for (int port = 0; port < directions_; ++port) {
      neighbours_.push_back(config.network.node(config.network.neighbour(here, static_cast<Direction>(port))));
      if (config.faults.repeat_packets()) repeating_.emplace_back(config, here, static_cast<Direction>(port));
    }
  }
}

void FabricWaits::packet_injected(const RouteHeader& header, Cycles cycle) {
  router(config_.network.node(header.source))
      .packet_coming(directions_ + header.source_nic, cycle.count() + kTimings.inject_to_route);
}

const std::vector<WaitPiece>& FabricWaits::packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                                          JobNumber job) {
  // Routers are many, and each is looked at rarely.
  if (grant.out_port < directions_) {
    router(neighbour(grant.node, grant.out_port)).prefetch_coming(port_back(grant.out_port));
  }
  if (grant.in_port < directions_) {
    router(neighbour(grant.node, grant.in_port)).prefetch_credits(port_back(grant.in_port));
  }
  router(grant.node).prefetch_grant(grant.in_port, grant.out_port);
  const std::uint64_t closed = pass_link(grant, header.flits);
  router(grant.node).packet_granted(grant, header, job, closed);
  begins_ = (grant.cycle + grant.late).count();
  if (grant.out_port < directions_) {
    const std::uint64_t delay = speeds_.of(grant.node, grant.out_port).delay;
    router(neighbour(grant.node, grant.out_port))
        .packet_coming(port_back(grant.out_port), begins_ + kTimings.grant_to_link + delay + held_);
  }
  if (grant.in_port < directions_) {
    // Where credits count packets, one comes back with the tail.
    const bool packets = config_.counts_packets();
    credits_from_ = begins_ + kTimings.grant_to_credit + speeds_.of(grant.node, grant.in_port).delay +
                    (packets ? header.flits - std::uint64_t{1} : 0);
    router(neighbour(grant.node, grant.in_port))
        .credits_coming(port_back(grant.in_port), grant.in_vc, credits_from_, packets ? 1 : header.flits);
  }
  return router(grant.node).pieces();
}

std::uint64_t FabricWaits::pass_link(const RouterGrant& grant, int flits) {
  held_ = 0;
  if (repeating_.empty() || grant.out_port >= directions_) return 0;
  const std::size_t place = static_cast<std::size_t>(grant.node * directions_ + grant.out_port);
  const RetrySchedule::Passage passage = repeating_[place].pass(grant.cycle.count(), flits);
  held_ =
      passage.arrives - (grant.cycle.count() + kTimings.grant_to_link + speeds_.of(grant.node, grant.out_port).delay);
  return passage.opens - passage.free;
}

void FabricWaits::mark(const RouterGrant& grant, Mark mark) {
  router(grant.node).mark(grant, mark);
  if (grant.in_port >= directions_) return;
  router(neighbour(grant.node, grant.in_port)).mark_credits(port_back(grant.in_port), grant.in_vc, credits_from_, mark);
}

void FabricWaits::packet_left(const RouteHeader& header, int vc, Cycles cycle, Mark mark) {
  const int node = config_.network.node(header.destination);
  const int port = directions_ + header.destination_nic;
  const int channels = config_.router.virtual_channels;
  Returned& last =
      returned_[static_cast<std::size_t>((node * config_.nics() + header.destination_nic) * channels + vc)];
  const std::uint64_t first = cycle.count() + kTimings.nic_credit_to_grant;
  if (last.edge < first) last = {first, 0};
  bool marked = mark == kNoMark;
  // A NIC returns the credits of a VC at most so many at a time, the rest in the cycles after, first come first served.
  constexpr int kMost = kMaxCreditsPerCycle;
  for (int left = header.flits; left > 0;) {
    if (last.credits == kMost) last = {last.edge + 1, 0};
    const int now = std::min(left, kMost - last.credits);
    router(node).credits_coming(port, vc, last.edge, now);
    if (!marked) router(node).mark_credits(port, vc, last.edge, mark);
    marked = true;
    last.credits += now;
    left -= now;
  }
}

}  // namespace tactus
