#include "hw/common/policy_instance.h"

#include <atomic>
#include <cstdint>

namespace tactus {

bool next_has_twin() {
  constexpr std::uint64_t kAll = 64;
  constexpr std::uint64_t kOneOf = 7;  // no multiple of the outputs of a router or the engines of a node
  static std::atomic<std::uint64_t> instances{0};
  const std::uint64_t number = instances.fetch_add(1, std::memory_order_relaxed);
  return number < kAll || number % kOneOf == 0;
}

}  // namespace tactus
