#include "testbench/app/import/label_table.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::import_text;
using test::Imported;
using test::ImportOptions;

Imported read_goal(const std::string& text) {
  ImportOptions options;
  options.format = "goal";
  return import_text(text, options);
}

Texts goal_faults(const std::string& text) { return read_goal(text).fault_texts(); }

TEST_CASE("Goal: each statement becomes its operation", "[IMPORT-1][IMPORT-2]") {
  const Imported imported = import_text(
      "num_ranks 3\n"
      "rank 0 {\n"
      "a: calc 5\n"
      "b: send 8b to 1 tag 7\n"
      "c: recv 16b from 2 tag 4294967294 cpu 3 nic 2\n"
      "b requires a\n"
      "c irequires b\n"
      "}\n"
      "rank 1 { recv 8b from 0 tag 7 }\n"
      "rank 2 { send 16 b to 0 nic 2 cpu 1 tag 4294967294; calc 3 cpu 2 }\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "goal");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 5000\nl2: send 8b to 1 tag 7\nl3: recv 16b from 2 tag 4294967294 cpu 3 nic 2\n"
        "l2 requires l1\nl3 irequires l2\n}\n"
        "\nrank 1 {\nl1: recv 8b from 0 tag 7\n}\n"
        "\nrank 2 {\nl1: send 16b to 0 tag 4294967294 cpu 1 nic 2\nl2: calc 3000 cpu 2\n}\n");
  CHECK(imported.operations.rank(0).operations[2].place == 5);
  CHECK(imported.summary.ranks == 3);
  CHECK(imported.summary.sends == 2);
  CHECK(imported.summary.receives == 2);
  CHECK(imported.summary.computes == 2);
  CHECK(imported.summary.dependencies == 2);
  CHECK(imported.summary.sent_bytes == 24);
  CHECK(imported.summary.compute_seconds == Approx(8e-9));
}

TEST_CASE("Goal: blanks, comments, line ends and semicolons do not matter", "[IMPORT-2]") {
  const Imported imported = import_text(
      "// a comment\r\n/* one of\r\nseveral } lines */ num_ranks 2 // and one behind\r\n"
      "rank 1\r\n{ x:calc 1;;y : calc 2 /* between */ cpu 1;y requires x}rank 0{\r\n}\r\n\r\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.goal() == "\nrank 0 {\n}\n\nrank 1 {\nl1: calc 1000\nl2: calc 2000 cpu 1\nl2 requires l1\n}\n");
}

TEST_CASE("Goal: a dependency may come before the operations that it names", "[IMPORT-2]") {
  const Imported imported =
      read_goal("num_ranks 1\nrank 0 {\nb requires a\na irequires z9\na: calc 1\nb: calc 2\nz9: calc 3\n}");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 1000\nl2: calc 2000\nl3: calc 3000\nl2 requires l1\nl1 irequires l3\n}\n");
}

TEST_CASE("Goal: a rank without a block does nothing", "[IMPORT-2]") {
  CHECK(read_goal("num_ranks 2\nrank 1 {\n}\n").goal() == "\nrank 0 {\n}\n\nrank 1 {\n}\n");
}

TEST_CASE("Goal: receives may be from any rank and with any tag, where they are possible", "[IMPORT-2][IMPORT-5]") {
  const std::string text = "num_ranks 2\nrank 0 {\nrecv 8b from -1 tag -1\n}\n";
  CHECK(read_goal(text).goal() == "\nrank 0 {\nl1: recv 8b from -1 tag -1\n}\n\nrank 1 {\n}\n");
  ImportOptions options;
  options.limits = {};
  CHECK(import_text(text, options).fault_texts() ==
        Texts{"3:14: a receive from any rank is not possible here: name the rank that it receives from",
              "3:21: a receive with any tag is not possible here: name the tag that the send has"});
  CHECK(goal_faults("num_ranks 2\nrank 0 {\nsend 8b to -1 tag 0\nsend 8b to 1 tag -1\n}\n") ==
        Texts{"3:12: there is no rank -1: ranks are numbered 0 to 1", "4:18: tag -1: tags are 0 to 4294967294"});
}

TEST_CASE("Goal: computing is scaled, and its unit is chosen", "[IMPORT-3]") {
  ImportOptions options;
  options.settings.goal_unit_ps = 100;
  const std::string text = "num_ranks 1\nrank 0 {\ncalc 7\n}\n";
  CHECK(import_text(text, options).goal() == "\nrank 0 {\nl1: calc 700\n}\n");
  options.settings.compute_scale = 0.5;
  CHECK(import_text(text, options).goal() == "\nrank 0 {\nl1: calc 350\n}\n");
}

