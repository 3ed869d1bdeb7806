#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/arbiter.h"
#include "hw/router/output_credits.h"
#include "hw/router/output_requests.h"
#include "hw/router/request_table.h"
#include "hw/router/switch_allocator.h"

namespace tactus {

/// VC allocation of one router with the switch held per flit (docs/timing.md, "Switch held per flit"): which packet
/// may own a VC of an output. A packet owns it from its grant until `release`, so that the flits of two packets
/// never mix in one VC. Plain class. At most one VC of each output is given away per edge.
class VcAllocator {
 public:
  /// Makes the allocator of a router with `ports`.
  VcAllocator(const RouterConfig& config, RouterPorts ports);

  void reset();
  void set_request(int out_port, int requester, const SwitchRequest& request);
  void reconsider(int out_port) { pending_outputs_ |= port_bit(out_port); }
  void release(int out_port, int vc);
  [[nodiscard]] bool pending() const { return pending_outputs_ != 0; }

  /// Calls `granted(const SwitchGrant&)` for each allocation, after the packet's credits are taken.
  template <class Granted>
  void allocate(OutputCredits& credits, Granted&& granted) {
    for (PortSet rest = pending_outputs_; rest != 0; rest &= rest - 1) {
      SwitchGrant grant;
      if (try_grant(first_port(rest), credits, grant)) granted(grant);
    }
  }

 private:
  bool try_grant(int out_port, OutputCredits& credits, SwitchGrant& grant);

  struct Output {
    OutputRequests requests;
    unsigned free_vcs = 0;
  };

  int virtual_channels_;
  PortSet pending_outputs_ = 0;
  RequestTable table_;
  std::vector<Output> outputs_;
};

}  // namespace tactus
