#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"

namespace tactus::test {

/// Account of packets that takes no more memory than those under way need: each has to come once, and in the order in
/// which its NIC has sent packets to that NIC. Routes must not part packets of the same two NICs.
class OrderLedger final : public PacketObserver {
 public:
  explicit OrderLedger(const MachineConfig& machine) : machine_(machine) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

  [[nodiscard]] std::uint64_t injected() const { return injected_; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
  /// Packets that came although they were not the next ones of their way: out of order, twice, or never sent.
  [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }
  [[nodiscard]] std::uint64_t hops() const { return hops_; }  ///< grants of links

 private:
  [[nodiscard]] std::uint64_t way_of(const RouteHeader& header) const;

  const MachineConfig& machine_;
  std::unordered_map<std::uint64_t, std::deque<std::uint32_t>> under_way_;  ///< cycles of injection, by way
  std::uint64_t injected_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t out_of_order_ = 0;
  std::uint64_t hops_ = 0;
};

/// Repetitions that are to be expected of so many hops of packets with so many flits: a transfer is repeated until it
/// has no error.
struct ExpectedRepetitions {
  ExpectedRepetitions(double bit_error_rate, double flits, double hops);
  double mean = 0;
  double deviation = 0;
};

}  // namespace tactus::test
