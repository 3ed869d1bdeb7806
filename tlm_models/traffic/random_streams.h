#pragma once

#include <cstdint>

/// Streams of a scenario's seed, by those that draw from them. Below these are the streams of open-loop sources
/// (creation_process.h).
namespace tactus::random_streams {

inline constexpr std::uint64_t kStartOffsets = std::uint64_t{1} << 32;  ///< first of one stream for each processor
inline constexpr std::uint64_t kPlacement = std::uint64_t{2} << 32;
inline constexpr std::uint64_t kPermutations = std::uint64_t{3} << 32;  ///< first of one stream for each repetition
inline constexpr std::uint64_t kBlockSizes = std::uint64_t{5} << 32;
inline constexpr std::uint64_t kCounters = std::uint64_t{6} << 32;  ///< first of one stream for each node
/// Seeds of the second job and of those after it.
inline constexpr std::uint64_t kJobs = std::uint64_t{4} << 32;

}  // namespace tactus::random_streams
