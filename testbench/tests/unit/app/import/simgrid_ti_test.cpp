#include <fmt/core.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::import_file;
using test::import_files;
using test::import_text;
using test::Imported;
using test::ImportOptions;

/// 1 flop takes a picosecond.
ImportOptions fast() {
  ImportOptions options;
  options.format = "simgrid_ti";
  options.settings.flop_rate = 1e12;
  return options;
}

Imported read_ti(const std::string& text) { return import_text(text, fast()); }

/// What rank 0 of two does between `init` and `finalize`, rank 1 doing nothing but collective calls.
Imported alone(const std::string& lines, const std::string& others = "") {
  return read_ti("0 init\n1 init\n" + lines + others + "0 finalize\n1 finalize\n");
}

TEST_CASE("SimGrid TI: computing and blocking messages follow each other", "[IMPORT-1][IMPORT-7]") {
  ImportOptions options = fast();
  options.format = "";
  const Imported imported = import_text(
      "# a comment\n0 init\n1 init\n\n0 compute 5e2\n0 send 1 7 1e6\n0 sleep 2e-9\n1 recv 0 7 1e6\n1 compute 1.5\n0 "
      "finalize\n"
      "1 finalize\n",
      options);
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "simgrid_ti");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 500\nl2: send 1000000b to 1 tag 7\nl3: calc 2000\nl2 requires l1\nl3 requires l2\n}\n"
        "\nrank 1 {\nl1: recv 1000000b from 0 tag 7\nl2: calc 2\nl2 requires l1\n}\n");
  CHECK(imported.summary.without_effect ==
        std::vector<std::pair<std::string, std::uint64_t>>{{"init", 2}, {"finalize", 2}});
}

TEST_CASE("SimGrid TI: messages in the background begin in order, and waits end them", "[IMPORT-7]") {
  const Imported imported = alone(
      "0 isend 1 4 8\n0 irecv 1 5 8\n0 irecv 1 5 9\n0 compute 3\n0 test 1 0 5\n0 wait 1 0 5\n0 wait 0 1 4\n0 wait 1 0 "
      "5\n");
  CHECK(imported.fault_texts().empty());
  CHECK(
      imported.goal() ==
      "\nrank 0 {\nl1: send 8b to 1 tag 4\nl2: recv 8b from 1 tag 5\nl3: recv 9b from 1 tag 5\nl4: calc 3\nl5: calc 0\n"
      "l6: calc 0\nl7: calc 0\n"
      "l5 requires l4\nl5 requires l2\nl6 requires l5\nl6 requires l1\nl7 requires l6\nl7 requires l3\n"
      "l2 irequires l1\nl3 irequires l2\nl4 irequires l3\n}\n\nrank 1 {\n}\n");
  CHECK(imported.operations.rank(0).operations[4].kind == OperationKind::kWait);
}

TEST_CASE("SimGrid TI: waitall waits for all that is open", "[IMPORT-7]") {
  const Imported imported = alone("0 irecv 1 5 8\n0 isend 1 4 8\n0 waitall 2\n0 waitall\n0 compute 1\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.operations.rank(0).after_end == std::vector<ImportedOperations::Dependency>{{2, 1}, {2, 0}, {3, 2}});
  CHECK(imported.operations.rank(0).operations[2].kind == OperationKind::kWait);
}

TEST_CASE("SimGrid TI: sendRecv ends when both have ended", "[IMPORT-7]") {
  const Imported imported = alone("0 sendRecv 4 1 5 1 1 0\n0 compute 1\n");
  CHECK(
      imported.goal() ==
      "\nrank 0 {\nl1: recv 40b from 1 tag 0\nl2: send 16b to 1 tag 0\nl3: calc 1\nl3 requires l1\nl3 requires l2\n}\n"
      "\nrank 1 {\n}\n");
}

TEST_CASE("SimGrid TI: sizes are counts of the datatype, by default bytes or, with init 1, doubles", "[IMPORT-7]") {
  const Imported imported = read_ti("0 init\n1 init 1\n0 send 1 0 3\n1 recv 0 0 3\n0 send 1 0 3 1\n0 send 1 0 3 59\n");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: send 3b to 1 tag 0\nl2: send 12b to 1 tag 0\nl3: send 24b to 1 tag 0\nl2 requires l1\n"
        "l3 requires l2\n}\n\nrank 1 {\nl1: recv 24b from 0 tag 0\n}\n");
}

