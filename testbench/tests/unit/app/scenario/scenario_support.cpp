#include "testbench/tests/unit/app/scenario/scenario_support.h"

#include "testbench/tests/support/catch.h"

namespace tactus::test {
namespace {

std::string listing(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += format(diagnostic) + "\n";
  return text;
}

}  // namespace

std::vector<Diagnostic> faults_of(const std::string& text, const std::vector<std::string>& overrides) {
  const ScenarioResult result = read_scenario_text("test.yaml", text, overrides);
  const auto* faults = std::get_if<std::vector<Diagnostic>>(&result);
  return faults == nullptr ? std::vector<Diagnostic>{} : *faults;
}

Scenario good(const std::string& text, const std::vector<std::string>& overrides) {
  INFO(listing(faults_of(text, overrides)));
  const ScenarioResult result = read_scenario_text("test.yaml", text, overrides);
  REQUIRE(std::holds_alternative<Scenario>(result));
  return std::get<Scenario>(result);
}

void check_faults(const std::vector<Diagnostic>& found, const std::vector<ExpectedFault>& expected) {
  INFO(listing(found));
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(found[i].line == expected[i].line);
    CHECK(found[i].column == expected[i].column);
    INFO("expected: " << expected[i].phrase << "\nfound: " << found[i].message);
    CHECK(found[i].message.find(expected[i].phrase) != std::string::npos);
  }
}

void check_broken(const std::vector<BrokenText>& texts) {
  for (const BrokenText& text : texts) {
    INFO(text.name);
    check_faults(faults_of(text.text), text.faults);
  }
}

}  // namespace tactus::test
