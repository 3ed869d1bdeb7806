#include <fmt/core.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::import_files;
using test::import_text;
using test::Imported;
using test::ImportOptions;

/// A trace whose calls are `lines`, between 100 us and a last line at 900 us; %C is MPI_COMM_WORLD.
std::string trace_of(int rank, int ranks, std::string lines) {
  const std::string world = fmt::format("5641280,{},{}", rank, ranks);
  for (std::size_t at = lines.find("%C"); at != std::string::npos; at = lines.find("%C")) lines.replace(at, 2, world);
  return "# collprof 0.9 output file\n\nMPI_Init:-:1:2:100.000000\n" + lines + "MPI_Finalize:900.000000:-\n";
}

/// Rank 0 of two makes these calls, rank 1 others.
Imported two_ranks(const std::string& lines, const std::string& others = "") {
  return import_files({trace_of(0, 2, lines), trace_of(1, 2, others)});
}

TEST_CASE("liballprof: computing is the time between calls", "[IMPORT-1][IMPORT-10]") {
  const Imported imported = two_ranks(
      "MPI_Comm_rank:101.0:%C:7:102.0\n"
      "MPI_Send:110.25:11:10:11,8,16:1:7:%C:120.5\n"
      "MPI_Recv:121.000001:11:3:1,4,4:1:8:%C:99:300\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "liballprof");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 10250000\nl2: send 80b to 1 tag 7\nl3: calc 500001\nl4: recv 12b from 1 tag 8\nl5: calc "
        "600000000\n"
        "l2 requires l1\nl3 requires l2\nl4 requires l3\nl5 requires l4\n}\n"
        "\nrank 1 {\nl1: calc 800000000\n}\n");
  CHECK(imported.operations.rank(0).operations[1].place == 5);
}

TEST_CASE("liballprof: computing is scaled; calls that wait for others in setting up are left out",
          "[IMPORT-3][IMPORT-10]") {
  ImportOptions options;
  options.settings.compute_scale = 0.5;
  const Imported imported = import_files({trace_of(0, 1, "MPI_Comm_dup:200:%C:7:700\n")}, options);
  CHECK(imported.goal() == "\nrank 0 {\nl1: calc 50000000\nl2: calc 100000000\nl2 requires l1\n}\n");
}

TEST_CASE("liballprof: times of years since 1970 are exact to a picosecond", "[IMPORT-10]") {
  const Imported imported =
      import_text("MPI_Init:-:1:2:1237666046950106.000000\nMPI_Finalize:1237666046950107.000003:-\n");
  CHECK(imported.goal() == "\nrank 0 {\nl1: calc 1000003\n}\n");
}

TEST_CASE("liballprof: requests are waited for by their addresses", "[IMPORT-10]") {
  const Imported imported = two_ranks(
      "MPI_Isend:100:1:1:1,8,8:1:0:%C:800:100\n"
      "MPI_Irecv:100:1:2:1,8,8:1:0:%C:808:100\n"
      "MPI_Irecv:100:1:3:1,8,8:1:0:%C:816:100\n"
      "MPI_Irecv:100:1:4:1,8,8:1:0:%C:900:100\n"
      "MPI_Waitall:100:3:800:0:100\n"
      "MPI_Wait:100:900:0:100\n"
      "MPI_Wait:100:900:0:900\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.operations.rank(0).after_end ==
        std::vector<ImportedOperations::Dependency>{{4, 0}, {4, 1}, {4, 2}, {5, 4}, {5, 3}});
  CHECK(imported.operations.rank(0).after_begin ==
        std::vector<ImportedOperations::Dependency>{{1, 0}, {2, 1}, {3, 2}, {4, 3}});
  CHECK(imported.summary.without_effect.at(1).first == "MPI_Wait for nothing");
}

TEST_CASE("liballprof: requests of four bytes are known by their addresses", "[IMPORT-10]") {
  const Imported imported = two_ranks(
      "MPI_Irecv:100:1:1:1,8,8:1:0:%C:800:100\n"
      "MPI_Irecv:100:1:2:1,8,8:1:0:%C:804:100\n"
      "MPI_Irecv:100:1:3:1,8,8:1:0:%C:808:100\n"
      "MPI_Waitall:100:2:800:0:900\n");
  CHECK(imported.operations.rank(0).after_end == std::vector<ImportedOperations::Dependency>{{3, 0}, {3, 1}});
}