TEST_CASE("SimGrid TI: any source, any tag and no process are SimGrid's numbers", "[IMPORT-5][IMPORT-7]") {
  const Imported imported = alone("0 irecv -555 -444 8\n0 send -666 0 8\n0 wait -555 0 -444\n");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: recv 8b from -1 tag -1\nl2: calc 0\nl2 requires l1\nl2 irequires l1\n}\n\nrank 1 {\n}\n");
  CHECK(imported.summary.without_effect[1].first == "message to or from MPI_PROC_NULL");
}

struct TiCallCase {
  const char* line;  ///< without its rank
  MpiCollective kind;
  int root;
  std::uint64_t bytes;
  std::vector<std::uint64_t> member_bytes;
  std::vector<std::uint64_t> received_bytes;
};

TEST_CASE("SimGrid TI: collective calls have their kinds, roots and bytes", "[IMPORT-8]") {
  using K = MpiCollective;
  const TiCallCase cases[] = {
      {"barrier", K::kBarrier, 0, 0, {}, {}},
      {"bcast 5e1", K::kBroadcast, 0, 50, {}, {}},
      {"bcast 50 1 1", K::kBroadcast, 1, 200, {}, {}},
      {"reduce 5 0 1 0", K::kReduce, 1, 40, {}, {}},
      {"allreduce 5 0 0", K::kAllreduce, 0, 40, {}, {}},
      {"scan 5 0 1", K::kScan, 0, 20, {}, {}},
      {"exscan 5 0", K::kExscan, 0, 5, {}, {}},
      {"reducescatter 3 4 0 1", K::kReduceScatter, 0, 28, {12, 16}, {}},
      {"gather 3 9 1 0 1", K::kGather, 1, 24, {}, {}},
      {"scatter 9 3 1 1 0", K::kScatter, 1, 24, {}, {}},
      {"allgather 3 3 0 0", K::kAllgather, 0, 24, {}, {}},
      {"gatherv 3 4 5 1 1 0", K::kGatherv, 1, 12, {32, 40}, {}},
      {"scatterv 4 5 3 1 0 1", K::kScatterv, 1, 12, {32, 40}, {}},
      {"allgatherv 3 4 5", K::kAllgatherv, 0, 3, {4, 5}, {}},
      {"allgatherv 3 4 5 0 1", K::kAllgatherv, 0, 24, {16, 20}, {}},
      {"allgatherv 3 4 5 0 1 0 9", K::kAllgatherv, 0, 24, {16, 20}, {}},
      {"alltoall 3 3 0 0", K::kAlltoall, 0, 24, {}, {}},
      {"alltoallv 99 1 2 88 3 4 0 1", K::kAlltoallv, 0, 0, {8, 16}, {12, 16}},
  };
  for (const TiCallCase& expected : cases) {
    INFO(expected.line);
    const Imported imported = alone(fmt::format("0 {0}\n1 {0}\n", expected.line));
    CHECK(imported.fault_texts().empty());
    REQUIRE(imported.calls.size() == 2);
    for (int rank = 0; rank < 2; ++rank) {
      const test::ExpandedCall& call = imported.calls[static_cast<std::size_t>(rank)];
      CHECK(call.rank == rank);
      CHECK(call.record.kind == expected.kind);
      CHECK(call.record.members == 2);
      CHECK(call.record.call == 0);
      CHECK(call.record.root == expected.root);
      CHECK(call.record.bytes == expected.bytes);
      CHECK(call.record.member_bytes == expected.member_bytes);
      CHECK(call.record.received_bytes == expected.received_bytes);
      CHECK(call.record.place == static_cast<std::uint32_t>(3 + rank));
      CHECK_FALSE(call.after);
    }
    CHECK(imported.summary.collectives.at(static_cast<std::size_t>(expected.kind)) == 2);
  }
}

