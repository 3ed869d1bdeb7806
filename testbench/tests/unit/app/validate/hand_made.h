#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {

/// Result folders made by hand, as the runs of a paper would leave them.
class HandMade {
 public:
  explicit HandMade(const std::string& paper) : paper_(committed_paper(paper)) {}

  /// Adds a run of `set`, which the paper has; `json` is its result.json. Answers its folder, for `write`.
  std::filesystem::path add(const std::string& set, const std::vector<std::string>& values, const std::string& json) {
    SweepPlan plan;
    for (const std::string& over : set_named(set).over) plan.keys.push_back(over.substr(0, over.find('=')));
    SweepPoint point;
    point.values = values;
    point.folder = point_folder(plan.keys, values);
    plan.points = {point};
    const std::filesystem::path folder = folder_.path() / set;
    std::filesystem::create_directories(folder / point.folder);
    write(set + "/" + point.folder + "/result.json", json);
    measurements_.add(set, plan, folder);
    return set + "/" + point.folder;
  }
  void write(const std::filesystem::path& file, const std::string& text) const {
    (void)folder_.write(file.string(), text);
  }

  [[nodiscard]] const Measurements& measurements() const { return measurements_; }
  [[nodiscard]] const RunSet& set_named(const std::string& name) const {
    const auto found =
        std::find_if(paper_.runs.begin(), paper_.runs.end(), [&](const RunSet& set) { return set.name == name; });
    REQUIRE(found != paper_.runs.end());
    return *found;
  }
  /// The one number that the claim measures whose text begins so.
  [[nodiscard]] double measure(const std::string& text) const {
    const auto found = std::find_if(paper_.claims.begin(), paper_.claims.end(),
                                    [&](const Claim& claim) { return claim.text.rfind(text, 0) == 0; });
    REQUIRE(found != paper_.claims.end());
    const std::vector<double> numbers = found->measure(measurements_);
    REQUIRE(numbers.size() == 1);
    return numbers.front();
  }

 private:
  TemporaryFolder folder_;
  Paper paper_;
  Measurements measurements_;
};

}  // namespace tactus
