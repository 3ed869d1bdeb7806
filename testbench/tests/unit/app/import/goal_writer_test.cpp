#include <random>

#include "testbench/app/import/goal_writer.h"
#include "testbench/app/import/import_summary.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/import/import_support.h"

namespace tactus {
namespace {

std::string written(const ImportedOperations& operations, std::uint64_t unit_ps = 1000) {
  std::string text;
  GoalWriter([&text](std::string_view part) { text += part; }, unit_ps).write(operations);
  return text;
}

/// Operations of all kinds, whose times are whole nanoseconds.
ImportedOperations random_operations(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  ImportedOperations operations;
  const int ranks = 1 + static_cast<int>(below(5));
  operations.set_ranks(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    const std::uint32_t count = below(20);
    for (std::uint32_t i = 0; i < count; ++i) {
      Operation operation;
      operation.kind = static_cast<OperationKind>(below(3));
      operation.processor = static_cast<std::uint8_t>(below(3));
      if (operation.kind == OperationKind::kCompute) {
        operation.amount = 1000 * static_cast<std::uint64_t>(random());
      } else {
        operation.amount = random();
        const bool receives = operation.kind == OperationKind::kReceive;
        operation.peer = receives && below(4) == 0
                             ? kAnySource
                             : static_cast<std::int32_t>(below(static_cast<std::uint32_t>(ranks)));
        operation.tag = receives && below(4) == 0 ? kAnyTag : below(kAnyTag);
        operation.nic = static_cast<std::int8_t>(static_cast<int>(below(4)) - 1);
      }
      operations.add(rank, operation);
    }
    for (std::uint32_t i = 0; count > 1 && i < below(30); ++i) {
      const std::uint32_t first = below(count);
      const std::uint32_t second = below(count);
      if (first == second) continue;
      if (below(2) == 0) {
        operations.after_end_of(rank, first, second);
      } else {
        operations.after_begin_of(rank, first, second);
      }
    }
  }
  return operations;
}

bool equal(const Operation& a, const Operation& b) {  // but for their places
  return a.kind == b.kind && a.amount == b.amount && a.peer == b.peer && a.tag == b.tag && a.processor == b.processor &&
         a.nic == b.nic;
}

TEST_CASE("Goal writer: what is written is read again as it was", "[IMPORT-13]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const ImportedOperations before = random_operations(seed);
    const test::Imported after = test::import_text(written(before));
    CHECK(after.fault_texts().empty());
    REQUIRE(after.operations.ranks() == before.ranks());
    for (int rank = 0; rank < before.ranks(); ++rank) {
      const ImportedOperations::Rank& a = before.rank(rank);
      const ImportedOperations::Rank& b = after.operations.rank(rank);
      const bool same =
          std::equal(a.operations.begin(), a.operations.end(), b.operations.begin(), b.operations.end(), equal) &&
          a.after_end == b.after_end && a.after_begin == b.after_begin;
      CHECK(same);
    }
  }
}

TEST_CASE("Goal writer: waits are calc 0, notes are comments, times are rounded", "[IMPORT-13]") {
  ImportedOperations operations;
  operations.set_ranks(1);
  NotedCollectives expander(operations);
  Operation compute;
  for (const std::uint64_t time : {499U, 500U, 1499U, 2000U}) {
    compute.amount = time;
    operations.add(0, compute);
  }
  CollectiveRecord record;
  record.kind = MpiCollective::kBroadcast;
  record.bytes = 8;
  record.root = 3;
  CHECK(expander.expand(0, record, 3, operations) == 4);
  std::string text;
  GoalWriter writer([&text](std::string_view part) { text += part; });
  writer.write(operations);
  CHECK(text ==
        "num_ranks 1\n\nrank 0 {\nl1: calc 0\nl2: calc 1\nl3: calc 1\nl4: calc 2\n// broadcast 8b root 3\nl5: calc 0\n"
        "l5 requires l4\n}\n");
  CHECK(writer.rounded() == 3);
}

TEST_CASE("Import summary: it has all that was read", "[IMPORT-13]") {
  test::ImportOptions options;
  options.settings.flop_rate = 1e9;
  const test::Imported imported = test::import_text(
      "0 init\n1 init\n0 compute 2e9\n0 isend 1 0 8\n1 recv 0 0 8\n0 waitall\n0 barrier\n1 barrier\n", options);
  CHECK(summary_text(imported.summary, imported.format) ==
        "format simgrid_ti, 2 ranks\n"
        "operations: 1 sends of 8 B in all, 1 receives, 1 computes of 2 s in all, 3 waits\n"
        "dependencies: 5\n"
        "collective calls: 2 barrier\n"
        "statements that are no operation: 2 init\n");
}

}  // namespace
}  // namespace tactus
