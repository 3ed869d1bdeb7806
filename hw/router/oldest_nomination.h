#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/router/output_requests.h"

namespace tactus {

/// InputNomination::kOldest (docs/timing.md, ROUTER-10): the one packet that each input port offers to the outputs at
/// an edge. Of its requests that have credits, that of the packet routed first; of several routed at the same edge,
/// which no router has at one input port, that for the lowest output and then of the lowest requester. Plain class.
class OldestNomination {
 public:
  OldestNomination(int ports, int virtual_channels);

  /// `requester` asks for `out_port` with a packet that was routed at edge `edge`, modulo 2^32.
  void set(int out_port, int requester, std::uint32_t edge) { routed_[index(out_port, requester)] = edge; }

  /// Every input port nominates anew among the requests in `outputs` of the requesters in `free`.
  /// `has_room(out_port, const SwitchNeed&)`: a packet has its credits.
  template <class HasRoom>
  void nominate(const std::vector<OutputRequests>& outputs, RequestMask free, HasRoom&& has_room) {
    nominees_.fill({});
    for (int out_port = 0; out_port < ports_; ++out_port) {
      const OutputRequests& requests = outputs[static_cast<std::size_t>(out_port)];
      for (RequestMask rest = requests.all() & free; rest != 0; rest &= rest - 1) {
        const int requester = __builtin_ctzll(rest);
        Nominee& nominee = nominees_[port_of(requester)];
        const std::uint32_t routed = routed_[index(out_port, requester)];
        if (nominee.out_port >= 0 && !is_before(routed, nominee.routed)) continue;
        if (has_room(out_port, requests.of(requester))) nominee = {out_port, requester, routed};
      }
    }
    sort_by_output();
  }

  /// Outputs that somebody is nominated for, a bit for each.
  [[nodiscard]] unsigned outputs() const { return outputs_; }
  /// Requesters that are nominated for `out_port`.
  [[nodiscard]] RequestMask requesters(int out_port) const { return requesters_[static_cast<std::size_t>(out_port)]; }
  /// The input port of `requester` has nominated a packet that was routed before the one that asks for `out_port`.
  [[nodiscard]] bool passed_over(int out_port, int requester) const {
    const Nominee& nominee = nominees_[port_of(requester)];
    return nominee.out_port >= 0 && is_before(nominee.routed, routed_[index(out_port, requester)]);
  }

 private:
  struct Nominee {
    int out_port = -1;  ///< -1: none
    int requester = 0;
    std::uint32_t routed = 0;
  };

  void sort_by_output();
  [[nodiscard]] std::size_t port_of(int requester) const {
    return static_cast<std::size_t>(requester / virtual_channels_);
  }
  [[nodiscard]] std::size_t index(int out_port, int requester) const {
    return static_cast<std::size_t>(out_port * ports_ * virtual_channels_ + requester);
  }

  int ports_;
  int virtual_channels_;
  unsigned outputs_ = 0;
  std::array<Nominee, kMaxRouterPorts> nominees_{};        ///< by input port
  std::array<RequestMask, kMaxRouterPorts> requesters_{};  ///< by output
  std::vector<std::uint32_t> routed_;                      ///< by output and requester
};

}  // namespace tactus
