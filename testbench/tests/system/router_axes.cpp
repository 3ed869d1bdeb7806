#include "testbench/tests/system/router_axes.h"
#include "testbench/tests/support/policies.h"

#include <algorithm>

namespace tactus::test {
namespace {

/// All of `routers`, once with each of `values` in `member`.
template <class Value>
std::vector<RouterConfig> times(const std::vector<RouterConfig>& routers, Value RouterConfig::*member,
                                const std::vector<Value>& values) {
  std::vector<RouterConfig> product;
  for (RouterConfig router : routers) {
    for (const Value& value : values) {
      router.*member = value;
      product.push_back(router);
    }
  }
  return product;
}

/// Refused: inputs nominate whole packets, one of each port.
bool nominates_in_vain(const RouterConfig& router) {
  return router.input_nomination != "any" &&
         (router.input_transfers != InputTransfers::kPort || router.switch_hold != SwitchHold::kPacket);
}

}  // namespace

std::vector<RouterConfig> all_router_axes() {
  std::vector<RouterConfig> all = {RouterConfig{}};
  all = times(all, &RouterConfig::arbiter, policy_names<ArbiterKind>());
  all = times(all, &RouterConfig::input_queue, {InputQueueKind::kFifo, InputQueueKind::kPerOutput});
  all =
      times(all, &RouterConfig::input_transfers, {InputTransfers::kPort, InputTransfers::kVc, InputTransfers::kQueue});
  all = times(all, &RouterConfig::switch_hold, {SwitchHold::kPacket, SwitchHold::kFlit});
  all = times(all, &RouterConfig::dateline, {"crossing", "entry"});
  all = times(all, &RouterConfig::input_nomination, policy_names<NominationKind>());
  all.erase(std::remove_if(all.begin(), all.end(), nominates_in_vain), all.end());
  // Periods without a common divisor with each other, nor with the seven and the three above: every pair is met.
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].virtual_channels = 2 + static_cast<int>(i % 5 % 3);
    all[i].vc_buffer = Bytes{i % 11 % 2 == 0 ? 2048U : 8192U};
    if (all[i].switch_hold == SwitchHold::kPacket && i % 17 % 3 == 1) all[i].turnaround = Cycles{i % 5 + 1};
    all[i].tie_break = policy_at<TieBreakKind>(static_cast<int>(i % 13));
  }
  return all;
}

}  // namespace tactus::test
