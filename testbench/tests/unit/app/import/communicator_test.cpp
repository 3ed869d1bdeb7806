#include <fmt/core.h>

#include <random>
#include <set>

#include "testbench/app/import/collective_expansion.h"
#include "testbench/app/import/communicator_history.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/dumpi_file.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Event = CommunicatorEvent;
using Ranks = std::vector<int>;
using Texts = std::vector<std::string>;
using test::DumpiText;
using test::message_of;

constexpr int kWorld = CommunicatorHistory::kWorld;
constexpr int kNull = CommunicatorHistory::kNull;

Event event(Event::Kind kind, int parent, int made, Ranks list = {}) {
  Event event;
  event.kind = kind;
  event.parent = parent;
  event.made = made;
  event.list = std::move(list);
  event.place = ImportPlace::of_file("trace");
  return event;
}

Event split(int parent, int color, int key, int made) {
  Event event = tactus::event(Event::kSplit, parent, made);
  event.color = color;
  event.key = key;
  return event;
}

Texts faults_of(CommunicatorHistory& history) {
  ImportFaults faults;
  history.resolve(faults);
  Texts texts;
  for (const Diagnostic& fault : faults.sorted()) texts.push_back(fault.message);
  return texts;
}

const Ranks& made(const CommunicatorHistory& history, int rank, std::size_t n) {
  const Communicator* communicator = history.made(rank, n);
  REQUIRE(communicator != nullptr);
  return communicator->ranks;
}

TEST_CASE("Communicators: a split goes by colors, keys and places in the parent", "[IMPORT-15]") {
  CommunicatorHistory history(6);
  for (int rank = 0; rank < 6; ++rank) {
    history.add(rank, rank == 5 ? split(kWorld, -32766, 0, kNull) : split(kWorld, rank % 2, -(rank / 4), 4));
  }
  CHECK(faults_of(history).empty());
  CHECK(made(history, 0, 0) == Ranks{4, 0, 2});
  CHECK(history.made(4, 0) == history.made(2, 0));
  CHECK(made(history, 3, 0) == Ranks{1, 3});
  CHECK(history.made(5, 0) == nullptr);
}

TEST_CASE("Communicators: parts of parts, of handles that each rank numbers as it likes", "[IMPORT-15]") {
  CommunicatorHistory history(4);
  for (int rank = 0; rank < 4; ++rank) {
    if (rank == 3) history.add(rank, event(Event::kDuplicate, CommunicatorHistory::kSelf, 9));
    history.add(rank, split(kWorld, rank / 2, 0, 10 + rank));
    history.add(rank, event(Event::kDuplicate, 10 + rank, 20));
    history.add(rank, split(20, 0, 1 - rank % 2, 30));
  }
  CHECK(faults_of(history).empty());
  CHECK(made(history, 0, 2) == Ranks{1, 0});
  CHECK(made(history, 3, 0) == Ranks{3});
  CHECK(made(history, 3, 3) == Ranks{3, 2});
  std::set<std::uint32_t> numbers;
  for (std::size_t n = 0; n < 3; ++n) numbers.insert(history.made(0, n)->number);
  CHECK(numbers.size() == 3);
}

TEST_CASE("Communicators: groups are formed by members, unions and what is left", "[IMPORT-15]") {
  CommunicatorHistory history(5);
  for (int rank = 0; rank < 5; ++rank) {
    history.add(rank, event(Event::kGroupOf, kWorld, 3));
    const auto form = [&](Event::Kind kind, int group, int other, int made, Ranks list = {}) {
      Event formed = event(kind, 0, made, std::move(list));
      formed.group = group;
      formed.other = other;
      history.add(rank, formed);
    };
    form(Event::kInclude, 3, 0, 4, {4, 0, 2});
    form(Event::kExclude, 3, 0, 5, {4, 3});
    form(Event::kUnion, 4, 5, 6);
    form(Event::kIntersection, 4, 5, 7);
    form(Event::kDifference, 5, 4, 8);
    for (const auto& [group, members] :
         std::vector<std::pair<int, Ranks>>{{4, {4, 0, 2}}, {6, {4, 0, 2, 1}}, {7, {0, 2}}, {8, {1}}}) {
      const bool member = std::find(members.begin(), members.end(), rank) != members.end();
      Event create = event(Event::kOfGroup, kWorld, member ? 10 + group : kNull);
      create.group = group;
      history.add(rank, create);
    }
  }
  CHECK(faults_of(history).empty());
  CHECK(made(history, 2, 0) == Ranks{4, 0, 2});
  CHECK(made(history, 1, 1) == Ranks{4, 0, 2, 1});
  CHECK(made(history, 0, 2) == Ranks{0, 2});
  CHECK(made(history, 1, 3) == Ranks{1});
  CHECK(history.made(3, 1) == nullptr);
}

