#include <fmt/core.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/dumpi_file.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using Bytes = std::vector<std::uint64_t>;
using Ranks = std::vector<int>;
using test::DumpiText;
using test::import_files;
using test::Imported;
using test::message_of;

constexpr char kWorldArgument[] = "MPI_Comm comm=2 (MPI_COMM_WORLD)";

Imported ranks_of(const std::vector<DumpiText>& ranks, const std::string& footer = "") {
  Texts texts;
  for (const DumpiText& rank : ranks) texts.push_back(rank.text(footer));
  return import_files(texts, {}, "dumpi-2011.02.03.16.05.56-");
}

TEST_CASE("DUMPI: computing is the time between calls, messages have the bytes of their datatypes",
          "[IMPORT-1][IMPORT-14]") {
  const Imported imported = ranks_of({DumpiText()
                                          .call("MPI_Comm_rank", {kWorldArgument, "int rank=0"})
                                          .call("MPI_Send", message_of("dest", 1, 7))
                                          .call("MPI_Recv", message_of("source", 1, 8)),
                                      DumpiText()});
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "dumpi");
  CHECK(imported.goal() ==
        "\nrank 0 {\nl1: calc 5000000\nl2: send 12b to 1 tag 7\nl3: calc 2000000\nl4: recv 12b from 1 tag 8\n"
        "l5: calc 2000000\nl2 requires l1\nl3 requires l2\nl4 requires l3\nl5 requires l4\n}\n"
        "\nrank 1 {\nl1: calc 2000000\n}\n");
  CHECK(imported.operations.rank(0).operations[1].place == 16);
}

TEST_CASE("DUMPI: requests are waited for by their handles, those alone that a call says have ended", "[IMPORT-14]") {
  DumpiText rank;
  for (int request = 4; request < 10; ++request) rank.call("MPI_Irecv", message_of("source", 1, request, 2, request));
  rank.call("MPI_Wait", {"MPI_Request request=[4]", "MPI_Status status=<IGNORED>"})
      .call("MPI_Waitany", {"int count=2", "MPI_Request requests[2]=[5, 6]", "int index=1"})
      .call("MPI_Waitsome", {"int count=2", "MPI_Request requests[2]=[7, 8]", "int outcount=1", "int indices[1]=[0]"})
      .call("MPI_Test", {"MPI_Request request=[5]", "int flag=0"})
      .call("MPI_Wait", {"MPI_Request request=[8]", "MPI_Status status=<IGNORED>"})
      .call("MPI_Test", {"MPI_Request request=[5]", "int flag=1"})
      .call("MPI_Testsome",
            {"int count=1", "MPI_Request requests[1]=[9]", "int outcount=0", "int indices[0]=<IGNORED>"})
      .call("MPI_Waitall", {"int count=3", "MPI_Request requests[3]=[5, 8, 9]"})
      .call("MPI_Waitany", {"int count=1", "MPI_Request requests[1]=[9]", "int index=-1"});
  const Imported imported = ranks_of({rank, DumpiText()});
  CHECK(imported.fault_texts().empty());
  std::vector<std::vector<OperationSink::Index>> waits;
  const auto& all = imported.operations.rank(0);
  for (OperationSink::Index i = 0; i < all.operations.size(); ++i) {
    if (all.operations[i].kind != OperationKind::kWait) continue;
    waits.emplace_back();
    for (const auto& [operation, earlier] : all.after_end) {
      if (operation == i && all.operations[earlier].kind == OperationKind::kReceive) {
        waits.back().push_back(all.operations[earlier].tag);
      }
    }
  }
  CHECK(waits == std::vector<std::vector<OperationSink::Index>>{{4}, {6}, {7}, {8}, {5}, {9}});
}

