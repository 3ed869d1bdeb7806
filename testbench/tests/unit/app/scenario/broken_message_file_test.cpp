#include "testbench/app/scenario/message_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

constexpr char kReplay[] = "workload: {algorithm: replay, messages: messages.txt}\n";

/// Faults of a scenario that replays `text` on the default torus of 4 x 4 nodes.
std::vector<Diagnostic> faults_of_messages(const std::string& text) {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("messages.txt", text));
  const ScenarioResult result = read_scenario(folder.write("replay.yaml", kReplay));
  const auto* faults = std::get_if<std::vector<Diagnostic>>(&result);
  return faults == nullptr ? std::vector<Diagnostic>{} : *faults;
}

const std::vector<BrokenText> kLines = {
    {"nothing", "", 1, 1, "the file is empty"},
    {"no messages", "# only\n\n# comments\n", 1, 1, "there is no message in the file"},
    {"a source alone", "0\n", 1, 2, "the destination is missing"},
    {"no size", "0 1 0  # 2 KiB\n", 1, 6, "the size is missing: a message is source destination order size"},
    {"a node that is none", "a 1 0 2 KiB\n", 1, 1, "'a' is no node: a number, or x,y"},
    {"half a coordinate", "0 1, 0 2 KiB\n", 1, 3, "'1,' is no node"},
    {"a node number outside", "0 16 0 2 KiB\n", 1, 3, "there is no node 16: nodes are numbered 0 to 15"},
    {"a node outside", "0,0 0,4 0 2 KiB\n", 1, 5, "node 0,4 is outside the network of 4x4 nodes"},
    {"a size that can be two", "0 1 0 64K\n", 1, 7, "did you mean KiB (64 KiB is 65536 B) or kB"},
    {"a no-break space", "0 1 0 64\xC2\xA0KiB\n", 1, 7, "has a no-break space (U+00A0)"},
    {"a negative node", "-1 2 0 2 KiB\n", 1, 1, "'-1' is no node"},
    {"an order that is none", "0 1 first 2 KiB\n", 1, 5, "order: 'first' is no whole number"},
    {"a negative order", "0 1 -1 2 KiB\n", 1, 5, "order: '-1': cannot be negative"},
    {"an order beyond all", "0 1 4294967296 2 KiB\n", 1, 5, "order 4294967296 is too large"},
    {"a size without unit", "0 1 0 2048\n", 1, 7, "a size needs a unit"},
    {"a size in a unit of time", "0 1 0 2 ns\n", 1, 7, "'ns' is a unit of time; a size is given in B"},
    {"a size of more than 2^24 packets", "0 1 0 32 GiB\n", 1, 7, "a message has at most 33822867456 B"},
    {"an unknown word", "0 1 0 2 KiB dealy=2us\n", 1, 13, "unknown word 'dealy'; did you mean delay?"},
    {"a word too many", "0 1 0 2 KiB 7\n", 1, 13,
     "unknown word '7'; after the size come id=, delay=, after= and class="},
    {"a word twice", "0 1 0 2 KiB delay=1us delay=2us\n", 1, 23, "delay= is given twice"},
    {"a delay without unit", "0 1 0 2 KiB delay=2\n", 1, 19, "a time needs a unit"},
    {"a class without classes", "0 1 0 2 KiB class=bulk\n", 1, 19, "'bulk': the machine has no classes"},
    {"a label of other characters", "0 1 0 2 KiB id=a.b\n", 1, 16, "'a.b': a label is letters, digits, _ and -"},
    {"no label", "0 1 0 2 KiB after=\n", 1, 19, "'' is no label"},
    {"a label given twice", "0 1 0 2 KiB id=a\n1 0 0 2 KiB id=a\n", 2, 16, "label 'a' is given twice; first in line 1"},
    {"an unknown label", "0 1 0 2 KiB id=request\n1 0 0 2 KiB after=reqest\n", 2, 19,
     "no message has the label 'reqest'; did you mean request?"},
    {"one unknown label of several", "0 1 0 2KiB id=a\n1 0 0 2KiB after=a,b\n", 2, 20, "no message has the label 'b'"},
    {"a message that waits for itself", "0 1 0 2 KiB id=a after=a\n", 1, 24, "message 'a' waits for itself"},
    {"a message that never comes here", "0 1 0 2 KiB id=a\n\n2 3 0 2 KiB after=a\n", 3, 19,
     "message 'a' (line 1) goes to node 1, so node 2 never receives it"},
    {"bytes that are no text", "0 1 0 2 KiB\n0 1 \xFF\n", 2, 5, "byte 0xFF is not UTF-8"},
};

