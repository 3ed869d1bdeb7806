#include "testbench/tests/support/order_ledger.h"

#include <cmath>

namespace tactus::test {

void OrderLedger::packet_injected(const PacketHeader& header, Cycles cycle) {
  ++injected_;
  under_way_[way_of(header.route)].push_back(static_cast<std::uint32_t>(cycle.count()));
}

void OrderLedger::packet_granted(const RouterGrant& grant, const RouteHeader& /*header*/) {
  if (machine_.ports().is_nic(grant.out_port)) return;
  ++hops_;
}

void OrderLedger::packet_delivered(const PacketHeader& header, Cycles /*cycle*/) {
  ++delivered_;
  std::deque<std::uint32_t>& way = under_way_[way_of(header.route)];
  if (way.empty() || way.front() != header.route.inject_cycle) {
    ++out_of_order_;
    return;
  }
  way.pop_front();
}

std::uint64_t OrderLedger::way_of(const RouteHeader& header) const {
  const auto nodes = static_cast<std::uint64_t>(machine_.network.nodes());
  const auto from = static_cast<std::uint64_t>(machine_.network.node(header.source));
  const auto to = static_cast<std::uint64_t>(machine_.network.node(header.destination));
  const std::uint64_t nics = std::uint64_t{header.source_nic} << 8U | header.destination_nic;
  return (from * nodes + to) << 16U | nics;
}

ExpectedRepetitions::ExpectedRepetitions(double bit_error_rate, double flits, double hops) {
  const double bits = 8.0 * static_cast<double>(kFlitBytes.count()) * flits;
  const double wrong = 1 - std::pow(1 - bit_error_rate, bits);
  // Failures before a success are distributed geometrically.
  mean = hops * wrong / (1 - wrong);
  deviation = std::sqrt(hops * wrong) / (1 - wrong);
}

}  // namespace tactus::test
