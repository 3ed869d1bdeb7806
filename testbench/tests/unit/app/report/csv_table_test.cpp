#include "testbench/app/report/csv_table.h"

#include "testbench/app/report/file_curves.h"
#include "testbench/app/report/unreadable_result.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("CsvTable: fields in quotation marks hold commas, line ends and marks") {
  const TemporaryFolder folder;
  const CsvTable table = read_csv(folder.write("a.csv", "a,b\n\"1,\n\"\"2\"\"\",3\n,\n"));
  CHECK(table.names == std::vector<std::string>{"a", "b"});
  CHECK(table.rows == std::vector<std::vector<std::string>>{{"1,\n\"2\"", "3"}, {"", ""}});
  CHECK(table.number(0, 1) == 3);
  CHECK_THROWS_WITH(table.number(1, 1), Contains("row 2 below the names, b: '' is no number"));
}

TEST_CASE("CsvTable: rows of another length, an empty file and none are told") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_csv(folder.write("a.csv", "a,b\n1,2\n1,2,3\n")), Contains("row 2 below the names has 3"));
  CHECK_THROWS_AS(read_csv(folder.write("b.csv", "")), UnreadableResult);
  CHECK_THROWS_AS(read_csv(folder.path() / "c.csv"), UnreadableResult);
}

TEST_CASE("file_curves: of many rows several become one, whose mean goes by their length") {
  const TemporaryFolder folder;
  std::string text = "time_us,some\n";
  // Rows of 1 us and of 3 us by turns, with 8 and 0 in them.
  for (int pair = 0; pair < 1500; ++pair)
    text += std::to_string(4 * pair + 1) + ",8\n" + std::to_string(4 * pair + 4) + ",0\n";
  const auto curves = file_curves(folder.write("a.csv", text), "things");
  CHECK(curves["rows_per_point"] == 2);
  REQUIRE(curves["end_us"].size() == 1500);
  CHECK(curves["end_us"][1] == 8.0);
  CHECK(curves["series"][0]["name"] == "some");
  for (const auto& value : curves["series"][0]["values"]) {
    const bool mean = value == 2.0;
    CHECK(mean);
  }
}

}  // namespace
}  // namespace tactus
