#pragma once

#include <optional>
#include <string>

#include "testbench/app/check_part/part_check.h"
#include "testbench/app/cli/command.h"
#include "testbench/app/sweep/sweep_runner.h"

namespace tactus {

/// `tactus check-part PART DIR ...`: runs the benches of a part on RTL of a user's and prints what they have driven and
/// the first difference from the model. Ends with `kViolation` if there is one.
class CheckPartCommand final : public Command {
 public:
  CheckPartCommand() { request.jobs = one_job_per_core(); }

  PartCheck request;
  std::optional<std::string> top;  ///< module, if it is not that of our part's name
  bool json = false;               ///< print an object instead of the tables

  void declare(CommandOptions& options) override;
  void check() override;
  int execute() override;
};

}  // namespace tactus
