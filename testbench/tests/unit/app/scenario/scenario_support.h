#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/scenario_reader.h"

namespace tactus::test {

/// A fault that a text must give: its place, and a part of its message.
struct ExpectedFault {
  int line;
  int column;
  std::string phrase;
};

/// A text with everything that is wrong with it, in order.
struct BrokenText {
  BrokenText(std::string its_name, std::string its_text, std::vector<ExpectedFault> its_faults)
      : name(std::move(its_name)), text(std::move(its_text)), faults(std::move(its_faults)) {}
  /// With a single fault.
  BrokenText(std::string its_name, std::string its_text, int line, int column, std::string phrase)
      : BrokenText(std::move(its_name), std::move(its_text), {{line, column, std::move(phrase)}}) {}

  std::string name;
  std::string text;
  std::vector<ExpectedFault> faults;
};

/// Faults of a scenario text; empty if it is good.
std::vector<Diagnostic> faults_of(const std::string& text, const std::vector<std::string>& overrides = {});

/// The scenario in a good text; the test case fails if it has faults.
Scenario good(const std::string& text, const std::vector<std::string>& overrides = {});

/// Checks number, order, places and messages of `found`; a failure shows them as a user would see them.
void check_faults(const std::vector<Diagnostic>& found, const std::vector<ExpectedFault>& expected);

/// Each scenario text gives its faults.
void check_broken(const std::vector<BrokenText>& texts);

}  // namespace tactus::test