TEST_CASE("SimGrid TI: a collective call stands in the order of its rank, with computing behind it", "[IMPORT-8]") {
  const Imported imported =
      alone("0 isend 1 0 4\n0 allreduce 8 5\n0 compute 2\n0 barrier\n1 allreduce 8 5\n1 barrier\n");
  CHECK(imported.fault_texts().empty());
  REQUIRE(imported.calls.size() == 4);
  CHECK(imported.calls[0].after == 1U);  // a wait that begins after the begin of the message
  CHECK(imported.calls[1].record.call == 1);
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: send 4b to 1 tag 0\nl2: calc 0\nl3: calc 0\nl4: calc 5\nl5: calc 2\nl6: calc 0\n"
        "l3 requires l2\nl4 requires l3\nl5 requires l4\nl6 requires l5\nl2 irequires l1\n}\n"
        "\nrank 1 {\nl1: calc 0\nl2: calc 5\nl3: calc 0\nl2 requires l1\nl3 requires l2\n}\n");
}

TEST_CASE("SimGrid TI: calls that differ between ranks are told, with both", "[IMPORT-8]") {
  CHECK(alone("0 bcast 8\n0 barrier\n1 bcast 8\n1 bcast 8\n").fault_texts() ==
        Texts{"6:3: collective call 1 of rank 1 is broadcast of 8 B, root 0; rank 0 (line 4) has barrier of 0 B, root "
              "0 in its "
              "place"});
  CHECK(alone("0 bcast 8\n1 bcast 9\n").fault_texts().size() == 1);
  CHECK(alone("0 bcast 8 0\n1 bcast 8 1\n").fault_texts().size() == 1);
  CHECK(alone("0 gatherv 1 1 2\n1 gatherv 2 1 2\n").fault_texts().empty());
  CHECK(alone("0 bcast 8\n0 barrier\n1 bcast 8\n").fault_texts() ==
        Texts{"rank 1 makes 1 collective calls and rank 0 makes more: barrier of 0 B, root 0 is missing"});
}

TEST_CASE("SimGrid TI: traces of one rank each are read from a list or a folder", "[IMPORT-9]") {
  const Texts traces = {"0 init\n0 send 1 0 8\n", "1 init\n1 recv 0 0 8\n"};
  const std::string expected = "\nrank 0 {\nl1: send 8b to 1 tag 0\n}\n\nrank 1 {\nl1: recv 8b from 0 tag 0\n}\n";
  CHECK(import_files(traces).goal() == expected);
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "parts");
  static_cast<void>(folder.write("parts/a.txt", traces[0]));
  static_cast<void>(folder.write("parts/b.txt", traces[1]));
  CHECK(import_file(folder.write("list.txt", "# ranks\nparts/a.txt\n\nparts/b.txt\n")).goal() == expected);
  const Imported swapped = import_file(folder.write("list.txt", "parts/b.txt\nparts/a.txt\n"));
  CHECK(swapped.fault_texts().at(0) == "1:1: a line of rank 1 in the file of rank 0");
  CHECK(swapped.faults[0].file == (folder.path() / "parts/b.txt").string());
  ImportOptions few;
  few.limits.ranks = 1;
  CHECK(import_file(folder.write("list.txt", "parts/a.txt\nparts/b.txt\n"), few).fault_texts() ==
        Texts{"2 ranks: at most 1 are possible here"});
  CHECK(import_file(folder.write("list.txt", "parts/a.txt\nparts/c.txt\n")).fault_texts() == Texts{"no such file"});
  CHECK(import_file(folder.write("list.txt", "parts/a.txt\n1 init\n")).fault_texts() ==
        Texts{"2:3: a list of traces has one name of a file in each line"});
}

