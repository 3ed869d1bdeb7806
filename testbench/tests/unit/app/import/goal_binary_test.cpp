#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/goal_binary_file.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;
using test::BinaryNode;
using test::BinaryRank;
using test::goal_binary;
using test::import_text;
using test::ImportOptions;

/// Rank 0 computes, then sends to rank 1 and starts a receive with it; rank 1 sends and receives; rank 2 does nothing.
std::vector<BinaryRank> three_ranks() {
  BinaryRank first;
  first.nodes = {{3, 0, 5, 0}, {1, 1, 8, 7}, {2, 1, 16, 3}};
  first.nodes[0].after_end = {1};
  first.nodes[1].after_begin = {2};
  BinaryRank second;
  second.nodes = {{2, 0, 8, 7}, {1, 0, 16, 3}};
  return {first, second, {}};
}

constexpr char kThreeRanks[] =
    "\nrank 0 {\nl1: calc 5000\nl2: send 8b to 1 tag 7\nl3: recv 16b from 1 tag 3\nl2 requires l1\nl3 irequires l2\n}\n"
    "\nrank 1 {\nl1: recv 8b from 0 tag 7\nl2: send 16b to 0 tag 3\n}\n"
    "\nrank 2 {\n}\n";

Texts faults_of_bytes(const std::string& bytes) {
  ImportOptions options;
  options.format = "goal_binary";
  return import_text(bytes, options).fault_texts();
}

/// The bytes with a number put into them.
template <class Number>
std::string with(std::string bytes, std::size_t at, Number value) {
  std::memcpy(&bytes.at(at), &value, sizeof value);
  return bytes;
}

TEST_CASE("Goal binary: nodes and dependents become operations", "[IMPORT-1][IMPORT-6]") {
  const test::Imported imported = import_text(goal_binary(three_ranks()));
  CHECK(imported.fault_texts().empty());
  CHECK(imported.format == "goal_binary");
  CHECK(imported.goal() == kThreeRanks);
  CHECK(imported.operations.rank(0).operations[0].place == 8 + 6 + 3 * 16 + 8 + 4 + 1);
}

TEST_CASE("Goal binary: the longer nodes of LogGOPSim2 are known by themselves", "[IMPORT-6]") {
  const test::Imported imported = import_text(goal_binary(three_ranks(), 104));
  CHECK(imported.fault_texts().empty());
  CHECK(imported.goal() == kThreeRanks);
}

TEST_CASE("Goal binary: with a number of nodes that leaves both sizes open, the nodes decide", "[IMPORT-6]") {
  for (const int nodes : {4, 8, 40}) {
    std::vector<BinaryRank> ranks(1);
    for (int i = 0; i < nodes; ++i) ranks[0].nodes.push_back({3, 0, 1, 0});
    for (const std::size_t size : {std::size_t{39}, std::size_t{104}}) {
      const test::Imported imported = import_text(goal_binary(ranks, size));
      CHECK(imported.fault_texts().empty());
      CHECK(imported.summary.computes == static_cast<std::uint64_t>(nodes));
    }
  }
}

TEST_CASE("Goal binary: NICs are chosen by the machine unless a node has another than 0", "[IMPORT-6]") {
  std::vector<BinaryRank> ranks(1);
  ranks[0].nodes = {{1, 0, 8, 0}, {2, 0, 8, 0}};
  CHECK(import_text(goal_binary(ranks)).operations.rank(0).operations[0].nic == Operation::kAnyNic);
  ranks[0].nodes[0].nic = 3;
  ranks[0].nodes[1].cpu = 9;
  const test::Imported imported = import_text(goal_binary(ranks));
  CHECK(imported.operations.rank(0).operations[0].nic == 3);
  CHECK(imported.operations.rank(0).operations[1].nic == 0);
  CHECK(imported.operations.rank(0).operations[1].processor == 9);
}

TEST_CASE("Goal binary: a receive may be from any rank and with any tag, a send may not", "[IMPORT-5][IMPORT-6]") {
  std::vector<BinaryRank> ranks(1);
  ranks[0].nodes = {{2, 0xFFFFFFFF, 8, 0xFFFFFFFF}};
  CHECK(import_text(goal_binary(ranks)).goal() == "\nrank 0 {\nl1: recv 8b from -1 tag -1\n}\n");
  ranks[0].nodes[0].type = 1;
  CHECK(faults_of_bytes(goal_binary(ranks)) ==
        Texts{"byte 59: a send with any tag: only a receive can have any",
              "byte 47: there is no rank 4294967295: ranks are numbered 0 to 0"});
}

