#include "tlm_models/traffic/collectives/pair_exchange.h"

#include <algorithm>

namespace tactus {

std::uint64_t direct_bytes(const Collective& collective) {
  const int members = collective.members();
  if (collective.call().kind == CollectiveKind::kAlltoall) {
    return static_cast<std::uint64_t>(members - 1) * collective.call().bytes.count();
  }
  std::uint64_t most = 0;
  for (int member = 0; member < members; ++member) {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    for (int other = 0; other < members; ++other) {
      if (other == member) continue;
      sent += collective.pair_block(member, other).bytes;
      received += collective.pair_block(other, member).bytes;
    }
    most = std::max({most, sent, received});
  }
  return most;
}

}  // namespace tactus
