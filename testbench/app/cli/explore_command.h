#pragma once

#include <filesystem>

#include "testbench/app/cli/many_runs.h"
#include "testbench/app/explore/explore_plan.h"

namespace tactus {

/// `tactus explore FILE`: checks every run, makes those without a result, writes tables of designs and what they cost.
/// Ends with `kInputWrong` before anything has run, or with the worst status of all runs.
class ExploreCommand final : public ManyRunsCommand {
 public:
  ExploreRequest request;
  bool plan_only = false;  ///< print the runs instead of making them

  void declare(CommandOptions& options) override;
  int execute() override;

 private:
  [[nodiscard]] std::string command_text() const;
  void print_plan(const ExplorePlan& plan) const;
  void write_tables(const ExplorePlan& plan, const SweepRunner& runner, const std::filesystem::path& folder) const;
};

}  // namespace tactus