TEST_CASE("SimGrid TI: every slip is told with its place", "[IMPORT-4][IMPORT-7]") {
  const std::pair<const char*, const char*> slips[] = {
      {"0 sned 1 0 8", "3:3: unknown action 'sned'; did you mean send?"},
      {"0", "3:1: the action is missing: a line is RANK action arguments"},
      {"x compute 5", "3:1: 'x' is no rank: a line is RANK action arguments"},
      {"-1 compute 5", "3:1: '-1' is no rank: a line is RANK action arguments"},
      {"0 compute", "3:3: 0 arguments: the action is 'compute FLOPS'"},
      {"0 compute 5 6", "3:13: 2 arguments: the action is 'compute FLOPS'"},
      {"0 compute -5", "3:11: flops '-5': must be a number from 0"},
      {"0 compute 1e", "3:11: flops '1e': must be a number from 0"},
      {"0 compute nan", "3:11: flops 'nan': must be a number from 0"},
      {"0 compute 1e30", "3:11: computing of 2^63 ps or more"},
      {"0 sleep x", "3:9: the time 'x': must be a number from 0"},
      {"0 sleep 1e9", "3:9: computing of 2^63 ps or more"},
      {"0 send 2 0 8", "3:8: there is no rank 2: ranks are numbered 0 to 1"},
      {"0 send 1.5 0 8", "3:8: the rank '1.5': must be a whole number"},
      {"0 send 1 -1 8", "3:10: tag -1: tags are 0 to 2147483647"},
      {"0 send 1 2147483648 8", "3:10: tag 2147483648: tags are 0 to 2147483647"},
      {"0 send 1 0 -8", "3:12: the size '-8': must be a number from 0"},
      {"0 send 1 0 1e16", "3:12: the size '1e16': must be a number from 0"},
      {"0 send 1 0 8 60", "3:14: datatype '60': SimGrid's datatypes are numbered 0 to 59"},
      {"0 send 1 0 18446744073709551615 0", "3:12: 18446744073709551615 elements of 8 B: 2^64 B or more"},
      {"0 recv 1 0 -1", "3:12: a receive of unknown size (-1): write the size that the send has"},
      {"0 wait 0 1 3", "3:3: rank 0 has no message from 0 to 1 with tag 3 to wait for: isend and irecv begin them"},
      {"0 wait 0 1 x", "3:12: the tag 'x': must be a whole number"},
      {"0 bcast 5 7", "3:11: there is no rank 7: ranks are numbered 0 to 1"},
      {"0 bcast x", "3:9: the count 'x': must be a number from 0"},
      {"0 alltoallv 9 1 2 9 3",
       "3:21: 5 arguments: the action is 'alltoallv SIZE COUNT-FOR-EACH-RANK SIZE "
       "COUNT-FROM-EACH-RANK [DATATYPE [DATATYPE]]'"},
      {"0 allgatherv 3 4 5 0 1 0", "3:20: 3 arguments behind the counts: at most 2 datatypes, and 2 displacements"},
  };
  for (const auto& [slip, fault] : slips) {
    INFO(slip);
    const Texts faults = alone(std::string(slip) + "\n").fault_texts();
    REQUIRE_FALSE(faults.empty());
    CHECK(faults[0] == fault);
  }
}

TEST_CASE("SimGrid TI: computing needs a rate, and a rank begins with init", "[IMPORT-3][IMPORT-4]") {
  ImportOptions options;
  CHECK(import_text("0 init\n0 compute 5\n0 compute 6\n0 allreduce 8 5\n", options).fault_texts() ==
        Texts{"2:11: computing is counted in operations: give the rate of a rank in flop/s (--flop-rate)"});
  CHECK(read_ti("0 compute 5\n0 compute 6\n").fault_texts() ==
        Texts{"1:3: rank 0 begins with compute: the first action of a rank is init"});
  CHECK(read_ti("99999999999 init\n").fault_texts() == Texts{"100000000000 ranks: at most 1048576 are possible here"});
  CHECK(read_ti("#\n").fault_texts() == Texts{"1:1: the file has no line of a trace: RANK action arguments"});
  CHECK(read_ti("# nothing\n").fault_texts() == Texts{"1:1: the file has no line of a trace: RANK action arguments"});
  options.format = "simgrid_ti";
  options.settings.flop_rate = 2e12;
  options.settings.compute_scale = 3;
  CHECK(import_text("0 init\n0 compute 10\n", options).goal() == "\nrank 0 {\nl1: calc 15\n}\n");
}

}  // namespace
}  // namespace tactus
