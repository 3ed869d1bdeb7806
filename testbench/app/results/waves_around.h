#pragma once

#include <cstdint>
#include <string>

#include "hw/common/units.h"

namespace tactus {

/// The event around which `--waves-around` records. Reference: docs/reference/waves.md.
struct WavesAround {
  enum class Event : std::uint8_t {
    kCycle,      ///< `cycle` begins
    kTime,       ///< the cycle that contains `time`
    kStall,      ///< a packet has been at the front of its queue for `time`, in a recorded router
    kLatency,    ///< a packet is under way for more than `time`
    kViolation,  ///< the model finds a violation
  };
  Event event = Event::kCycle;
  std::string text;  ///< as it was given: "latency>20us"
  Cycles cycle;
  Picoseconds time{1'000'000};
  Picoseconds before{2'000'000};    ///< recorded before the event
  Picoseconds after{1'000'000};     ///< time from the event's cycle on, that cycle at least
  Bytes memory{256 * 1024 * 1024};  ///< that changes before the event may take

  /// When it is, is known before the run.
  [[nodiscard]] bool known() const { return event == Event::kCycle || event == Event::kTime; }
};

}  // namespace tactus
