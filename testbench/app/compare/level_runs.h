#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/app/compare/level_run.h"

namespace tactus {

/// Runs that go on at the same time.
using LevelRuns = std::vector<std::unique_ptr<LevelRun>>;

/// Told what runs do, by their numbers in LevelRuns.
class RunsListener {
 public:
  virtual ~RunsListener() = default;
  virtual void packet(std::size_t run, const PacketHistory& packet) = 0;
  /// There are no more packets of it.
  virtual void ended(std::size_t run) = 0;
};

/// In packets; what a run is ahead costs memory.
constexpr std::uint64_t kLongestLead = 4096;

/// Follows the runs to their ends. One that is ahead of the slowest by more than `kLongestLead` is not listened to, and
/// soon waits; the slowest never is, so that all come to their ends. Throws ChildFailure of the first run that comes to
/// grief.
void follow(const LevelRuns& runs, RunsListener& listener);

}  // namespace tactus
