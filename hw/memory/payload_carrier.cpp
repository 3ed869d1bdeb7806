#include "hw/memory/payload_carrier.h"

#include <utility>

namespace tactus {

bool PayloadCarrier::take(std::uint64_t packet, Payload& payload) {
  const auto found = under_way_.find(packet);
  if (found == under_way_.end()) return false;
  payload = std::move(found->second);
  under_way_.erase(found);
  return true;
}

}  // namespace tactus
