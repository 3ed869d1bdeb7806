#include "testbench/tests/system/router_axes.h"

namespace tactus::test {
namespace {

/// All of `routers`, once with each of `values` in `member`.
template <class Value>
std::vector<RouterConfig> times(const std::vector<RouterConfig>& routers, Value RouterConfig::*member,
                                const std::vector<Value>& values) {
  std::vector<RouterConfig> product;
  for (RouterConfig router : routers) {
    for (const Value value : values) {
      router.*member = value;
      product.push_back(router);
    }
  }
  return product;
}

}  // namespace

std::vector<RouterConfig> all_router_axes() {
  std::vector<RouterConfig> all = {RouterConfig{}};
  all = times(all, &RouterConfig::arbiter,
              {ArbiterKind::kRoundRobin, ArbiterKind::kMatrix, ArbiterKind::kOldestFirst, ArbiterKind::kFirstCome,
               ArbiterKind::kInjectionFirst, ArbiterKind::kThroughFirst});
  all = times(all, &RouterConfig::input_queue, {InputQueueKind::kFifo, InputQueueKind::kPerOutput});
  all =
      times(all, &RouterConfig::input_transfers, {InputTransfers::kPort, InputTransfers::kVc, InputTransfers::kQueue});
  all = times(all, &RouterConfig::switch_hold, {SwitchHold::kPacket, SwitchHold::kFlit});
  all = times(all, &RouterConfig::dateline, {DatelineKind::kCrossing, DatelineKind::kEntry});
  // Periods without a common divisor with each other, nor with the six and the three above: every pair is met.
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].virtual_channels = 2 + static_cast<int>(i % 7 % 3);
    all[i].vc_buffer = Bytes{i % 11 % 2 == 0 ? 2048U : 8192U};
    all[i].tie_break = i % 13 % 2 == 0 ? TieBreak::kPositive : TieBreak::kSigned;
  }
  return all;
}

}  // namespace tactus::test
