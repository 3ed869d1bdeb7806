#include "testbench/app/run/recordings.h"

#include <fmt/core.h>

#include "testbench/app/results/time_text.h"

namespace tactus {

std::optional<Recordings::WavesNote> wave_note(const WaveRecording& recording, const std::optional<WavesAround>& around,
                                               Clock clock) {
  const bool none = recording.recorded() == Cycles{0};
  if (!around) {
    if (!none) return std::nullopt;
    return Recordings::WavesNote{"no waves: the run ended before waves.from; see `waves` in the scenario", true};
  }
  if (none) {
    return Recordings::WavesNote{fmt::format("no waves: --waves-around {}: the run ended without it", around->text),
                                 true};
  }
  const WaveEvent& event = *recording.event();
  const std::string time = microseconds_text(clock.edge(event.cycle));
  const std::string when =
      recording.clocked() ? fmt::format("cycle {}, {} us", event.cycle.count(), time) : fmt::format("{} us", time);
  const std::string at = fmt::format("waves around {}: {}", when, event.what);
  if (recording.missing() == Cycles{0}) return Recordings::WavesNote{at};
  return Recordings::WavesNote{
      fmt::format("{}\ntactus: warning: they begin {} us later than --before asks for: --waves-memory has no room for "
                  "more; allow more{}",
                  at, microseconds_text(clock.edge(recording.missing())),
                  recording.clocked() ? ", or record fewer nodes (waves.nodes)" : ""),
      true};
}

}  // namespace tactus
