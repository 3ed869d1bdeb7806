#pragma once

#include "testbench/app/cli/many_runs.h"
#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// `tactus sweep SCENARIO --over KEY=VALUES ... --seeds N`: checks every point, runs those without a result, writes the
/// table. Ends with `kInputWrong` before anything has run, or with the worst status of all points.
class SweepCommand final : public ManyRunsCommand {
 public:
  SweepRequest request;

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;
};

}  // namespace tactus
