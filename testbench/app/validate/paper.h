#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/validate/expectation.h"
#include "testbench/app/validate/measurements.h"

namespace tactus {

/// Runs that claims are measured on: a sweep of one scenario.
struct RunSet {
  std::string name;
  std::string scenario;                       ///< file, from the folder of scenarios
  std::vector<std::string> overrides;         ///< texts behind `--set`
  std::vector<std::string> over;              ///< texts behind `--over`; none: one run
  bool full = false;                          ///< takes so long that it is run only with `--full`
  std::optional<Level> level = std::nullopt;  ///< nothing: the first of packet, cycle, flow that can execute it
  /// Asked of each point, by its values, before it is run: whether any claim can still depend on it, after all that has
  /// been run. Points are then run in the order of the last axis, and those that cannot matter are left out. None: all
  /// of them matter.
  std::function<bool(const Measurements&, const std::vector<std::string>& values)> matters = {};
};

/// One thing that a paper says: a row of the table.
struct Claim {
  std::string text;    ///< in the paper's terms
  std::string source;  ///< section, experiment, table or figure
  Expectation expected;
  std::vector<std::string> runs;  ///< names of the sets that it needs, if any
  /// The number to be compared. Throws std::runtime_error if the runs do not give one.
  std::function<double(const Measurements&)> measure;
  bool full = false;        ///< `measure` itself takes so long that it is called only with `--full`
  std::string fitted = {};  ///< the parameters that were fitted to it; empty if the row is a prediction
  /// Instead of `measure`, for a statement about several numbers, or for one that depends on what should not matter:
  /// the claim holds if each of them is what the paper says.
  std::function<std::vector<double>(const Measurements&)> measure_each = {};
};

/// A published study, as data: what it says and what has to be run to see whether that is so.
struct Paper {
  std::string name;  ///< as behind `tactus validate`
  std::string title;
  std::vector<RunSet> runs;
  std::vector<Claim> claims;
};

/// Packet pacing for all-to-all on 2D tori.
Paper nsim_paper();
/// Redundant rounds in butterfly allreduce. Its claims need no runs of scenarios: they run the recursion themselves.
Paper jitter_paper();

/// All-to-all exchanges as message flows, and beside packets.
Paper mfs_paper();

/// Four InfiniBand rails on a NUMA node.
Paper multirail_paper();

/// Derived datatypes copied between the processes of a many-core node.
Paper pvas_paper();

/// All of them.
std::vector<Paper> papers();

}  // namespace tactus
