#include "testbench/app/results/operation_file.h"

#include <cmath>
#include <string>
#include <vector>

#include "testbench/app/report/hdf5_reader.h"
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
  CHECK(write_operations(*told.times, folder.path(), kClock, 10) == 3);
  CHECK(folder.text("operations.csv") ==
        "rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "0,0,11,calc,,,,0,,0.001,0.101\n"
        "0,1,12,send,1,64,0,0,0,0.101,\n"
        "1,0,21,recv,0,64,0,0,,0.001,\n");
  CHECK(write_operations(*told.times, folder.path(), kClock, 1) == 1);
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
  write_operations(*told.times, folder.path(), kClock, 2);
  CHECK(folder.text("operations.csv") ==
        "rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n"
        "0,0,,recv,1,32,0,0,,0.001,0.300\n"
        "0,1,,recv,,64,0,0,,,\n");
}

TEST_CASE("Operation arrays: are the columns of the table, without times of what has not happened", "[RESULT-69]") {
  const Told told = unfinished();
  const TemporaryFolder folder;
  write_operation_arrays(*told.times, folder.path(), kClock, 10);
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
  write_operation_arrays(*told.times, folder.path(), kClock, 2);
  CHECK(Hdf5Reader(folder.path() / "operations.h5").shape("operations/rank") == Hdf5Reader::Shape{2});
}

}  // namespace
}  // namespace tactus
