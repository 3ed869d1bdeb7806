#include "testbench/app/results/operation_file.h"

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/hdf5_file.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::int64_t kAbsent = -1;  ///< empty cell of operations.csv

/// A row of the table.
struct OperationRow {
  std::size_t table = 0;  ///< place of its schedule among those of the run
  int rank = 0;
  std::uint32_t number = 0;
  Operation operation;
  OperationTimes::Times times;

  [[nodiscard]] bool is_message() const {
    return operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
  }
};

/// Empty for a receive from any rank that has not ended.
std::string peer_text(const Operation& operation) {
  return operation.peer == Operation::kAnyRank ? std::string() : std::to_string(operation.peer);
}

bool has_jobs(const OperationTables& tables) { return !tables.empty() && !tables.front()->job().empty(); }

/// Calls `use` for the first `most` operations, by jobs and ranks and in their order. Answers how many there are.
template <class Use>
std::uint64_t for_each_row(const OperationTables& tables, std::uint64_t most, Use&& use) {
  std::uint64_t rows = 0;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    const OperationTimes& times = *tables[table];
    for (int rank = 0; rank < times.schedule().ranks(); ++rank) {
      const std::size_t operations = times.schedule().program(rank).operations.size();
      for (std::uint32_t i = 0; i < operations && rows < most; ++i, ++rows) {
        use(OperationRow{table, rank, i, times.operation(rank, i), times.at(rank, i)});
      }
    }
  }
  return rows;
}

/// One array of whole numbers.
struct NumberColumn {
  const char* name;
  const char* description;
  std::int64_t (*value)(const OperationRow&);
};
constexpr NumberColumn kNumbers[] = {
    {"rank", "rank", [](const OperationRow& row) -> std::int64_t { return row.rank; }},
    {"operation", "number of the operation in its rank, from 0",
     [](const OperationRow& row) -> std::int64_t { return row.number; }},
    {"line", "line of the file, or byte + 1 of a binary one; -1: it stands nowhere there",
     [](const OperationRow& row) { return row.operation.place == 0 ? kAbsent : std::int64_t{row.operation.place}; }},
    {"kind", "kind of the operation: index in operations/kinds",
     [](const OperationRow& row) { return static_cast<std::int64_t>(row.operation.kind); }},
    {"peer", "other rank of the message; -1: no message",
     [](const OperationRow& row) { return row.is_message() ? std::int64_t{row.operation.peer} : kAbsent; }},
    {"bytes", "size of the message; -1: no message",
     [](const OperationRow& row) {
       return row.is_message() ? static_cast<std::int64_t>(row.operation.amount) : kAbsent;
     }},
    {"nic", "NIC of the message; -1: no message",
     [](const OperationRow& row) { return row.is_message() ? std::int64_t{row.operation.nic} : kAbsent; }},
    {"processor", "processor of the rank",
     [](const OperationRow& row) -> std::int64_t { return row.operation.processor; }},
    {"after", "operation of the rank for which it waited last; -1: none",
     [](const OperationRow& row) { return row.times.after == kNoOperation ? kAbsent : std::int64_t{row.times.after}; }},
};

void write_times(Hdf5File& file, const OperationTables& tables, std::uint64_t most, const Clock& clock,
                 const char* name, const char* description, std::uint64_t OperationTimes::Times::*cycle) {
  std::vector<double> values;
  for_each_row(tables, most, [&](const OperationRow& row) {
    const std::uint64_t at = row.times.*cycle;
    values.push_back(at == OperationTimes::kNever ? std::numeric_limits<double>::quiet_NaN()
                                                  : static_cast<double>(clock.edge(Cycles{at}).count()) / 1e6);
  });
  file.write(std::string("operations/") + name, {values.size()}, values, description);
}

void write_jobs(Hdf5File& file, const OperationTables& tables, std::uint64_t most) {
  std::vector<std::int64_t> values;
  for_each_row(tables, most, [&](const OperationRow& row) { values.push_back(static_cast<std::int64_t>(row.table)); });
  file.write("operations/job", {values.size()}, values, "job, an index into operations/jobs");
  std::vector<std::string> names;
  for (const OperationTimes* times : tables) names.push_back(times->job());
  file.write("operations/jobs", names, "names of operations/job");
}

}  // namespace

std::uint64_t write_operations(const OperationTables& tables, const std::filesystem::path& folder, const Clock& clock,
                               std::uint64_t most) {
  const auto time_text = [&](std::uint64_t cycle) {
    return cycle == OperationTimes::kNever ? std::string() : microseconds_text(clock.edge(Cycles{cycle}));
  };
  AtomicFile file(folder / "operations.csv");
  if (has_jobs(tables)) file.write("job,");
  file.write("rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n");
  const std::uint64_t rows = for_each_row(tables, most, [&](const OperationRow& row) {
    const Operation& each = row.operation;
    const bool message = row.is_message();
    if (const std::string& job = tables[row.table]->job(); !job.empty()) file.print("{},", job);
    file.print("{},{},{},{},{},{},{},{},{},{},{}\n", row.rank, row.number,
               each.place == 0 ? "" : std::to_string(each.place), name_of(each.kind), message ? peer_text(each) : "",
               message ? std::to_string(each.amount) : "", message ? std::to_string(each.nic) : "", each.processor,
               row.times.after == kNoOperation ? "" : std::to_string(row.times.after), time_text(row.times.began),
               time_text(row.times.ended));
  });
  file.commit();
  return rows;
}

void write_operation_arrays(const OperationTables& tables, const std::filesystem::path& folder, const Clock& clock,
                            std::uint64_t most) {
  Hdf5File file(folder / kOperationArrays);
  if (has_jobs(tables)) write_jobs(file, tables, most);
  for (const NumberColumn& column : kNumbers) {
    std::vector<std::int64_t> values;
    for_each_row(tables, most, [&](const OperationRow& row) { values.push_back(column.value(row)); });
    file.write(std::string("operations/") + column.name, {values.size()}, values, column.description);
  }
  write_times(file, tables, most, clock, "began_us", "when it began, us; NaN: it has not",
              &OperationTimes::Times::began);
  write_times(file, tables, most, clock, "ended_us", "when it ended, us; NaN: it has not",
              &OperationTimes::Times::ended);
  file.write("operations/kinds",
             {name_of(OperationKind::kSend), name_of(OperationKind::kReceive), name_of(OperationKind::kCompute),
              name_of(OperationKind::kWait)},
             "names of operations/kind");
  file.commit();
}

}  // namespace tactus
