#pragma once

#include <cstdint>

/// Who draws from which streams of a scenario's seed. Below these are the streams of open-loop sources
/// (creation_process.h).
namespace tactus::random_streams {

inline constexpr std::uint64_t kStartOffsets = std::uint64_t{1} << 32;  ///< and one more for each processor
inline constexpr std::uint64_t kPlacement = std::uint64_t{2} << 32;
inline constexpr std::uint64_t kPermutations = std::uint64_t{3} << 32;  ///< and one more for each repetition

}  // namespace tactus::random_streams