TEST_CASE("Goal: every slip is told with its place, and the rest of the file is read", "[IMPORT-4]") {
  const std::pair<const char*, const char*> slips[] = {
      {"snd 8b to 1", "3:1: 'snd' is no statement; did you mean send?"},
      {"send 8b too 1", "3:9: 'too' where 'to' is expected"},
      {"recv 8b to 1", "3:9: 'to' where 'from' is expected"},
      {"send b to 1", "3:6: 'b' where the size of the message is expected"},
      {"send 8 to 1", "3:8: 'to' where b, the unit of the size, is expected"},
      {"send 8B to 1", "3:7: 'B' where b, the unit of the size, is expected"},
      {"send 8b", "3:8: the line ends where to is expected"},
      {"send 8b to", "3:11: the line ends where the number of a rank is expected"},
      {"send 8b to 1 tga 4", "3:14: 'tga' where tag, cpu or nic, each once, is expected; did you mean tag?"},
      {"send 8b to 1 tag", "3:17: the line ends where a tag is expected"},
      {"send 8b to 1 tag 4 tag 5", "3:20: 'tag' where tag, cpu or nic, each once, is expected"},
      {"send 8b to 1 cpu 256", "3:18: cpu 256: numbers are 0 to 255"},
      {"send 8b to 1 nic 128", "3:18: nic 128: numbers are 0 to 127"},
      {"send 8b to 1 nic", "3:17: the line ends where a number is expected"},
      {"send 8b to 1, tag 4", "3:13: ',' where the end of the statement is expected"},
      {"send 8b to 2", "3:12: there is no rank 2: ranks are numbered 0 to 1"},
      {"send 8b to 18446744073709551616", "3:12: there is no rank 9223372036854775807: ranks are numbered 0 to 1"},
      {"send 18446744073709551616b to 1", "3:6: 18446744073709551616 is too large: numbers are below 2^64"},
      {"send 8b to 1 tag 4294967295", "3:18: tag 4294967295: tags are 0 to 4294967294"},
      {"calc", "3:5: the line ends where the length of the computing is expected"},
      {"calc -1", "3:6: '-' where the length of the computing is expected"},
      {"calc 18446744073709551615", "3:6: computing of 2^63 ps or more"},
      {"calc 5 nic 1", "3:8: 'nic' where cpu, once, or the end of the statement is expected"},
      {"x: clac 5", "3:4: 'clac' is no operation: send, recv or calc; did you mean calc?"},
      {"x: 5", "3:4: '5' where send, recv or calc is expected"},
      {"k require k2", "3:3: 'require' where ':', requires or irequires is expected; did you mean requires?"},
      {"k requires", "3:11: the line ends where a label is expected"},
      {"k requires k", "3:12: operation 'k' waits for itself"},
      {"k requires k3", "3:12: no operation of rank 0 has the label 'k3'; did you mean k2?"},
      {"q9 irequires k", "3:1: no operation of rank 0 has the label 'q9'"},
      {"k2: calc 1", "5:1: label 'k2' is given twice in the block of rank 0; first in line 3"},
      {"17: calc 1", "3:1: '1' where an operation, a label or '}' is expected"},
      {"k", "3:2: the line ends where ':', requires or irequires is expected"},
      {"rank 1 {", "3:1: 'rank' in the block of rank 0, which began in line 2: its '}' is missing"},
  };
  for (const auto& [slip, fault] : slips) {
    INFO(slip);
    const std::string text = std::string("num_ranks 2\nrank 0 {\n") + slip + "\nk: calc 1\nk2: calc 2\n}\n";
    const Texts faults = goal_faults(text);
    CHECK(faults == Texts{fault});
  }
}

TEST_CASE("Goal: what is wrong around blocks is told with its place", "[IMPORT-4]") {
  const std::pair<const char*, const char*> slips[] = {
      {"num_ranks 0\n", "1:1: there are no ranks: at least 1"},
      {"num_ranks 1048577\n", "1:1: 1048577 ranks: at most 1048576 are possible here"},
      {"num_ranks 99999999999999999999\n", "1:11: 99999999999999999999 is too large: numbers are below 2^64"},
      {"num_ranks\n", "1:10: the line ends where the number of ranks is expected"},
      {"num_ranks 2\nnum_ranks 2\n", "2:1: num_ranks is given twice"},
      {"num_rank 2\n", "1:1: 'num_rank' where num_ranks or rank is expected; did you mean num_ranks?"},
      {"rank 0 {\n}\n", "1:1: num_ranks is missing: it comes before the first rank"},
      {"num_ranks 1\nrank 0\ncalc 5\n}\n", "3:1: '{' is missing behind the rank"},
      {"num_ranks 1\nrank {\n}\n", "2:6: '{' where the number of a rank is expected"},
      {"num_ranks 1\nrank 1 {\n}\n", "2:6: there is no rank 1: ranks are numbered 0 to 0"},
      {"num_ranks 1\nrank 0 {\n}\nrank 0 {\n}\n", "4:6: rank 0 has a block already, in line 2"},
      {"num_ranks 1\n}\n", "2:1: '}' ends no block"},
      {"num_ranks 1\ncalc 5\n", "2:1: 'calc' where num_ranks or rank is expected"},
      {"num_ranks 1\n%\n", "2:1: '%' where num_ranks or rank is expected"},
      {"num_ranks 1\nrank 0 {\ncalc 5",
       "3:7: the file ends in the block of rank 0, which began in line 2: '}' is missing"},
      {"num_ranks 1\n/* no end\n", "2:10: the file ends in a comment: '*/' is missing"},
      {"// nothing\n", "1:11: there is no num_ranks: the file has no schedule"},
  };
  for (const auto& [text, fault] : slips) {
    INFO(text);
    CHECK(goal_faults(text) == Texts{fault});
  }
}

