#pragma once

#include <cstdint>

namespace tactus {

/// Mixed into the seed of everything that noise draws, so that its streams are none of another component's, whatever
/// numbers that one gives to its own.
inline constexpr std::uint64_t kNoiseSeed = 0x6E6F697365000000U;

/// Where each process is in the period of its noise: draw number `process`.
inline constexpr std::uint64_t kNoisePhaseStream = 0;
/// The seed of each repetition of a study: draw number of the repetition.
inline constexpr std::uint64_t kRepetitionStream = 1;

}  // namespace tactus
