#include "testbench/app/compare/level_runs.h"

#include <poll.h>

#include <algorithm>
#include <limits>

namespace tactus {
namespace {

/// Runs that are to be listened to. As long as any run goes on, there is one.
std::vector<std::size_t> listened_to(const LevelRuns& runs) {
  std::uint64_t slowest = std::numeric_limits<std::uint64_t>::max();
  for (const auto& run : runs) {
    if (!run->ended() && run->has_packets()) slowest = std::min(slowest, run->packets());
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]->ended() || (runs[i]->has_packets() && runs[i]->packets() - slowest > kLongestLead)) continue;
    chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

void follow(const LevelRuns& runs, RunsListener& listener) {
  for (;;) {
    const std::vector<std::size_t> chosen = listened_to(runs);
    if (chosen.empty()) return;
    std::vector<pollfd> ends;
    for (const std::size_t i : chosen) ends.push_back({runs[i]->descriptor(), POLLIN, 0});
    if (poll(ends.data(), ends.size(), -1) <= 0) continue;  // interrupted by a signal
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      if (ends[k].revents == 0) continue;
      const std::size_t run = chosen[k];
      runs[run]->advance([&](const PacketHistory& packet) { listener.packet(run, packet); });
      if (runs[run]->ended()) listener.ended(run);
    }
  }
}

}  // namespace tactus
