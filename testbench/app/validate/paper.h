#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/run/level.h"
#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/validate/expectation.h"
#include "testbench/app/validate/measurements.h"

namespace tactus {

/// Runs that claims are measured on: a sweep of one scenario.
struct RunSet {
  std::string name;
  std::string scenario;                ///< path
  std::vector<std::string> overrides;  ///< texts behind `--set`
  std::vector<std::string> over;       ///< texts behind `--over`; none: one run
  std::optional<Level> level;          ///< nothing: the first of packet, cycle, flow that can execute it
  bool full = false;                   ///< takes so long that it is run only with `--full`
  /// The set of unpaced runs, by size, if this set is by size and bias and leaves out biases that cannot be the best.
  /// Points are then run in the order of the last axis.
  std::string unpaced;
};

/// One thing that a paper says: a row of the table.
struct Claim {
  std::string text;    ///< in the paper's terms
  std::string source;  ///< section, experiment, table or figure
  Expectation expected;
  std::vector<std::string> runs;  ///< names of the sets that it needs, if any
  /// The number to be compared. For a statement about several numbers, or about one that depends on what should not
  /// matter, all of them: the claim holds if each is what the paper says. Throws std::runtime_error without one.
  std::function<std::vector<double>(const Measurements&)> measure;
  bool full = false;   ///< `measure` itself takes so long that it is called only with `--full`
  std::string fitted;  ///< the parameters that were fitted to it; empty if the row is a prediction
};

/// A published study, as data: what it says and what has to be run to see whether that is so.
struct Paper {
  std::string name;  ///< as behind `tactus validate`
  std::string title;
  std::vector<RunSet> runs;
  std::vector<Claim> claims;
};

/// Name of the file that holds the claims of a paper.
inline constexpr char kClaimsFile[] = "claims.yaml";
/// Names of the papers that came with the program.
std::vector<std::string> paper_names();
/// Reads a claims.yaml (docs/reference/validate.md). The paper is named after the file's folder. Answers every fault of
/// the file instead, with its place and the nearest valid word.
std::variant<Paper, std::vector<Diagnostic>> read_claims(const std::filesystem::path& file);
/// The paper of that name, or of that claims.yaml; or what is wrong with the file.
std::variant<Paper, std::vector<Diagnostic>> read_paper(const std::string& name);

}  // namespace tactus