TEST_CASE("DUMPI: persistent requests are started as often as the calls say", "[IMPORT-14]") {
  const Imported imported = ranks_of({DumpiText()
                                          .call("MPI_Send_init", message_of("dest", 1, 7, 2, 5))
                                          .call("MPI_Recv_init", message_of("source", 1, 9, 2, 6))
                                          .call("MPI_Start", {"MPI_Request request=[5]"})
                                          .call("MPI_Wait", {"MPI_Request request=[5]"})
                                          .call("MPI_Startall", {"int count=2", "MPI_Request requests[2]=[6, 5]"})
                                          .call("MPI_Waitall", {"int count=2", "MPI_Request requests[2]=[5, 6]"}),
                                      DumpiText()});
  CHECK(imported.fault_texts().empty());
  CHECK(imported.summary.sends == 2);
  CHECK(imported.summary.receives == 1);
  CHECK(imported.summary.waits == 2);
  const Imported none = ranks_of({DumpiText().call("MPI_Start", {"MPI_Request request=[5]"})});
  CHECK(none.fault_texts() == Texts{"12:1: request 5 is not persistent: no call has made it"});
}

TEST_CASE("DUMPI: MPI_Sendrecv and its like; MPI_PROC_NULL; any source and any tag", "[IMPORT-5][IMPORT-14]") {
  const Imported imported = ranks_of(
      {DumpiText()
           .call("MPI_Sendrecv", {"int sendcount=2", "MPI_Datatype sendtype=14 (MPI_DOUBLE)", "int dest=1",
                                  "int sendtag=3", "int recvcount=1", "MPI_Datatype recvtype=2 (MPI_CHAR)",
                                  "int source=-1 (MPI_ANY_SOURCE)", "int recvtag=-1 (MPI_ANY_TAG)", kWorldArgument})
           .call("MPI_Sendrecv_replace", {"int count=5", "MPI_Datatype datatype=5 (MPI_BYTE)", "int dest=-2 (MPI_ROOT)",
                                          "int sendtag=3", "int source=1", "int recvtag=4", kWorldArgument})
           .call("MPI_Isend", message_of("dest", -2, 1, 2, 9))
           .call("MPI_Wait", {"MPI_Request request=[9]"}),
       DumpiText()});
  CHECK(imported.fault_texts().empty());
  const std::string goal = imported.goal();
  CHECK(goal.find("l2: recv 1b from -1 tag -1\nl3: send 16b to 1 tag 3\n") != std::string::npos);
  CHECK(goal.find("recv 5b from 1 tag 4\n") != std::string::npos);
  CHECK(imported.summary.sends == 1);
  CHECK(imported.summary.waits == 0);
}

struct DumpiCallCase {
  const char* function;
  Texts arguments;
  MpiCollective kind;
  int root;
  std::uint64_t bytes;
  Bytes member_bytes;  ///< at rank 0
  Bytes received_bytes;
};

