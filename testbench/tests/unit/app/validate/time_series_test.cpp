#include "testbench/app/validate/time_series.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

TEST_CASE("Time series: columns by name, windows from where the row before ends") {
  const TemporaryFolder folder;
  const TimeSeries series(folder.write("x.csv", "time_us,a,b\n10.000,1,4\n20.000,3,8\n25.500,7,9\n"));
  CHECK(series.size() == 3);
  CHECK(series.begin_us(0) == 0);
  CHECK(series.begin_us(2) == 20);
  CHECK(series.end_us(2) == 25.5);
  CHECK(series.column("b") == std::vector<double>{4, 8, 9});
  CHECK_THROWS_AS(series.column("c"), std::runtime_error);
  const TimeSeries coarse = series.averaged(2);
  CHECK(coarse.size() == 1);
  CHECK(coarse.end_us(0) == 20);
  CHECK(coarse.column("a") == std::vector<double>{2});
}

TEST_CASE("Time series: a row of several idle windows stands for all of them") {
  const TemporaryFolder folder;
  const TimeSeries series(folder.write("x.csv", "time_us,a\n10,8\n20,4\n50,0\n60,4\n63,2\n"));
  CHECK(series.size() == 7);
  CHECK(series.end_us(2) == 30);
  CHECK(series.begin_us(4) == 40);
  CHECK(series.column("a") == std::vector<double>{8, 4, 0, 0, 0, 4, 2});
  CHECK(series.averaged(3).column("a") == std::vector<double>{4, 4.0 / 3});
  const TimeSeries idle_at_first(folder.write("y.csv", "time_us,a\n40,0\n50,4\n53,1\n"));
  CHECK(idle_at_first.column("a") == std::vector<double>{0, 0, 0, 0, 4, 1});
}

TEST_CASE("Time series: a file that is none, or that ends within a row, is refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(TimeSeries(folder.path() / "missing.csv"), std::runtime_error);
  CHECK_THROWS_AS(TimeSeries(folder.write("short.csv", "time_us,a,b\n10,1\n")), std::runtime_error);
}

TEST_CASE("Time series: median and variation") {
  CHECK(median({5, 1, 9}) == 5);
  CHECK(variation({3, 3, 3}) == 0);
  CHECK(variation({1, 3}) == Approx(0.5));
}

}  // namespace
}  // namespace tactus
