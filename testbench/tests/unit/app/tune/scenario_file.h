#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus::test {

/// A scenario file of its own.
class ScenarioFile {
 public:
  explicit ScenarioFile(const std::string& text) { write(text); }
  void write(const std::string& text) const { std::ofstream(path()) << text; }
  [[nodiscard]] std::string path() const { return folder_.path() / "scenario.yaml"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// What was planned, without faults.
template <class Plan>
Plan planned(std::variant<Plan, std::vector<Diagnostic>> result) {
  REQUIRE(std::holds_alternative<Plan>(result));
  return std::move(std::get<Plan>(result));
}

/// The faults of what could not be planned, as they are printed.
template <class Plan>
std::string faults(const std::variant<Plan, std::vector<Diagnostic>>& result) {
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(result));
  std::string text;
  for (const Diagnostic& fault : std::get<std::vector<Diagnostic>>(result)) text += format(fault) + "\n";
  return text;
}

}  // namespace tactus::test