TEST_CASE("Communicators: a grid has its first ranks, a part of it those of equal other coordinates", "[IMPORT-15]") {
  CommunicatorHistory history(7);
  for (int rank = 0; rank < 7; ++rank) {
    history.add(rank, event(Event::kCartesian, kWorld, rank < 6 ? 4 : kNull, {2, 3}));
    if (rank == 6) continue;
    history.add(rank, event(Event::kSubgrid, 4, 5, {0, 1}));
    history.add(rank, event(Event::kSubgrid, 4, 6, {1, 0}));
  }
  CHECK(faults_of(history).empty());
  CHECK(made(history, 5, 0) == Ranks{0, 1, 2, 3, 4, 5});
  CHECK(history.made(6, 0) == nullptr);
  CHECK(made(history, 4, 1) == Ranks{3, 4, 5});
  CHECK(made(history, 4, 2) == Ranks{1, 4});
  CHECK(history.made(4, 2)->grid == Ranks{2});
}

TEST_CASE("Communicators: calls that do not fit each other are told", "[IMPORT-4][IMPORT-15]") {
  CommunicatorHistory missing(2);
  missing.add(0, event(Event::kDuplicate, kWorld, 4));
  CHECK(faults_of(missing) == Texts{"rank 0 calls MPI_Comm_dup and rank 1 of the same communicator does not"});
  CommunicatorHistory differ(2);
  differ.add(0, event(Event::kDuplicate, kWorld, 4));
  differ.add(1, split(kWorld, 0, 0, 4));
  CHECK(faults_of(differ) ==
        Texts{"rank 1 calls MPI_Comm_split where rank 0 of the same communicator calls MPI_Comm_dup"});
  CommunicatorHistory none(1);
  none.add(0, event(Event::kDuplicate, kWorld, kNull));
  CHECK(faults_of(none) ==
        Texts{"MPI_Comm_dup made no communicator for rank 0, and the calls of the others say the contrary"});
  CommunicatorHistory group(1);
  group.add(0, event(Event::kOfGroup, kWorld, 4));
  CHECK(faults_of(group) == Texts{"group 0 has not been made by a call that is read"});
  CommunicatorHistory grid(2);
  for (int rank = 0; rank < 2; ++rank) grid.add(rank, event(Event::kCartesian, kWorld, 4, {2, 2}));
  CHECK(faults_of(grid) == Texts{"a grid of 2x2 places for the 2 members of the communicator"});
  CommunicatorHistory part(1);
  part.add(0, event(Event::kSubgrid, kWorld, 4, {1}));
  CHECK(faults_of(part) == Texts{"a part of 1 dimensions of a communicator that has 0"});
}

/// Rank r of four in a trace: halves 0,1 and 2,3 each with a communicator whose order is turned round.
DumpiText half(int rank) {
  return DumpiText().call("MPI_Comm_split",
                          {"MPI_Comm oldcomm=2 (MPI_COMM_WORLD)", fmt::format("int color={}", rank / 2),
                           fmt::format("int key={}", -rank), "MPI_Comm newcomm=4 (user-defined-comm)"});
}

test::Imported four(const std::function<void(int, DumpiText&)>& more, const test::ImportOptions& options = {}) {
  Texts texts;
  for (int rank = 0; rank < 4; ++rank) {
    DumpiText text = half(rank);
    more(rank, text);
    texts.push_back(text.text());
  }
  return test::import_files(texts, options, "dumpi-");
}

TEST_CASE("DUMPI: ranks and roots of a communicator are its members", "[IMPORT-14][IMPORT-15]") {
  const test::Imported imported = four([](int rank, DumpiText& text) {
    text.call("MPI_Bcast", {"int count=1", "MPI_Datatype datatype=9 (x)", "int root=0", "MPI_Comm comm=4 (x)"});
    if (rank == 2) text.call("MPI_Send", message_of("dest", 0, 7, 4));
    if (rank == 3) text.call("MPI_Recv", message_of("source", 1, 7, 4));
  });
  CHECK(imported.fault_texts().empty());
  REQUIRE(imported.calls.size() == 4);
  CHECK(imported.calls[2].record.members == 2);
  const std::string goal = imported.goal();
  CHECK(goal.find("send 12b to 3 tag 7\n") != std::string::npos);
  CHECK(goal.find("recv 12b from 2 tag 7\n") != std::string::npos);
}