TEST_CASE("liballprof: MPI_Sendrecv ends when both have ended; any source and any tag are -1",
          "[IMPORT-5][IMPORT-10]") {
  const Imported imported = two_ranks("MPI_Sendrecv:100:1:2:1,4,4:1:5:2:3:1,8,8:-1:-1:%C:9:900\n");
  CHECK(imported.fault_texts().empty());
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: recv 24b from -1 tag -1\nl2: send 8b to 1 tag 5\n}\n\nrank 1 {\nl1: calc 800000000\n}\n");
}

struct AllprofCallCase {
  const char* line;
  MpiCollective kind;
  int root;
  std::uint64_t bytes;
  std::vector<std::uint64_t> member_bytes;  ///< at rank 0
  std::vector<std::uint64_t> received_bytes;
};

TEST_CASE("liballprof: collective calls have their kinds, roots and bytes", "[IMPORT-8][IMPORT-10]") {
  using K = MpiCollective;
  const AllprofCallCase cases[] = {
      {"MPI_Barrier:100:%C:900", K::kBarrier, 0, 0, {}, {}},
      {"MPI_Bcast:100:1:12:13,2,1:1:%C:900", K::kBroadcast, 1, 24, {}, {}},
      {"MPI_Reduce:100:1:2:12:13,2,1:3:1:%C:900", K::kReduce, 1, 24, {}, {}},
      {"MPI_Allreduce:100:1:2:12:13,2,1:3:%C:900", K::kAllreduce, 0, 24, {}, {}},
      {"MPI_Scan:100:1:2:12:13,2,1:3:%C:900", K::kScan, 0, 24, {}, {}},
      {"MPI_Exscan:100:1:2:12:13,2,1:3:%C:900", K::kExscan, 0, 24, {}, {}},
      {"MPI_Reduce_scatter:100:1:2:9:3,4:13,2,1:3:%C:900", K::kReduceScatter, 0, 14, {6, 8}, {}},
      {"MPI_Gather:100:1:3:1,4,4:2:3:1,4,4:1:%C:900", K::kGather, 1, 12, {}, {}},
      {"MPI_Gatherv:100:1:3:1,4,4:2:9:5,6:9:0,5:1,8,8:0:%C:900", K::kGatherv, 0, 12, {40, 48}, {}},
      {"MPI_Scatter:100:1:3:1,4,4:2:3:1,8,8:1:%C:900", K::kScatter, 1, 24, {}, {}},
      {"MPI_Scatterv:100:1:9:5,6:9:0,5:1,8,8:2:3:1,4,4:0:%C:900", K::kScatterv, 0, 12, {40, 48}, {}},
      {"MPI_Allgather:100:1:3:1,4,4:2:3:1,4,4:%C:900", K::kAllgather, 0, 12, {}, {}},
      {"MPI_Allgatherv:100:1:3:1,4,4:2:9:5,6:9:0,5:1,8,8:%C:900", K::kAllgatherv, 0, 12, {40, 48}, {}},
      {"MPI_Alltoall:100:1:3:1,4,4:2:3:1,4,4:%C:900", K::kAlltoall, 0, 12, {}, {}},
      {"MPI_Alltoallv:100:1:9:5,6:9:0,5:1,4,4:2:9:7,8:9:0,7:1,2,2:%C:900", K::kAlltoallv, 0, 0, {20, 24}, {14, 16}},
  };
  for (const AllprofCallCase& expected : cases) {
    INFO(expected.line);
    const std::string line = std::string(expected.line) + "\n";
    const Imported imported = two_ranks(line, line);
    CHECK(imported.fault_texts().empty());
    REQUIRE(imported.calls.size() == 2);
    CHECK(imported.calls[1].rank == 1);
    const CollectiveRecord& record = imported.calls[0].record;
    CHECK(record.kind == expected.kind);
    CHECK(record.root == expected.root);
    CHECK(record.bytes == expected.bytes);
    CHECK(record.member_bytes == expected.member_bytes);
    CHECK(record.received_bytes == expected.received_bytes);
  }
}

TEST_CASE("liballprof: a collective call in the background is waited for", "[IMPORT-8][IMPORT-10]") {
  const std::string lines =
      "MPI_Iallreduce:100:1:2:12:13,2,1:3:%C:800:100\nMPI_Barrier:101:%C:101\nMPI_Wait:101:800:0:900\n";
  const Imported imported = two_ranks(lines, lines);
  CHECK(imported.fault_texts().empty());
  CHECK(imported.goal().substr(0, 92) ==
        "\nrank 0 {\nl1: calc 0\nl2: calc 1000000\nl3: calc 0\nl4: calc 0\nl3 requires l2\nl4 requires l3\nl4");
}

