#include "testbench/tests/support/run_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "testbench/tests/support/temporary_folder.h"

namespace tactus::test {

namespace {

RunHistory run(const Scenario& scenario, const LevelRunOptions& options) {
  RunHistory history;
  LevelRun run(scenario, options);
  while (!run.ended()) run.advance([&history](const PacketHistory& packet) { history.packets.push_back(packet); });
  static_cast<RunOutcome&>(history) = run.outcome();
  std::sort(history.packets.begin(), history.packets.end(),
            [](const PacketHistory& a, const PacketHistory& b) { return a.place() < b.place(); });
  return history;
}

/// Where `a` and `b` differ: number of the line, and the line in each.
std::string line_difference(const std::string& a, const std::string& b, const std::array<std::string, 2>& names) {
  std::istringstream in_a(a);
  std::istringstream in_b(b);
  for (int number = 1;; ++number) {
    std::string line_a;
    std::string line_b;
    const bool more_a = static_cast<bool>(std::getline(in_a, line_a));
    const bool more_b = static_cast<bool>(std::getline(in_b, line_b));
    if (!more_a && !more_b) return "the last end of line";
    if (line_a != line_b) return fmt::format("line {}: {}: {}; {}: {}", number, names[0], line_a, names[1], line_b);
  }
}

}  // namespace

RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric) {
  return run(scenario, {level, fabric, HistoryDepth::kPackets});
}

RunHistory run_with_files(const Scenario& scenario, Level level, const FabricOptions& fabric, bool waves) {
  const TemporaryFolder folder;
  RunHistory history = run(scenario, {level, fabric, HistoryDepth::kPackets, folder.path(), waves});
  for (const char* name : {"links.csv", "vc_occupancy.csv", "messages.csv", "trace.json"}) {
    history.files[name] = folder.text(name);
  }
  return history;
}

std::string file_difference(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names) {
  for (const auto& [name, text] : a.files) {
    const auto other = b.files.find(name);
    if (other == b.files.end() || other->second == text) continue;
    return name + ", " + line_difference(text, other->second, names);
  }
  return {};
}

HistoryComparison compare(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names,
                          const RankMap& map) {
  HistoryComparer comparer(names, map);
  for (std::size_t i = 0; i < std::max(a.packets.size(), b.packets.size()); ++i) {
    if (i < a.packets.size()) comparer.packet(0, a.packets[i]);
    if (i < b.packets.size()) comparer.packet(1, b.packets[i]);
  }
  for (const std::size_t run : {0, 1}) comparer.ended(run);
  HistoryComparison comparison = comparer.finish(a, b);
  if (comparison.first_difference.empty()) comparison.first_difference = file_difference(a, b, names);
  return comparison;
}

std::uint64_t packets_that_waited(const RunHistory& history, const MachineConfig& machine) {
  return static_cast<std::uint64_t>(std::count_if(history.packets.begin(), history.packets.end(),
                                                  [&](const PacketHistory& packet) { return packet.waited(machine); }));
}

}  // namespace tactus::test