TEST_CASE("DUMPI: collective calls have their kinds, roots and bytes", "[IMPORT-8][IMPORT-14]") {
  using K = MpiCollective;
  const std::string type = "MPI_Datatype datatype=9 (MPI_INT)";
  const Texts sent = {"int sendcount=3", "MPI_Datatype sendtype=9 (MPI_INT)"};
  const Texts received = {"int recvcount=3", "MPI_Datatype recvtype=9 (MPI_INT)"};
  const auto with = [](Texts a, const Texts& b, const Texts& c = {}) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    return a;
  };
  const DumpiCallCase cases[] = {
      {"MPI_Barrier", {}, K::kBarrier, 0, 0, {}, {}},
      {"MPI_Bcast", {"int count=3", type, "int root=1"}, K::kBroadcast, 1, 12, {}, {}},
      {"MPI_Reduce", {"int count=3", type, "MPI_Op op=3 (MPI_SUM)", "int root=1"}, K::kReduce, 1, 12, {}, {}},
      {"MPI_Allreduce", {"int count=3", type}, K::kAllreduce, 0, 12, {}, {}},
      {"MPI_Scan", {"int count=3", type}, K::kScan, 0, 12, {}, {}},
      {"MPI_Exscan", {"int count=3", type}, K::kExscan, 0, 12, {}, {}},
      {"MPI_Reduce_scatter", {"int recvcounts[2]=[3, 4]", type}, K::kReduceScatter, 0, 28, {12, 16}, {}},
      {"MPI_Gather", with(sent, received, {"int root=1"}), K::kGather, 1, 12, {}, {}},
      {"MPI_Scatter", with(sent, received, {"int root=1"}), K::kScatter, 1, 12, {}, {}},
      {"MPI_Gatherv",
       with(sent, {"int recvcounts[2]=[5, 3]", received[1], "int root=0"}),
       K::kGatherv,
       0,
       20,
       {20, 12},
       {}},
      {"MPI_Scatterv",
       with(received, {"int sendcounts[2]=[5, 3]", sent[1], "int root=0"}),
       K::kScatterv,
       0,
       20,
       {20, 12},
       {}},
      {"MPI_Allgather", with(sent, received), K::kAllgather, 0, 12, {}, {}},
      {"MPI_Allgatherv", with(sent, {"int recvcounts[2]=[3, 4]", received[1]}), K::kAllgatherv, 0, 12, {12, 16}, {}},
      {"MPI_Alltoall", with(sent, received), K::kAlltoall, 0, 12, {}, {}},
      {"MPI_Alltoallv",
       {"int sendcounts[2]=[1, 2]", sent[1], "int recvcounts[2]=[3, 4]", received[1]},
       K::kAlltoallv,
       0,
       0,
       {4, 8},
       {12, 16}},
      {"MPI_Alltoallw",
       {"int sendcounts[2]=[1, 2]", "MPI_Datatype sendtypes[2]=[9, 14]", "int recvcounts[2]=[3, 4]",
        "MPI_Datatype recvtypes[2]=[2, 9]"},
       K::kAlltoallv,
       0,
       0,
       {4, 16},
       {3, 16}},
  };
  for (const DumpiCallCase& expected : cases) {
    INFO(expected.function);
    Texts arguments = expected.arguments;
    arguments.emplace_back(kWorldArgument);
    const DumpiText rank = DumpiText().call(expected.function, arguments);
    const Imported imported = ranks_of({rank, rank});
    CHECK(imported.fault_texts().empty());
    REQUIRE(imported.calls.size() == 2);
    const CollectiveRecord& record = imported.calls[0].record;
    CHECK(record.kind == expected.kind);
    CHECK(record.communicator == nullptr);
    CHECK(record.members == 2);
    CHECK(record.root == expected.root);
    CHECK(record.bytes == expected.bytes);
    CHECK(record.member_bytes == expected.member_bytes);
    CHECK(record.received_bytes == expected.received_bytes);
  }
}

TEST_CASE("DUMPI: a root whose data is where the result comes has the sizes of the other side", "[IMPORT-14]") {
  const auto gather = [](const char* function, const std::string& sent, const std::string& received) {
    return DumpiText().call(function,
                            {"int sendcount=" + sent, "MPI_Datatype sendtype=9 (MPI_INT)", "int recvcount=" + received,
                             "MPI_Datatype recvtype=9 (MPI_INT)", "int root=0", kWorldArgument});
  };
  for (const Imported& imported : {ranks_of({gather("MPI_Gather", "0", "3"), gather("MPI_Gather", "3", "0")}),
                                   ranks_of({gather("MPI_Scatter", "3", "0"), gather("MPI_Scatter", "0", "3")})}) {
    CHECK(imported.fault_texts().empty());
    REQUIRE(imported.calls.size() == 2);
    CHECK(imported.calls[0].record.bytes == 12);
    CHECK(imported.calls[1].record.bytes == 12);
  }
}

