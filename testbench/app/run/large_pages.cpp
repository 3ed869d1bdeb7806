#include "testbench/app/run/large_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

namespace tactus {
namespace {

constexpr std::uint64_t kLargePage = 2U << 20U;
#ifdef MADV_COLLAPSE
constexpr int kCollapse = MADV_COLLAPSE;
#else
constexpr int kCollapse = 25;  // Linux 6.1; older kernels refuse it
#endif

/// Address at which the heap ends; 0 where the system does not say.
std::uint64_t heap_end() {
  std::ifstream maps("/proc/self/maps");
  std::uint64_t end = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("[heap]") == std::string::npos) continue;
    std::uint64_t begin = 0;
    char dash = 0;
    std::istringstream(line) >> std::hex >> begin >> dash >> end;
  }
  return end;
}

}  // namespace

LargePages::LargePages() : begin_(heap_end()) {}

void LargePages::use() const {
  const std::uint64_t end = heap_end() / kLargePage * kLargePage;
  std::uint64_t page = (begin_ + kLargePage - 1) / kLargePage * kLargePage;
  // One by one: what cannot be moved does not keep the others where they are.
  for (; page < end; page += kLargePage) {
    void* const address = reinterpret_cast<void*>(page);  // NOLINT: an address, as the kernel says it
    static_cast<void>(madvise(address, kLargePage, MADV_HUGEPAGE));
    static_cast<void>(madvise(address, kLargePage, kCollapse));
  }
}

}  // namespace tactus
