#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/scenario/scenario.h"
#include "testbench/parts/part_benches.h"

namespace tactus {

/// A part of a user's, and the effort with which it is checked.
struct PartCheck {
  RtlPart part = RtlPart::kPacer;
  std::filesystem::path sources;  ///< folder
  std::string top;                ///< module
  int dimensions = 2;
  int nics = 4;
  int virtual_channels = 2;
  std::filesystem::path model_file{};  ///< plug-in that the part is held to; empty: our model
  std::string model{};                 ///< its policy, as in PartOnTest
  std::string only_arbiter{};          ///< as in PartOnTest
  std::string only_bench{};            ///< name of the bench; empty: all benches of the part
  std::uint64_t first_seed = 1;        ///< first seed of each bench
  std::optional<std::uint64_t> seeds;  ///< number for each bench; by default as many as it needs
  std::size_t jobs = 1;                ///< processes at the same time, at least 1
};

/// How a bench of the part has ended.
struct BenchResult {
  std::string name;
  std::string text;
  std::uint64_t seeds = 0;            ///< with which it has run
  std::uint64_t differing_seed = 0;   ///< the first with a difference
  std::string difference;             ///< empty: none
  std::vector<CountedStimulus> made;  ///< by all seeds
};

/// The benches of a part, in order.
const std::vector<PartBench>& benches_of(RtlPart part);

/// Runs the benches on `part`, each seed in a process of its own. A bench that has found a difference runs no further
/// seed. Throws std::system_error if there are no processes to be had.
std::vector<BenchResult> run_benches(const PartCheck& check, const PartOnTest& part);

/// The part of `check`, out of the shared object that was built of it; this program has twins in RTL.
PartOnTest open_part(const PartCheck& check, const std::filesystem::path& library);

/// The machine that `check.part` is Verilated for, with the part in it.
Scenario scenario_of(const PartCheck& check);

}  // namespace tactus