TEST_CASE("DUMPI: datatypes have the bytes of the calls that made them, then of the table", "[IMPORT-14]") {
  const Texts made_type = {"MPI_Datatype newtype=40 (user-defined-datatype)"};
  const std::string old = "MPI_Datatype oldtype=14 (MPI_DOUBLE)";
  const std::pair<const char*, std::pair<Texts, int>> constructors[] = {
      {"MPI_Type_contiguous", {{"int count=3", old}, 24}},
      {"MPI_Type_vector", {{"int count=3", "int blocklength=2", "int stride=9", old}, 48}},
      {"MPI_Type_create_hvector", {{"int count=3", "int blocklength=2", "int stride=90", old}, 48}},
      {"MPI_Type_indexed", {{"int count=2", "int lengths[2]=[1, 4]", "int indices[2]=[0, 9]", old}, 40}},
      {"MPI_Type_create_indexed_block", {{"int count=2", "int blocklength=3", "int displacments[2]=[0, 9]", old}, 48}},
      {"MPI_Type_struct",
       {{"int count=2", "int lengths[2]=[1, 4]", "int indices[2]=[0, 9]", "MPI_Datatype oldtypes[2]=[14, 9]"}, 24}},
      {"MPI_Type_create_struct",
       {{"int count=2", "int blocklengths[2]=[2, 1]", "MPI_Datatype oldtypes[2]=[14, 9]"}, 20}},
      {"MPI_Type_create_subarray", {{"int ndims=2", "int sizes[2]=[9, 9]", "int subsizes[2]=[3, 4]", old}, 96}},
      {"MPI_Type_create_resized", {{old, "int lb=0", "int extent=90"}, 8}},
      {"MPI_Type_dup", {{old}, 8}},
      {"MPI_Type_create_darray", {{"int ndims=1", "int distribs[1]=[1]", old}, 7}},
  };
  const Texts send = {"int count=10", "MPI_Datatype datatype=40 (user-defined-datatype)", "int dest=0", "int tag=0",
                      kWorldArgument};
  for (const auto& [function, call] : constructors) {
    INFO(function);
    Texts arguments = call.first;
    arguments.push_back(made_type[0]);
    const Imported imported = ranks_of({DumpiText().call(function, arguments).call("MPI_Send", send)},
                                       "Datatype 39 (x) has size 6\nDatatype 40 (user-defined-datatype) has size 7\n");
    CHECK(imported.fault_texts().empty());
    CHECK(imported.summary.sent_bytes == static_cast<std::uint64_t>(10 * call.second));
  }
  const Imported asked = ranks_of(
      {DumpiText().call("MPI_Type_size", {"MPI_Datatype datatype=40 (x)", "int size=5"}).call("MPI_Send", send)});
  CHECK(asked.summary.sent_bytes == 50);
  const Imported unknown = ranks_of({DumpiText().call("MPI_Send", send)});
  CHECK(unknown.fault_texts() == Texts{"14:23: the trace does not say how large datatype 40 is: dumpi2ascii -a does"});
}

