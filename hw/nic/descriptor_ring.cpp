#include "hw/nic/descriptor_ring.h"

namespace tactus {

bool DescriptorRing::busy(int word) const {
  const auto entry = static_cast<std::uint32_t>(word / nic_reg::kDescriptorWords);
  return (entry - fetched_) % kEntries < doorbell_ - fetched_;
}

}  // namespace tactus
