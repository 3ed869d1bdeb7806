#include "testbench/app/report/curves.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

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