TEST_CASE("Goal: a label given twice is told in a block that is wrong itself", "[IMPORT-4]") {
  CHECK(goal_faults("num_ranks 1\nrank 0 {\nx: calc 1\ny: calc 1\n}\nrank 0 {\nx: calc 2\nx: calc 3\n}\n") ==
        Texts{"6:6: rank 0 has a block already, in line 2",
              "8:1: label 'x' is given twice in the block of rank 0; first in line 7"});
}

TEST_CASE("Goal: of very many faults the first are listed, and reading ends", "[IMPORT-4]") {
  std::string text = "num_ranks 1\nrank 0 {\n";
  for (int i = 0; i < 1000; ++i) text += "calk 1\n";
  const Texts faults = goal_faults(text + "}\n");
  REQUIRE(faults.size() == ImportFaults::kMostListed + 1);
  CHECK(faults[199] == "202:1: 'calk' is no statement; did you mean calc?");
  CHECK(faults.back() == "there may be more than these 200 faults");
}

TEST_CASE("Goal: a fault shows its line", "[IMPORT-4]") {
  const Imported imported = read_goal("num_ranks 1\nrank 0 {\n  calc x\r\n}\n");
  REQUIRE(imported.faults.size() == 1);
  CHECK(imported.faults[0].source_line == "  calc x");
  CHECK(imported.faults[0].file.find("file.txt") != std::string::npos);
}

TEST_CASE("Goal: limits of operations and of messages hold", "[IMPORT-5]") {
  ImportOptions options;
  options.limits.operations = 3;
  options.limits.message_bytes = std::uint64_t{1} << 36U;
  CHECK(import_text("num_ranks 1\nrank 0 {\ncalc 1\ncalc 1\ncalc 1\ncalc 1\nbad\n}\n", options).fault_texts() ==
        Texts{"more than 3 operations and dependencies: no more are read"});
  CHECK(import_text("num_ranks 1\nrank 0 {\nsend 1099511627776b to 0\n}\n", options).fault_texts() ==
        Texts{"3:6: a message of 1099511627776 B: at most 68719476736 B are possible here"});
}

TEST_CASE("Goal: a million ranks are read", "[IMPORT-5]") {
  const Imported imported = read_goal("num_ranks 1000000\nrank 999999 {\nsend 1b to 0\n}\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.operations.ranks() == 1'000'000);
  CHECK(imported.operations.rank(999'999).operations.size() == 1);
}

TEST_CASE("Label table: all kinds of labels are found, and twice is told", "[IMPORT-2]") {
  LabelTable table;
  const std::vector<std::string> labels = {"l1",    "l2",  "l01", "l",          "a1",          "b1",
                                           "c1",    "d1",  "e1",  "f1",         "g1",          "h1",
                                           "i1x",   "l0",  "l00", "l999999999", "l4294967296", "l18446744073709551617",
                                           "send1", "x_1", "x_"};
  for (std::size_t i = 0; i < labels.size(); ++i) CHECK_FALSE(table.add(labels[i], static_cast<std::uint32_t>(i)));
  for (std::uint32_t i = 0; i < 5000; ++i) CHECK_FALSE(table.add("word" + std::to_string(i * 7) + "w", i));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    INFO(labels[i]);
    CHECK(table.find(labels[i]) == static_cast<std::uint32_t>(i));
    CHECK(table.add(labels[i], 77) == static_cast<std::uint32_t>(i));
  }
  CHECK(table.find("word34993w") == 4999U);
  for (const char* absent : {"l3", "l1000", "m1", "", "l02", "word3w", "L1"}) CHECK_FALSE(table.find(absent));
  CHECK(table.size() == labels.size() + 5000);
  CHECK(table.all(10).empty());
  CHECK(table.all(10'000).size() == table.size());
  table.clear();
  CHECK_FALSE(table.find("l1"));
}

}  // namespace
}  // namespace tactus
