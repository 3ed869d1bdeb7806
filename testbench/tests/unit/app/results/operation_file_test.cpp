#include "testbench/app/results/operation_file.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/report/hdf5_reader.h"
#include "testbench/app/results/run_operations.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/told_operations.h"

namespace tactus {
namespace {

/// A computing and a send of rank 0 that has not ended, and the receive of rank 1.
Told unfinished() {
  Told told;
  const auto compute = told.add(0, OperationKind::kCompute, 100'000, 0, 11);
  const auto send = told.add(0, OperationKind::kSend, 64, 1, 12);
  const auto receive = told.add(1, OperationKind::kReceive, 64, 0, 21);
  told.start();
  told.began(0, compute, 1);
  told.ended(0, compute, 101);
  told.began(0, send, 101, compute);
  told.began(1, receive, 1);
  return told;
}

TEST_CASE(
    "Operations file: has a row for each operation with its line and times, and no times of one that has not begun",
    "[OPERATION-10][key:trace.max_operations]") {
  const Told told = unfinished();
  const TemporaryFolder folder;
  CHECK(write_operations({told.times.get()}, folder.path(), kClock, 10) == 3);
  CHECK(folder.text("operations.csv") ==
        "rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "0,0,11,calc,,,,0,,0.001,0.101\n"
        "0,1,12,send,1,64,0,0,0,0.101,\n"
        "1,0,21,recv,0,64,0,0,,0.001,\n");
  CHECK(write_operations({told.times.get()}, folder.path(), kClock, 1) == 1);
}

TEST_CASE("Operations file: a receive from any rank has the message that it met, and no peer before that",
          "[OPERATION-10][OPERATION-15]") {
  Told told;
  for (int i = 0; i < 2; ++i) told.add(0, OperationKind::kReceive, 64, Operation::kAnyRank);
  const auto first = told.add(1, OperationKind::kSend, 32, 0);
  told.add(1, OperationKind::kSend, 16, 0);
  told.start();
  told.began(0, 0, 1);
  told.met(0, 0, 1, first, 300);
  const TemporaryFolder folder;
  write_operations({told.times.get()}, folder.path(), kClock, 2);
  CHECK(folder.text("operations.csv") ==
        "rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "0,0,,recv,1,32,0,0,,0.001,0.300\n"
        "0,1,,recv,,64,0,0,,,\n");
}

/// Two jobs of two ranks. Those of `near` are ranks 2 and 0 of the machine, those of `far` ranks 3 and 1.
struct ToldJobs {
  Told told;  ///< whose schedule both have
  std::unique_ptr<RunOperations> operations;

  ToldJobs() {
    const auto compute = told.add(0, OperationKind::kCompute, 100'000, 0, 11);
    const auto send = told.add(0, OperationKind::kSend, 64, 1, 12);
    told.add(1, OperationKind::kReceive, 64, Operation::kAnyRank, 21);
    told.schedule->after_end_of(0, send, compute);
    told.start();
    std::vector<std::unique_ptr<OperationTimes>> jobs;
    jobs.push_back(std::make_unique<OperationTimes>(told.schedule, OperationJob{"near", {2, 0}, Cycles{0}}));
    jobs.push_back(std::make_unique<OperationTimes>(told.schedule, OperationJob{"far", {3, 1}, Cycles{50}}));
    operations = std::make_unique<RunOperations>(std::move(jobs), 5);
    TrafficObserver& observer = *operations->observer();
    const std::uint32_t tag = told.schedule->program(0).operations[send].tag;
    for (const int rank : {2, 3}) {
      const std::uint64_t begin = rank == 2 ? 1 : 53;
      observer.operation_began({rank, compute, kNoOperation}, Cycles{begin});
      observer.operation_ended(rank, compute, Cycles{begin + 100});
      observer.operation_began({rank, send, compute}, Cycles{begin + 100});
      observer.operation_ended(rank, send, Cycles{begin + 120});
      observer.operation_began({rank - 2, 0, kNoOperation}, Cycles{begin});
      observer.operation_met(0, {rank, rank - 2, 0, tag, Bytes{64}}, Cycles{begin + 200});
      observer.operation_ended(rank - 2, 0, Cycles{begin + 200});
    }
    observer.operation_began({4, 0, kNoOperation}, Cycles{1});  // of no job
    observer.operation_ended(4, 0, Cycles{2});
  }
};

TEST_CASE("Operations file: of jobs has the job in front, and ranks, peers and times as the job has them", "[JOB-12]") {
  const ToldJobs jobs;
  const TemporaryFolder folder;
  CHECK(write_operations(jobs.operations->tables(), folder.path(), kClock, 10) == 6);
  CHECK(folder.text("operations.csv") ==
        "job,rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "near,0,0,11,calc,,,,0,,0.001,0.101\n"
        "near,0,1,12,send,1,64,1,0,0,0.101,0.121\n"
        "near,1,0,21,recv,0,64,1,0,,0.001,0.201\n"
        "far,0,0,11,calc,,,,0,,0.053,0.153\n"
        "far,0,1,12,send,1,64,1,0,0,0.153,0.173\n"
        "far,1,0,21,recv,0,64,1,0,,0.053,0.253\n");
  CHECK(write_operations(jobs.operations->tables(), folder.path(), kClock, 4) == 4);
  CHECK_THAT(folder.text("operations.csv"), Catch::Matchers::EndsWith("far,0,0,11,calc,,,,0,,0.053,0.153\n"));
  write_operation_arrays(jobs.operations->tables(), folder.path(), kClock, 10);
  const Hdf5Reader reader(folder.path() / "operations.h5");
  for (std::uint64_t row = 0; row < 6; ++row) {
    CHECK(reader.numbers("operations/job", row).front() == (row < 3 ? 0 : 1));
    CHECK(reader.numbers("operations/rank", row).front() == (row % 3 == 2 ? 1 : 0));
  }
}

TEST_CASE("Operations of jobs: each job has a path from its start, and ranks of its own", "[JOB-13]") {
  const ToldJobs jobs;
  RunSummary summary;
  for (const char* name : {"other", "near", "far"}) summary.jobs.emplace_back().name = name;
  jobs.operations->summarise(kClock, summary);
  CHECK_FALSE(summary.operations);
  CHECK_FALSE(summary.jobs[0].operations);
  REQUIRE(summary.jobs[1].operations);
  REQUIRE(summary.jobs[2].operations);
  CHECK(summary.jobs[1].operations->length == 201);
  CHECK(summary.jobs[2].operations->length == 203);  // 3 cycles after its start, in cycle 50, the first begins
  CHECK(summary.jobs[2].operations->parts[OperationPart::kCall] == 3);
  CHECK(summary.jobs[2].operation_ranks->busiest == 0);
  CHECK(summary.jobs[2].operation_ranks->mean_compute_s == Approx(50e-9));
}

TEST_CASE("Operation arrays: are the columns of the table, without times of what has not happened", "[RESULT-69]") {
  const Told told = unfinished();
  const TemporaryFolder folder;
  write_operation_arrays({told.times.get()}, folder.path(), kClock, 10);
  const Hdf5Reader reader(folder.path() / "operations.h5");
  const auto column = [&](const std::string& name) {
    std::vector<double> values;
    const std::string array = "operations/" + name;
    for (std::uint64_t row = 0; row < reader.shape(array).front(); ++row) {
      values.push_back(reader.numbers(array, row).front());
    }
    return values;
  };
  using Column = std::vector<double>;
  CHECK(column("rank") == Column{0, 0, 1});
  CHECK(column("operation") == Column{0, 1, 0});
  CHECK(column("line") == Column{11, 12, 21});
  CHECK(column("kind") == Column{2, 0, 1});
  CHECK(column("peer") == Column{-1, 1, 0});
  CHECK(column("bytes") == Column{-1, 64, 64});
  CHECK(column("nic") == Column{-1, 0, 0});
  CHECK(column("processor") == Column{0, 0, 0});
  CHECK(column("after") == Column{-1, 0, -1});
  CHECK(column("began_us") == Column{0.001, 0.101, 0.001});
  const Column ended = column("ended_us");
  CHECK(ended.at(0) == 0.101);
  CHECK(std::isnan(ended.at(1)));
  CHECK(std::isnan(ended.at(2)));
  write_operation_arrays({told.times.get()}, folder.path(), kClock, 2);
  CHECK(Hdf5Reader(folder.path() / "operations.h5").shape("operations/rank") == Hdf5Reader::Shape{2});
}

}  // namespace
}  // namespace tactus
