#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// Request for a sweep.
struct SweepRequest {
  std::string scenario;                ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`, for all points
  std::vector<std::string> over;       ///< texts behind `--over`, one per axis
  std::optional<Level> level;          ///< nothing: packet if all points allow it, else cycle, else flow
  /// Runs of each combination of values: with the seed that its scenario has, and those after it. 1: seeds are left
  /// alone.
  std::size_t seeds = 1;
  std::vector<std::string> designs{};  ///< texts behind `--design`; with any, they are the first axis
};

/// One run of a sweep.
struct SweepPoint {
  std::vector<std::string> values;     ///< one per axis
  std::vector<std::string> overrides;  ///< for `read_scenario` and `tactus run`: those of the request, then the values
  std::string folder;                  ///< name, unlike that of every other point
  std::string identity;                ///< level, versions and configuration that a result of this point has
  std::vector<std::filesystem::path> files;  ///< that the scenario names: the identity does not cover them
  std::vector<std::string> leaves;           ///< files that its run leaves beside the result
  std::uint64_t seed = 0;                    ///< seed of its scenario
  std::vector<std::string> classes{};        ///< names of the classes of its messages, if there are several
};

/// A share of a sweep's points: every `of`-th, from point `index` on. Each point is in exactly one of the shards 0 to
/// `of` - 1, and neighbours, which often take about as long, are in different ones.
struct SweepShard {
  std::size_t index = 0;  ///< below `of`
  std::size_t of = 1;     ///< at least 1

  /// Which of the points 0 to `points` - 1 are in it, in their order; none if there are fewer than shards.
  [[nodiscard]] std::vector<std::size_t> share(std::size_t points) const;
};

/// All runs of a sweep: the cartesian product of its designs and its axes, the last axis varying fastest, each with all
/// its seeds.
struct SweepPlan {
  std::string scenario_name;
  std::vector<std::string> keys;  ///< one per axis; "design" of the designs
  std::size_t seeds = 1;          ///< points one after the other that have the same values
  Level level = Level::kPacket;
  std::string level_reason;  ///< why the level is not packet although none was asked for; else empty
  std::vector<SweepPoint> points;

  /// Combinations of values.
  [[nodiscard]] std::size_t combinations() const { return points.size() / seeds; }
};

/// All files whose content a run of `scenario` depends on although its configuration has only their names: messages,
/// noise, and everything in the folders of RTL, by name.
std::vector<std::filesystem::path> named_files(const Scenario& scenario);

/// Makes the plan and checks the scenario of every point, or answers everything that is wrong, each fault once. A fault
/// of a swept value names the `--over` or `--design` option, its position among its like, and the column in it; one
/// that only some of the points with that text have names the first of them.
std::variant<SweepPlan, std::vector<Diagnostic>> plan_sweep(const SweepRequest& request);

/// A run of `point`, a combination of values of `plan`, with the seed of `scenario`, which is the point's: its folder,
/// and what its result is known by. `plan` has its keys, level and number of seeds; with one seed the seed has no name.
SweepPoint run_of_sweep(const SweepPlan& plan, const SweepPoint& point, const Scenario& scenario);

/// Whether `result`, a result.json, is that of `point`: made by this program, at the same level, of the same resolved
/// configuration, newer than the files that the scenario names, and with all files of its run beside it.
bool is_result_of(const SweepPoint& point, const std::filesystem::path& result);

/// "n=9,message_size=64%20KiB": a file name; bytes that one should not have are written as %XX. Long ones end in a
/// number made from the rest.
std::string point_folder(const std::vector<std::string>& keys, const std::vector<std::string>& values);

}  // namespace tactus