const std::vector<BrokenText> kCircles = {
    {"two that wait for each other",
     "0 1 0 2 KiB id=a after=b\n1 0 0 2 KiB id=b after=a\n",
     {{1, 1, "wait for each other"}, {2, 1, "wait for each other"}}},
    {"a wait for what comes later in the source's own order",
     "0 1 1 2 KiB id=second\n"
     "  0 1 0 2 KiB after=answer\n"
     "1 0 0 2 KiB id=answer after=second\n",
     {{1, 1, "is never sent"}, {2, 3, "is never sent"}, {3, 1, "is never sent"}}},
    {"a circle in which a group's other message waits",
     "0 1 0 2 KiB id=a\n"
     "0 2 0 2 KiB after=b\n"
     "1 0 0 2 KiB id=b after=a\n",
     {{1, 1, "is never sent"}, {2, 1, "is never sent"}, {3, 1, "is never sent"}}},
};

TEST_CASE("Message file: what is wrong with a line is named with its place",
          "[FILE-1][FILE-2][FILE-8][FILE-9][FILE-10][FILE-11][FILE-12][FILE-14]") {
  for (const BrokenText& broken : kLines) {
    INFO(broken.name << ":\n" << broken.text);
    const std::vector<Diagnostic> found = faults_of_messages(broken.text);
    check_faults(found, broken.faults);
    for (const Diagnostic& diagnostic : found) {
      CHECK(diagnostic.file.find("messages.txt") != std::string::npos);
    }
  }
}

TEST_CASE("Message file: messages that wait for each other are refused", "[FILE-13]") {
  for (const BrokenText& broken : kCircles) {
    INFO(broken.name << ":\n" << broken.text);
    check_faults(faults_of_messages(broken.text), broken.faults);
  }
}

TEST_CASE("Message file: all faults of a file come at once") {
  check_faults(faults_of_messages("0 16 0 2\n"
                                  "0 1 0 2 KiB id=a\n"
                                  "1 0 0 2 KiB after=b dely=3\n"
                                  "x 1\n"),
               {{1, 3, "no node 16"},
                {1, 8, "needs a unit"},
                {3, 19, "no message has the label 'b'"},
                {3, 21, "did you mean delay?"},
                {4, 4, "the order is missing"}});
}

TEST_CASE("Message file: a file of another kind gives the first faults and their number, not all") {
  std::string text;
  for (int line = 0; line < 100'000; ++line) text += "what is this\n";
  const std::vector<Diagnostic> found = faults_of_messages(text);
  CHECK(found.size() <= DiagnosticList::kMostListed + 1);
  CHECK(found.size() >= DiagnosticList::kMostListed);
}

TEST_CASE("Message file: words, units and labels are read as documented",
          "[FILE-1][FILE-2][FILE-3][FILE-4][FILE-5][FILE-6][FILE-7][FILE-8]") {
  SourceText source{"messages.txt",
                    "# comment\r\n"
                    "0\t5 3  256B id=ask-1 # comment\r\n"
                    "1,1 0 0 16 KiB after=ask-1,late delay=10.5 ns\r\n"
                    "0 1,1 4 0 B delay=3 cycles\n"
                    "3,3 5 0 1 MB id=late",
                    1, 0};
  DiagnosticList diagnostics;
  const MessageFile file = read_messages(source, MachineConfig{}, 1, diagnostics);
  REQUIRE(diagnostics.empty());
  REQUIRE(file.messages.size() == 4);
  CHECK(file.messages[0].source == 0);
  CHECK(file.messages[0].destination == 5);
  CHECK(file.messages[0].order == 3);
  CHECK(file.messages[0].bytes == Bytes{256});
  CHECK(file.messages[0].delay == Cycles{0});
  CHECK(file.messages[1].source == 5);
  CHECK(file.messages[1].bytes == Bytes{16384});
  CHECK(file.messages[1].delay == Cycles{3});
  CHECK(file.messages[1].wait_for == std::vector<std::size_t>{0, 3});
  CHECK(file.messages[2].bytes == Bytes{0});
  CHECK(file.messages[2].delay == Cycles{3});
  CHECK(file.messages[3].source == 15);
  CHECK(file.messages[3].bytes == Bytes{1'000'000});
  CHECK(file.places[1].line == 3);
}

}  // namespace
}  // namespace tactus::test
