#include "testbench/app/results/csv_table.h"

#include "testbench/app/results/result_file.h"
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
  CHECK(table.column("b") == 1);
  CHECK_THROWS_WITH(table.column("c"), Contains("has no column 'c'"));
  CHECK_THROWS_WITH(table.number(1, 1), Contains("row 2 below the names, b: '' is no number"));
}

TEST_CASE("CsvTable: rows of another length, an empty file and none are told") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_csv(folder.write("a.csv", "a,b\n1,2\n1,2,3\n")), Contains("row 2 below the names has 3"));
  CHECK_THROWS_AS(read_csv(folder.write("b.csv", "")), UnreadableResult);
  CHECK_THROWS_AS(read_csv(folder.path() / "c.csv"), UnreadableResult);
}

}  // namespace
}  // namespace tactus
