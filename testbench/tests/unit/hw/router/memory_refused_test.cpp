#include <cstdlib>
#include <new>

#include "hw/router/router_core.h"
#include "testbench/tests/support/catch.h"

namespace {

constexpr int kNever = -1;
int allowed = kNever;  ///< allocations until the one that is refused
int held = 0;          ///< allocations that have not been given back

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (allowed == 0) throw std::bad_alloc();
  if (allowed > 0) --allowed;
  void* const memory = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  ++held;
  return memory;
}

void give_back(void* memory) {
  if (memory != nullptr) --held;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// The library's own calls the one above. AddressSanitizer's does not, and what it gives must not come back here.
void* operator new(std::size_t bytes, const std::nothrow_t& /*kind*/) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace tactus {
namespace {

TEST_CASE("Router: memory that is refused at any place of its construction leaves nothing behind") {
  for (const InputQueueKind queue : {InputQueueKind::kFifo, InputQueueKind::kPerOutput}) {
    MachineConfig config;
    config.router.input_queue = queue;
    bool built = false;
    for (int allocations = 0; !built; ++allocations) {
      const int before = held;
      allowed = allocations;
      try {
        const RouterCore router(config, {});
        built = true;
      } catch (const std::bad_alloc&) {
      }
      allowed = kNever;
      const int after = held;
      CAPTURE(allocations);
      REQUIRE(after == before);
    }
  }
}

}  // namespace
}  // namespace tactus
