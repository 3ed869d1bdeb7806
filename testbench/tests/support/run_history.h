#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testbench/app/compare/history_comparison.h"
#include "testbench/app/compare/level_run.h"

namespace tactus::test {

/// Everything that a run did, all at once: for runs that fit into memory.
struct RunHistory : RunOutcome {
  std::vector<PacketHistory> packets;        ///< by engine (node, NIC), then as injected
  std::map<std::string, std::string> files;  ///< by name, of a run that writes files: tables and trace, not waves
};

/// Runs `scenario` at `level` to its end. Throws ChildFailure.
RunHistory run_level(const Scenario& scenario, Level level, const FabricOptions& fabric = {});

/// The same, with the text of its files, and with waves or without.
RunHistory run_with_files(const Scenario& scenario, Level level, const FabricOptions& fabric, bool waves);

/// The first line in which files of two runs differ, in words; empty if all are the same.
std::string file_difference(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names);

/// What HistoryComparer finds, and otherwise `file_difference`.
HistoryComparison compare(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names,
                          const RankMap& map);

/// Packets of `history` that came later than in an idle network.
std::uint64_t packets_that_waited(const RunHistory& history, const MachineConfig& machine);

}  // namespace tactus::test
