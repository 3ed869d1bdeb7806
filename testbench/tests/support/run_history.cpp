#include "testbench/tests/support/run_history.h"

#include <algorithm>

namespace tactus::test {

RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric) {
  RunHistory history;
  LevelRun run(scenario, {level, fabric, HistoryDepth::kPackets});
  while (!run.ended()) run.advance([&history](const PacketHistory& packet) { history.packets.push_back(packet); });
  static_cast<RunOutcome&>(history) = run.outcome();
  std::sort(history.packets.begin(), history.packets.end(),
            [](const PacketHistory& a, const PacketHistory& b) { return a.place() < b.place(); });
  return history;
}

HistoryComparison compare(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names,
                          const RankMap& map) {
  HistoryComparer comparer(names, map);
  for (std::size_t i = 0; i < std::max(a.packets.size(), b.packets.size()); ++i) {
    if (i < a.packets.size()) comparer.packet(0, a.packets[i]);
    if (i < b.packets.size()) comparer.packet(1, b.packets[i]);
  }
  for (const std::size_t run : {0, 1}) comparer.ended(run);
  return comparer.finish(a, b);
}

std::uint64_t packets_that_waited(const RunHistory& history, const MachineConfig& machine) {
  return static_cast<std::uint64_t>(std::count_if(history.packets.begin(), history.packets.end(),
                                                  [&](const PacketHistory& packet) { return packet.waited(machine); }));
}

}  // namespace tactus::test