TEST_CASE("DUMPI: every slip is told with its place", "[IMPORT-4][IMPORT-14]") {
  const auto fault_of = [](const DumpiText& rank) {
    const Texts faults = ranks_of({rank, DumpiText()}).fault_texts();
    return faults.empty() ? "" : faults[0];
  };
  const std::string at = " at walltime 1.000000000, cputime 0.000000000 seconds in thread ";
  const auto entering = [&at](const std::string& name, const std::string& thread = "0") {
    return name + " entering" + at + thread + ".\n";
  };
  CHECK(fault_of(DumpiText().plain(entering("MPI_Sned"))) == "12:1: MPI_Sned is not read; did you mean MPI_Send?");
  CHECK(fault_of(DumpiText().plain(entering("MPI_Send", "1"))) ==
        "12:1: a call of thread 1: only one thread of a rank makes calls that can be read");
  CHECK(fault_of(DumpiText().plain("MPI_Send entering at walltime soon, cputime 0 seconds in thread 0.\n")) ==
        "12:1: 'soon' is no time: a number of seconds, and then a comma");
  CHECK(fault_of(DumpiText().plain("MPI_Send entering at walltime 1.0, cputime 0\n")) ==
        "12:1: the line does not end with its thread: \"seconds in thread 0.\"");
  CHECK(fault_of(DumpiText().plain(entering("MPI_Send")).plain(entering("MPI_Send"))) ==
        "13:1: MPI_Send has not returned yet");
  CHECK(fault_of(DumpiText().plain(entering("MPI_Send")).plain("MPI_Recv returning" + at + "0.\n")) ==
        "13:1: the line returns from another call than MPI_Send");
  CHECK(fault_of(DumpiText().plain(entering("MPI_Barrier") + kWorldArgument + "\nMPI_Barrier returning" + at +
                                   "0.\n")) == "12:1: the call is entered before the call before it has returned");
  CHECK(fault_of(DumpiText().plain("hello\n")) ==
        "12:1: neither a call nor a line of the header or footer of dumpi2ascii");
  CHECK(fault_of(DumpiText().call("MPI_Send", {"int count=3"})) == "12:1: MPI_Send has no argument 'comm'");
  CHECK(fault_of(DumpiText().call("MPI_Send", message_of("dest", 2, 7))) ==
        "15:10: there is no member 2: the communicator has 2");
  CHECK(fault_of(DumpiText().call("MPI_Send", message_of("dest", 1, -1))) == "16:9: tag -1: tags are 0 to 2147483647");
  CHECK(fault_of(DumpiText().call("MPI_Send", message_of("dest", 1, 1, 7))) ==
        "17:15: communicator 7 has not been made by a call that is read");
  CHECK(fault_of(DumpiText().call("MPI_Put", {})) == "12:1: MPI_Put: one-sided communication is not read");
  CHECK(fault_of(DumpiText().call("MPI_Comm_rank", {kWorldArgument, "int rank=1"})) ==
        "14:10: the rank of rank 0 in communicator 2 is 0 by the calls that made it, and by this line 1");
  CHECK(fault_of(DumpiText().call("MPI_Bcast",
                                  {"int count=3", "MPI_Datatype datatype=9 (x)", "int root=2", kWorldArgument})) ==
        "15:10: there is no root 2: the communicator has 2 members");
  CHECK(fault_of(DumpiText().call("MPI_Waitany", {"MPI_Request requests[1]=[4]", "int index=1"})) ==
        "13:25: request number 1 of 1 has ended");
  CHECK(fault_of(DumpiText().call("MPI_Waitall", {"MPI_Request requests[1]=[4; 5]"})) ==
        "13:25: this is no list of numbers: [1, 2]");
  CHECK(fault_of(DumpiText().call("MPI_Finalize", {})) == "14:1: a call behind MPI_Finalize");
  CHECK(fault_of(DumpiText().plain("MPI_Isend called 5 times and ignored 2 times\n")) ==
        "12:1: the trace does not have 2 calls of MPI_Isend: it was made without them");
}

TEST_CASE("DUMPI: traces that are cut or begin without MPI_Init are told of", "[IMPORT-4][IMPORT-14]") {
  const std::string whole = DumpiText().call("MPI_Send", message_of("dest", 0, 7)).text();
  CHECK(test::import_text(whole.substr(0, whole.find("int dest"))).fault_texts() ==
        Texts{"12:1: the file ends within MPI_Send: it is cut"});
  CHECK(test::import_text(whole.substr(0, whole.find("MPI_Finalize"))).fault_texts() ==
        Texts{"18:1: the trace ends before MPI_Finalize: it is cut, or of a run that failed"});
  CHECK(test::import_text(whole.substr(whole.find("MPI_Send"))).fault_texts()[0] == "1:1: MPI_Send before MPI_Init");
}

}  // namespace
}  // namespace tactus
