#include <fmt/core.h>
#include <sys/resource.h>

#include <random>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/chakra_file.h"
#include "testbench/tests/unit/app/import/dumpi_file.h"
#include "testbench/tests/unit/app/import/goal_binary_file.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using test::ImportOptions;

constexpr int kMutations = 2000;

/// A small file of a format, which has all its statements.
struct Seed {
  const char* format;
  std::string name;
  std::string bytes;
};

std::string goal_seed() {
  return "// all\nnum_ranks 3 /* x */\nrank 0 {\na: calc 5 cpu 1\nb1: send 8b to 1 tag 7 cpu 0 nic 2; c: recv 16b from "
         "-1 tag -1\n"
         "b1 requires a\nc irequires b1\nd requires c\nd: calc 1\n}\nrank 1 { l1: recv 8b from 0 tag 7\n}\nrank 2 "
         "{\n}\n";
}

std::string binary_seed() {
  std::vector<test::BinaryRank> ranks(3);
  ranks[0].nodes = {{3, 0, 5, 0}, {1, 1, 8, 7}, {2, 1, 16, 3}, {3, 0, 1, 0}};
  ranks[0].nodes[0].after_end = {1, 3};
  ranks[0].nodes[1].after_begin = {2};
  ranks[1].nodes = {{2, 0, 8, 7}, {1, 0, 16, 3}};
  return test::goal_binary(ranks);
}

std::string ti_seed() {
  std::string text;
  for (const char* line :
       {"init 1",        "compute 5e3",           "bcast 5 1 0",           "allreduce 5 6 1", "reduce 5 6 0 1",
        "alltoall 5 5",  "alltoallv 9 1 2 9 1 2", "gather 4 4 0 0 0",      "gatherv 4 4 4 0", "scatterv 4 4 4 0",
        "allgather 4 4", "allgatherv 4 4 4 0 0",  "reducescatter 3 4 9 1", "scan 4 5",        "exscan 4 5",
        "barrier",       "comm_size 2",           "location a 5",          "sleep 1e-6",      "test 0 1 4",
        "finalize"}) {
    text += fmt::format("0 {0}\n1 {0}\n", line);
    if (std::string(line) == "init 1")
      text += "0 isend 1 4 8\n1 irecv 0 4 8\n0 wait 0 1 4\n1 waitall\n0 sendRecv 1 1 1 1 0 0\n";
  }
  return text;
}

std::string allprof_seed() {
  return "# collprof 0.9 output "
         "file\n\nMPI_Init:-:1:2:1237666046950106.5\nMPI_Comm_rank:1237666046950107:5,0,1:7:1237666046950108\n"
         "MPI_Isend:1237666046950200:1:3:1,8,8:0:0:5,0,1:800:1237666046950201\n"
         "MPI_Irecv:1237666046950202:1:3:1,8,8:-1:0:5,0,1:808:1237666046950203\n"
         "MPI_Waitall:1237666046950204:2:800:0:1237666046950205\n"
         "MPI_Alltoallv:1237666046950206:1:9:5:9:0:1,4,4:2:9:7:9:0:1,2,2:5,0,1:1237666046950207\n"
         "MPI_Allreduce:1237666046950208:1:2:12:13,2,1:3:5,0,1:1237666046950209\n"
         "MPI_Sendrecv:1237666046950210:1:2:1,4,4:0:5:2:3:1,8,8:0:5:5,0,1:9:1237666046950211\n"
         "MPI_Finalize:1237666046950300:-\n";
}

std::string chakra_seed() {
  using namespace test;
  return chakra_file(
      {node(10, 4, number_field(7, 3)),
       node(11, 5,
            attribute("comm_size", 64) + attribute("comm_dst", 0, 7) + attribute("comm_tag", 9) + number_field(5, 10)),
       node(12, 6, attribute("comm_size", 64) + attribute("comm_src", 0, 7) + bytes_field(5, varint(10) + varint(13))),
       node(13, 1, number_field(4, 10)), node(14, 7, attribute("comm_type", 7) + attribute("comm_size", 7)),
       node(15, 7, attribute("comm_type", 0) + attribute("comm_size", 7) + text_attribute("pg_name", "0"))});
}

