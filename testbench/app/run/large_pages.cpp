#include "testbench/app/run/large_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tactus {
namespace {

constexpr std::uint64_t kLargePage = 2U << 20U;
#ifdef MADV_COLLAPSE
constexpr int kCollapse = MADV_COLLAPSE;
#else
constexpr int kCollapse = 25;  // Linux 6.1; older kernels refuse it
#endif

struct Addresses {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Pieces of the heap; none where the system does not say.
std::vector<Addresses> heap() {
  std::vector<Addresses> heap;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("[heap]") == std::string::npos) continue;
    Addresses piece;
    char dash = 0;
    std::istringstream(line) >> std::hex >> piece.begin >> dash >> piece.end;
    heap.push_back(piece);
  }
  return heap;
}

}  // namespace

void use_large_pages() {
  for (const Addresses& piece : heap()) {
    const std::uint64_t end = piece.end / kLargePage * kLargePage;
    std::uint64_t page = (piece.begin + kLargePage - 1) / kLargePage * kLargePage;
    // One by one: what cannot be moved does not keep the others where they are.
    for (; page < end; page += kLargePage) {
      void* const address = reinterpret_cast<void*>(page);  // NOLINT: an address, as the kernel says it
      static_cast<void>(madvise(address, kLargePage, MADV_HUGEPAGE));
      static_cast<void>(madvise(address, kLargePage, kCollapse));
    }
  }
}

}  // namespace tactus