TEST_CASE("liballprof: every slip is told with its place", "[IMPORT-4][IMPORT-10]") {
  const std::pair<const char*, const char*> slips[] = {
      {"MPI_Sned:1:2", "4:1: unknown function 'MPI_Sned'; did you mean MPI_Send?"},
      {"hello", "4:1: unknown function 'hello'"},
      {"MPI_Barrier", "4:1: MPI_Barrier has no times: a line is function:start:arguments:end"},
      {"MPI_Waitany:110:1:2:3:4:120", "4:1: MPI_Waitany: the trace does not say which request was completed"},
      {"MPI_Put:110:1:2:3:4:120", "4:1: MPI_Put: one-sided communication is not read"},
      {"MPI_Barrier:x:%C:120", "4:13: 'x' is no time: a number of microseconds"},
      {"MPI_Barrier:110:%C:1x", "4:29: '1x' is no time: a number of microseconds"},
      {"MPI_Barrier:110.1y:%C:120", "4:13: '110.1y' is no time: a number of microseconds"},
      {"MPI_Barrier:120:%C:110", "4:29: the call ends before it starts"},
      {"MPI_Barrier:90:%C:110", "4:1: the call starts before the call before it has ended"},
      {"MPI_Barrier:110:120", "4:17: MPI_Barrier has 1 arguments too few: a communicator: comm,rank,size is missing"},
      {"MPI_Barrier:110:%C:4:120", "4:29: MPI_Barrier has 1 arguments too many"},
      {"MPI_Barrier:110:5,0:120", "4:17: '5,0' where a communicator: comm,rank,size is expected"},
      {"MPI_Barrier:110:5,0,4:120",
       "4:17: a communicator of 4 ranks, and the trace has 2: its members are not in the trace"},
      {"MPI_Barrier:110:5,1,2:120",
       "4:17: rank 0 is number 1 of a communicator of all: the order of its members is not in the trace"},
      {"MPI_Send:110:1:x:1,8,8:1:7:%C:120", "4:16: 'x' where a count is expected"},
      {"MPI_Send:110:1:-3:1,8,8:1:7:%C:120", "4:16: -3 elements of 8 B"},
      {"MPI_Send:110:1:3:18:1:7:%C:120", "4:18: '18' where a datatype: type,size,extent is expected"},
      {"MPI_Send:110:1:3:1,-8,8:1:7:%C:120", "4:18: the datatype has -8 bytes"},
      {"MPI_Send:110:1:3:1,8,8:2:7:%C:120", "4:24: there is no rank 2: ranks are numbered 0 to 1"},
      {"MPI_Send:110:1:3:1,8,8:-2:7:%C:120",
       "4:24: -2 is MPI_PROC_NULL of Open MPI or MPI_ANY_SOURCE of MPICH: the trace does not say which"},
      {"MPI_Send:110:1:3:1,8,8:1:-1:%C:120", "4:26: tag -1: tags are 0 to 2147483647"},
      {"MPI_Isend:110:1:3:1,8,8:1:1:%C:-4:120", "4:41: '-4' where a request is expected"},
      {"MPI_Waitall:110:-1:800:0:120", "4:17: -1 requests"},
      {"MPI_Bcast:110:1:12:13,2,1:5:%C:120", "4:27: there is no rank 5: ranks are numbered 0 to 1"},
      {"MPI_Reduce_scatter:110:1:2:9:3,4,5:13,2,1:3:%C:120", "4:30: 3 counts for 2 ranks"},
      {"MPI_Reduce_scatter:110:1:2:9:3,-4:13,2,1:3:%C:120", "4:30: -4 elements of 2 B"},
      {"MPI_Barrier:999999999999999999:%C:999999999999999999", "4:1: computing of 2^63 ps or more"},
      {"MPI_Finalize:110:-", "5:1: a call behind MPI_Finalize"},
  };
  for (const auto& [slip, fault] : slips) {
    INFO(slip);
    const Texts faults = two_ranks(std::string(slip) + "\n").fault_texts();
    REQUIRE_FALSE(faults.empty());
    CHECK(faults[0] == fault);
  }
}

TEST_CASE("liballprof: traces that are cut, empty or begin without MPI_Init are told of", "[IMPORT-4][IMPORT-10]") {
  CHECK(import_text("MPI_Init:-:1:2:100.0\n").fault_texts() ==
        Texts{"1:1: the trace ends before MPI_Finalize: it is cut, or of a run that failed"});
  CHECK(import_text("# collprof\n").fault_texts() == Texts{"1:1: the file has no calls"});
  CHECK(import_text("MPI_Barrier:100:5,0,1:110\nMPI_Finalize:110:-\n").fault_texts() ==
        Texts{"1:1: MPI_Barrier before MPI_Init"});
}

}  // namespace
}  // namespace tactus
