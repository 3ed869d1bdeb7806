#pragma once

#include <string>
#include <vector>

#include "testbench/app/explore/explore_plan.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus::test {

inline constexpr char kExploreScenario[] =
    "network: {shape: [4, 4]}\nworkload: {algorithm: a2at, message_size: 4 KiB}\n";

/// The file of an exploration beside a scenario of A2AT on 4x4, s.yaml.
struct ExploreBench {
  TemporaryFolder folder;
  ExploreRequest request;

  explicit ExploreBench(const std::string& text) {
    (void)folder.write("s.yaml", kExploreScenario);
    request.file = folder.write("x.yaml", text);
  }
  [[nodiscard]] ExplorePlan plan() const {
    auto result = plan_exploration(request);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
      for (const Diagnostic& fault : *faults) UNSCOPED_INFO(format(fault));
    }
    REQUIRE(std::holds_alternative<ExplorePlan>(result));
    return std::get<ExplorePlan>(std::move(result));
  }
  /// Line, column and message of everything that is wrong.
  [[nodiscard]] std::vector<std::string> faults() const {
    const auto result = plan_exploration(request);
    std::vector<std::string> texts;
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
      for (const Diagnostic& fault : *faults) {
        texts.push_back(std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": " + fault.message);
      }
    }
    return texts;
  }
};

}  // namespace tactus::test
