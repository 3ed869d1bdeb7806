#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/ring_queue.h"
#include "hw/link/link_channel.h"

namespace tactus {

/// Which packets of one NIC must not overtake which: `row[later][earlier]`.
struct OrderRules {
  std::array<std::array<bool, kTrafficClasses>, kTrafficClasses> row{};
  bool same_transaction_only = false;  ///< responses keep their order only among those to the same request
};

/// HyperTransport, requests without PassPW: nothing passes a posted request, and each channel keeps its order.
OrderRules ht_order_rules();
/// PCI Express, transactions without relaxed ordering: nothing passes a posted request; reads may pass reads;
/// completions of one request keep their order.
OrderRules pcie_order_rules();

/// Checks one direction of a link, or any way between two points, packet by packet: the order of each NIC's packets,
/// that nothing is lost, doubled or made up, and that no buffer is asked to hold more than it was advertised for.
///
/// A fault is a sentence that is kept; the bench asks for `faults()`.
class OrderChecker final : public LinkObserver {
 public:
  /// `channel` gives the buffers; nullptr if there are none to check.
  OrderChecker(OrderRules rules, std::string way, const LinkChannelConfig* channel = nullptr);

  void sent(const LinkPacket& packet, Picoseconds now) override;
  void received(const LinkPacket& packet, Picoseconds now) override;
  void released(const LinkPacket& packet, Picoseconds now) override;

  /// Faults found so far, one sentence each.
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }
  /// Packets that are on their way.
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }

 private:
  struct Held {
    std::uint32_t headers = 0;
    std::uint32_t units = 0;
  };
  [[nodiscard]] bool must_wait(const LinkPacket& later, const LinkPacket& earlier) const;
  void fault(const std::string& what, const LinkPacket& packet, Picoseconds now);
  [[nodiscard]] std::uint32_t units_of(const LinkPacket& packet) const;

  OrderRules rules_;
  std::string way_;
  const LinkChannelConfig* channel_;
  std::vector<LinkPacket> pending_;  ///< sent and not received, in the order in which they were sent
  std::array<Held, kTrafficClasses> held_{};
  std::uint64_t packets_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace tactus
