#pragma once

#include "testbench/parts/stimuli.h"

namespace tactus {

/// Kinds of stimuli of ArbiterBench.
enum class ArbiterStimulus : std::size_t {
  kRoundRobin,
  kOldestFirst,
  kNobody,
  kOne,
  kTwo,
  kAll,
  kTop,
  kFirstGrant,
  kSameAgain,
  kTurnsOver,
  kLastOnly,
  kEqualAges,
  kAllEqual,
  kWrap,
  kOldestIsHighest,
  kOthersBefore,
  kKinds
};

inline constexpr StimulusCounts<ArbiterStimulus>::Texts kArbiterStimuli = {{
    {"strap", "grant by round robin"},
    {"strap", "grant by oldest first"},
    {"requests", "nobody asks"},
    {"requests", "one asks"},
    {"requests", "two ask"},
    {"requests", "all ask"},
    {"requests", "the highest number asks"},
    {"turn", "first grant after reset"},
    {"turn", "the last winner asks again, and so does another one"},
    {"turn", "nobody above the last winner asks"},
    {"turn", "the last winner alone asks"},
    {"ages", "two of the oldest are as old"},
    {"ages", "all are as old"},
    {"ages", "ages on both sides of the wrap at 2^32"},
    {"ages", "the oldest has the highest number"},
    {"ages", "bits of before_i that mean nothing are 1"},
}};

}  // namespace tactus