TEST_CASE("DUMPI: messages of one tag in two communicators are different messages", "[IMPORT-15]") {
  const auto both = [](int rank, DumpiText& text) {
    if (rank == 2) text.call("MPI_Send", message_of("dest", 0, 7, 4)).call("MPI_Send", message_of("dest", 3, 7));
    if (rank == 3) text.call("MPI_Recv", message_of("source", 2, 7)).call("MPI_Recv", message_of("source", 1, 7, 4));
  };
  const test::Imported imported = four(both);
  CHECK(imported.fault_texts().empty());
  std::vector<std::vector<std::uint32_t>> tags(4);
  for (int rank = 2; rank < 4; ++rank) {
    for (const Operation& operation : imported.operations.rank(rank).operations) {
      if (operation.kind != OperationKind::kCompute) tags[static_cast<std::size_t>(rank)].push_back(operation.tag);
    }
  }
  CHECK(tags[3][0] == 7);
  CHECK(tags[2][1] == 7);
  CHECK(tags[2][0] == tags[3][1]);
  CHECK(tags[2][0] != 7);
  const test::Imported any = four([](int rank, DumpiText& text) {
    if (rank == 2) text.call("MPI_Send", message_of("dest", 0, 7, 4)).call("MPI_Send", message_of("dest", 3, 7));
    if (rank == 3) text.call("MPI_Recv", message_of("source", 2, -1)).call("MPI_Recv", message_of("source", -1, 7, 4));
  });
  CHECK(any.fault_texts() ==
        Texts{"22:9: a receive with any tag, and messages are in several communicators",
              "28:12: a receive from any rank, in one of several communicators that have messages"});
}

TEST_CASE("DUMPI: a handle may be that of another communicator later", "[IMPORT-15]") {
  const test::Imported imported = four([](int rank, DumpiText& text) {
    const auto message = [&] {
      if (rank == 2) text.call("MPI_Send", message_of("dest", 0, 7, 4));
      if (rank == 3) text.call("MPI_Recv", message_of("source", 1, 7, 4));
    };
    message();
    text.call("MPI_Comm_free", {"MPI_Comm comm=4 (x)"})
        .call("MPI_Comm_split", {"MPI_Comm oldcomm=2 (x)", fmt::format("int color={}", rank / 2),
                                 fmt::format("int key={}", -rank), "MPI_Comm newcomm=4 (x)"});
    message();
  });
  CHECK(imported.fault_texts().empty());
  std::set<std::uint32_t> tags;
  for (const Operation& operation : imported.operations.rank(2).operations) {
    if (operation.kind == OperationKind::kSend) tags.insert(operation.tag);
  }
  CHECK(tags.size() == 2);
}

TEST_CASE("DUMPI: calls that one half of the ranks makes more often are told", "[IMPORT-4][IMPORT-15]") {
  const test::Imported imported = four([](int rank, DumpiText& text) {
    const Texts barrier = {"MPI_Comm comm=4 (x)"};
    if (rank != 1) text.call("MPI_Barrier", barrier);
    if (rank >= 2) text.call("MPI_Barrier", barrier);
  });
  CHECK(imported.fault_texts() == Texts{"rank 1 makes 0 collective calls in a communicator and rank 0 makes more: "
                                        "barrier of 0 B, root 0 is missing"});
}

TEST_CASE("Collective calls of a communicator go between its members, with tags of their own", "[IMPORT-15]") {
  const Communicator part = {5, {6, 2, 4}, {}};
  ImportedOperations operations;
  operations.set_ranks(8);
  CollectiveExpansion expansion;
  std::set<std::pair<int, int>> sent;
  std::set<std::uint32_t> tags;
  for (const int rank : part.ranks) {
    CollectiveRecord record;
    record.kind = MpiCollective::kAlltoall;
    record.communicator = &part;
    record.members = 3;
    record.bytes = 16;
    static_cast<void>(expansion.expand(rank, record, std::nullopt, operations));
    for (const Operation& operation : operations.rank(rank).operations) {
      if (operation.kind != OperationKind::kSend) continue;
      sent.emplace(rank, operation.peer);
      tags.insert(operation.tag);
    }
  }
  CHECK(sent == std::set<std::pair<int, int>>{{2, 4}, {2, 6}, {4, 2}, {4, 6}, {6, 2}, {6, 4}});
  CHECK(*tags.begin() >= CollectiveExpander::kFirstTag + (5U << 24U));
  CHECK(*tags.rbegin() < CollectiveExpander::kFirstTag + (6U << 24U));
}

}  // namespace
}  // namespace tactus