// Bytes of `three_ranks`: table from 14, rank 0 from 62 with one root and nodes from 74, 113 and 152, dependents from
// 191.
TEST_CASE("Goal binary: what does not fit is told with its byte", "[IMPORT-4][IMPORT-6]") {
  const std::string good = goal_binary(three_ranks());
  const std::uint32_t huge = 0xFFFFFFFF;
  const std::pair<std::string, std::string> slips[] = {
      {with(good, 0, std::uint64_t{2342}), "byte 0: LogGOPSim has consumed this schedule: make it again with txt2bin"},
      {with(good, 0, std::uint64_t{4224}),
       "byte 0: the magic number is 4224: a binary schedule begins with 4223, in the byte order of this machine"},
      {with(good, 8, huge), "byte 8: 4294967295 ranks: at most 1048576 are possible here"},
      {with(with(good, 8, std::uint32_t{0}), 14, std::uint64_t{0}), "byte 8: there are no ranks: at least 1"},
      {with(good, 14, std::uint64_t{55}),
       "byte 14: rank 0 is said to be at bytes 55 to 191: it has to begin at 54, where the one before it ends"},
      {with(good, 22, std::uint64_t{10}),
       "byte 14: rank 0 is said to be at bytes 54 to 10: it has to begin at 54, where the one before it ends"},
      {with(good, 62, std::uint32_t{4}),
       "byte 74: the 4 nodes of rank 0 fit neither the layout of LogGOPSim (39 bytes a "
       "node) nor that of LogGOPSim2 (104 bytes)"},
      {with(good, 66, std::uint32_t{4}), "byte 62: rank 0 has 137 bytes, 3 nodes and 4 roots: these do not fit"},
      {with(good, 70, std::uint32_t{1}), "byte 74: node 0 of rank 0 waits for nothing and is not among the roots"},
      {with(good, 113, std::uint32_t{2}), "byte 199: node 1 of rank 0 waits for 1 nodes that do not name it"},
      {with(good, 117, std::uint8_t{0}),
       "byte 74: the 3 nodes of rank 0 fit neither the layout of LogGOPSim (39 bytes a "
       "node) nor that of LogGOPSim2 (104 bytes)"},
      {with(good, 118, std::uint32_t{3}), "byte 118: there is no rank 3: ranks are numbered 0 to 2"},
      {with(good, 134, std::uint8_t{1}), "byte 134: cpu 1: the header says that the largest is 0"},
      {with(good, 135, std::uint8_t{1}), "byte 135: nic 1: the header says that the largest is 0"},
      {with(good, 191, std::uint32_t{3}), "byte 191: node 3 of rank 0 cannot depend on node 0: there are 3 nodes"},
      {with(good, 191, std::uint32_t{0}),
       "byte 191: node 0 of rank 0 cannot depend on node 0: it would wait for itself"},
      {with(good, 195, std::uint32_t{0}),
       "byte 195: node 0 of rank 0 cannot depend on node 1: it has all that it waits for already"},
      {good + "x", fmt::format("byte {}: there are bytes behind the last rank", good.size())},
      {good.substr(0, 5), "byte 5: the file ends within the magic number: 3 of its 8 bytes are missing"},
      {good.substr(0, 13), "byte 13: the file ends within the header: 1 of its 1 bytes are missing"},
      {good.substr(0, 30), "byte 30: the file ends within the table of ranks: 8 of its 8 bytes are missing"},
      {good.substr(0, 120), "byte 120: the file ends within a node: 32 of its 39 bytes are missing"},
      {good.substr(0, 193), "byte 193: the file ends within the dependents: 2 of its 4 bytes are missing"},
  };
  for (const auto& [bytes, fault] : slips) {
    INFO(fault);
    const Texts faults = faults_of_bytes(bytes);
    CHECK(std::find(faults.begin(), faults.end(), fault) != faults.end());
  }
  CHECK(faults_of_bytes(with(good, 83, ~std::uint64_t{0}))[0] == "byte 83: computing of 2^63 ps or more");
}

TEST_CASE("Goal binary: operations of Portals and other types are refused by their numbers", "[IMPORT-4][IMPORT-6]") {
  std::vector<BinaryRank> ranks(1);
  ranks[0].nodes = {{4, 0, 8, 0}};
  CHECK(faults_of_bytes(goal_binary(ranks, 104)) ==
        Texts{"byte 46: type 4: an operation of Portals; only send (1), recv (2) and calc (3) are read"});
  ranks[0].nodes = {{3, 0, 1, 0}, {3, 0, 1, 0}, {3, 0, 1, 0}, {3, 0, 1, 0}, {9, 0, 8, 0}};
  CHECK(faults_of_bytes(goal_binary(ranks)) == Texts{"byte 218: type 9: nodes are send (1), recv (2) or calc (3)"});
}

TEST_CASE("Goal binary: what fits both layouts is refused with both named", "[IMPORT-6]") {
  // Four nodes, all bytes of which are 1 where types may stand, with a node of 104 bytes made of two of 39 and a rest.
  std::vector<BinaryRank> ranks(1);
  ranks[0].nodes = {{3, 0, 1, 0}, {3, 0, 1, 0}, {3, 0, 1, 0}, {3, 0, 1, 0}};
  std::string bytes = goal_binary(ranks, 104);
  for (std::size_t node = 0; node < 4; ++node) bytes[8 + 6 + 16 + 8 + 16 + node * 39 + 4] = 3;
  for (std::size_t node = 0; node < 4; ++node) bytes[8 + 6 + 16 + 8 + 16 + node * 104 + 4] = 3;
  CHECK(faults_of_bytes(bytes) ==
        Texts{"byte 54: the 4 nodes of rank 0 fit both the layout of LogGOPSim (39 bytes a node) and "
              "that of LogGOPSim2 (104 bytes)"});
  // A dependent that is out of order, where only nodes of 39 bytes have a count, leaves the longer nodes.
  bytes[54 + 39 + 23] = 1;
  bytes[54 + 39 + 27] = 5;
  CHECK(import_text(bytes).fault_texts().empty());
}

}  // namespace
}  // namespace tactus
