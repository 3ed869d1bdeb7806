#include <algorithm>
#include <random>
#include <string_view>

#include "testbench/app/scenario/message_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

constexpr char kScenario[] =
    "title: A2AT ${n}\n"
    "parameters: {n: 4, list: [1, 2]}\n"
    "network:\n"
    "  shape: [4, 4]\n"
    "nic:\n"
    "  count: ${n}\n"
    "link: {bandwidth: 4 GB/s, switch_delay: 78 ns}\n"
    "router:\n"
    "  arbiter: oldest_first\n"
    "  vc_buffer: 8 KiB\n"
    "pacing:\n"
    "  bias: -1.25\n"
    "workload:\n"
    "  algorithm: a2at\n"
    "  message_size: 16 KiB\n"
    "  sequences: ${list}\n"
    "waves:\n"
    "  nodes: [[0, 0], [1, 2]]\n"
    "  to: none\n";

constexpr char kMessages[] =
    "0 5 0 256 B id=request # comment\n"
    "5 0 0 16 KiB id=answer after=request delay=2 us\n"
    "1,2 0,2 0 8KiB id=west\n"
    "0 3 1 64 KiB after=answer\n"
    "0,2 3,3 0 4 KiB after=west\n";

/// `text` with a few bytes changed, lost, doubled or moved: mostly by characters that mean something.
std::string mutated(std::string text, std::mt19937& random) {
  constexpr std::string_view kMeaningful = "{}[]:,&*!|>'\"%@`#- \n\t\r${}.=0919\xC3\xFF\x00x~?";
  for (auto edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 8);
        break;
      case 1:
        text.insert(at, 1, kMeaningful[random() % kMeaningful.size()]);
        break;
      case 2:
        text[at] = kMeaningful[random() % kMeaningful.size()];
        break;
      default:
        text.insert(random() % text.size(), text.substr(at, random() % 24));
    }
  }
  return text;
}

/// Every fault stands in the text.
void check_places(const std::vector<Diagnostic>& faults, const std::string& text) {
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Diagnostic& fault : faults) {
    const bool in_text = fault.line >= 1 && fault.line <= lines && fault.column >= 1 &&
                         fault.column <= static_cast<int>(text.size()) + 1 && !fault.message.empty();
    INFO(format(fault) << "\nin:\n" << text);
    REQUIRE(in_text);
  }
}

TEST_CASE("Scenario reader: whatever bytes a file holds, it is read or its faults are named with a place") {
  REQUIRE(faults_of(kScenario).empty());
  std::mt19937 random(11);
  int refused = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const std::string text = mutated(kScenario, random);
    const std::vector<Diagnostic> faults = faults_of(text);
    refused += faults.empty() ? 0 : 1;
    check_places(faults, text);
  }
  CHECK(refused > 3000);
}

TEST_CASE("Scenario reader: whatever an option says, it holds or is refused") {
  std::mt19937 random(12);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string option = mutated("router.vc_buffer=8 KiB", random);
    for (const Diagnostic& fault : faults_of(kScenario, {option})) {
      INFO(format(fault));
      REQUIRE(fault.line >= 1);
      REQUIRE(fault.column >= 1);
    }
  }
}

TEST_CASE("Message file: whatever bytes it holds, it is read or its faults are named with a place") {
  std::mt19937 random(13);
  for (int trial = 0; trial < 6000; ++trial) {
    const SourceText source{"messages.txt", mutated(kMessages, random), 1, 0};
    DiagnosticList diagnostics;
    const MessageFile file = read_messages(source, MachineConfig{}, 1, diagnostics);
    check_places(diagnostics.sorted(), source.text);
    if (diagnostics.empty()) REQUIRE(file.messages.size() == file.places.size());
  }
}

TEST_CASE("Scenario reader: nesting without end is refused, not followed") {
  for (const char* open : {"[", "{a: ", "- ", "? "}) {
    std::string text = "title: ";
    for (int depth = 0; depth < 100'000; ++depth) text += open;
    CHECK_FALSE(faults_of(text).empty());
  }
}

}  // namespace
}  // namespace tactus::test
