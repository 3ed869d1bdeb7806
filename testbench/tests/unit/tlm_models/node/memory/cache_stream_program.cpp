#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "testbench/tests/unit/tlm_models/node/memory/cache_stream.h"

// Makes the stream of accesses that its argument numbers, to memory that nobody has touched, and prints the lines of
// this file that make them: what cachegrind counts for these is the stream and nothing else.

namespace {

char memory[2 * tactus::kCacheStreamBytes];
constexpr int kReadLine = __LINE__ + 8;
constexpr int kWriteLine = kReadLine + 2;

/// It begins in the first set of any cache.
void make(tactus::CacheStream stream, char* begin) {
  tactus::for_each_access(stream, [begin](std::uint64_t offset, bool write) {
    auto* place = reinterpret_cast<volatile std::uint64_t*>(begin + offset);
    if (!write) {
      (void)*place;
    } else {
      *place = 1;
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t begin = (address + tactus::kCacheStreamBytes - 1) / tactus::kCacheStreamBytes;
  make(static_cast<tactus::CacheStream>(std::atoi(argv[1])), memory + (begin * tactus::kCacheStreamBytes - address));
  std::printf("%d %d\n", kReadLine, kWriteLine);
  return 0;
}
