#pragma once

#include <cstdint>

namespace tactus {

/// Streams of accesses to 8 bytes each, for a program that makes them and for caches that are told of them.
enum class CacheStream : int {
  kRows,      ///< forwards, again and again, each line read and written
  kColumns,   ///< many lines apart, coming back beside where it was
  kInL2,      ///< random, within what L2 has room for
  kBeyondL2,  ///< random, within four times that
  kConflict,  ///< one place again and again, and in between others of its set of L2, all different
};

/// Bytes that any of them reaches.
inline constexpr std::uint64_t kCacheStreamBytes = std::uint64_t{4} << 20;
/// Of `kConflict`: places of the same set.
inline constexpr std::uint64_t kConflicts = 40;
/// Bytes from one to the next: all sets of an L2 of 512 KiB with 8 ways.
inline constexpr std::uint64_t kConflictStride = 64 * 1024;

/// Calls `access(offset, write)` for each access, offsets in bytes. Nothing of the generator itself is in memory.
template <class Access>
inline void for_each_access(CacheStream stream, const Access& access) {
  std::uint64_t random = 1;
  const auto draw = [&](std::uint64_t bytes) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const bool write = (random >> 61) == 0;
    access((random >> 33) % (bytes / 8) * 8, write);
  };
  switch (stream) {
    case CacheStream::kRows:
      for (std::uint64_t i = 0; i < 5 * 40'000; ++i) {
        access(i % 40'000 * 8, false);
        access(i % 40'000 * 8, true);
      }
      break;
    case CacheStream::kColumns:
      for (std::uint64_t i = 0; i < 200'000; ++i) access(i % 600 * 6'464 + i / 600 * 8, (i & 1) != 0);
      break;
    case CacheStream::kInL2:
      for (int i = 0; i < 200'000; ++i) draw(400 * 1024);
      break;
    case CacheStream::kBeyondL2:
      for (int i = 0; i < 200'000; ++i) draw(2048 * 1024);
      break;
    case CacheStream::kConflict:
      for (std::uint64_t i = 0; i < 2 * kConflicts; ++i) access(i % 2 * (i / 2 + 1) * kConflictStride, false);
      break;
  }
}

}  // namespace tactus