std::string dumpi_seed() {
  using test::message_of;
  const std::string world = "MPI_Comm comm=2 (MPI_COMM_WORLD)";
  return test::DumpiText()
      .call("MPI_Comm_rank", {world, "int rank=0"})
      .call("MPI_Comm_split", {"MPI_Comm oldcomm=2 (x)", "int color=0", "int key=0", "MPI_Comm newcomm=4 (x)"})
      .call("MPI_Cart_create", {"MPI_Comm oldcomm=4 (x)", "int dims[2]=[1, 1]", "MPI_Comm newcomm=5 (x)"})
      .call("MPI_Cart_sub", {"MPI_Comm oldcomm=5 (x)", "int remain_dims[2]=[1, 0]", "MPI_Comm newcomm=6 (x)"})
      .call("MPI_Comm_group", {world, "MPI_Group group=3 (x)"})
      .call("MPI_Group_incl", {"MPI_Group group=3 (x)", "int ranks[1]=[0]", "MPI_Group newgroup=4 (x)"})
      .call("MPI_Comm_create", {"MPI_Comm oldcomm=2 (x)", "MPI_Group group=4 (x)", "MPI_Comm newcomm=7 (x)"})
      .call("MPI_Type_vector", {"int count=3", "int blocklength=2", "int stride=9", "MPI_Datatype oldtype=9 (MPI_INT)",
                                "MPI_Datatype newtype=28 (x)"})
      .call("MPI_Isend", message_of("dest", 0, 7, 2, 5))
      .call("MPI_Irecv", message_of("source", -1, 7, 2, 6))
      .call("MPI_Waitall", {"int count=2", "MPI_Request requests[2]=[5, 6]", "MPI_Status statuses[2]=<IGNORED>"})
      .call("MPI_Recv_init", message_of("source", 0, 7, 2, 8))
      .call("MPI_Start", {"MPI_Request request=[8]"})
      .call("MPI_Testany", {"int count=1", "MPI_Request requests[1]=[8]", "int index=0", "int flag=1"})
      .call("MPI_Alltoallv", {"int commsize=1", "int sendcounts[1]=[4]", "MPI_Datatype sendtype=28 (x)",
                              "int recvcounts[1]=[4]", "MPI_Datatype recvtype=28 (x)", "MPI_Comm comm=6 (x)"})
      .text("Datatype 9 (MPI_INT) has size 4\n");
}

std::vector<Seed> seeds() {
  return {{"goal", "file", goal_seed()},     {"goal_binary", "file", binary_seed()},
          {"simgrid_ti", "file", ti_seed()}, {"liballprof", "file", allprof_seed()},
          {"chakra", "file", chakra_seed()}, {"goal", "file.gz", test::gzipped(goal_seed())},
          {"dumpi", "file", dumpi_seed()}};
}

/// The bytes, cut, with bits flipped, or with a block doubled or taken out.
std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&random](std::size_t n) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1));
  };
  for (std::size_t times = 1 + below(3); times > 0 && !bytes.empty(); --times) {
    const std::size_t at = below(bytes.size());
    const std::size_t size = below(std::min<std::size_t>(bytes.size() - at, 60) + 1);
    switch (below(5)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.insert(at, bytes.substr(at, size));
        break;
      case 2:
        bytes.erase(at, size);
        break;
      case 3:
        bytes[at] = static_cast<char>(random());
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    }
  }
  return bytes;
}

std::uint64_t peak_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// That what was imported can be executed: ranks and operations that are named exist.
bool sound(const test::Imported& imported) {
  for (int rank = 0; rank < imported.operations.ranks(); ++rank) {
    const ImportedOperations::Rank& all = imported.operations.rank(rank);
    for (const Operation& operation : all.operations) {
      if (operation.peer < kAnySource || operation.peer >= imported.operations.ranks()) return false;
    }
    for (const auto* list : {&all.after_end, &all.after_begin}) {
      for (const auto& [operation, earlier] : *list) {
        if (operation == earlier || operation >= all.operations.size() || earlier >= all.operations.size())
          return false;
      }
    }
  }
  return true;
}

TEST_CASE("Import: the seeds of broken files are right", "[IMPORT-4]") {
  for (const Seed& seed : seeds()) {
    ImportOptions options;
    options.settings.flop_rate = 1e9;
    const test::Imported imported = test::import_text(seed.bytes, options, seed.name);
    CHECK(imported.fault_texts().empty());
    CHECK(imported.format == seed.format);
  }
}

TEST_CASE("Import: whatever is done to a file, it is read or its faults are told, in bounded memory", "[IMPORT-4]") {
  const TemporaryFolder folder;
  const std::uint64_t before = peak_bytes();
  for (const Seed& seed : seeds()) {
    std::mt19937 random(20'260'728);
    ImportOptions options;
    options.format = seed.format;
    options.settings.flop_rate = 1e9;
    options.limits.operations = 100'000;
    for (int i = 0; i < kMutations; ++i) {
      // A new file each time: a file system that sees one written over flushes it to the disk.
      std::filesystem::remove(folder.path() / seed.name);
      const test::Imported imported = test::import_file(folder.write(seed.name, mutated(seed.bytes, random)), options);
      const bool listed = imported.faults.size() <= ImportFaults::kMostListed + 1;
      if (!listed || (imported.faults.empty() && !sound(imported))) {
        FAIL(fmt::format("{}, mutation {}", seed.format, i));
      }
    }
  }
  // A rank has 96 bytes, and there may be 2^20 of them.
  CHECK(peak_bytes() - before < std::uint64_t{512} << 20U);
}

}  // namespace
}  // namespace tactus
