#include "testbench/app/results/result_file.h"

#include <sys/stat.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using OrderedJson = nlohmann::ordered_json;

/// What reading a file with this text fails with.
std::string fault_of(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("result.json", text);
  CHECK_FALSE(find_result(path).has_value());
  try {
    const ResultFile file(path);
  } catch (const UnreadableResult& error) {
    const std::string what = error.what();
    CHECK(what.rfind(path + ": ", 0) == 0);
    return what.substr(path.size() + 2);
  }
  return "none";
}

TEST_CASE("Result file: half of one is told with the line and column from which on it is no JSON") {
  CHECK(fault_of("{\n  \"scenario\": ") == "line 2, column 15: is no JSON from there on");
  CHECK(fault_of("") == "line 1, column 1: is no JSON from there on");
  CHECK_THAT(fault_of("{\"a\": \"\xff\"}"), Contains("line 1, column 8"));
  CHECK_THAT(fault_of("[]"), Contains("is not the result of a run"));
}

TEST_CASE("Result file: lists deeper than any result are refused before anybody walks them") {
  std::string text = "{\"a\": ";
  text += std::string(2'000'000, '[') + std::string(2'000'000, ']') + "}";
  CHECK_THAT(fault_of(text), Contains("too deep"));
}

TEST_CASE("Result file: what is looked for and is not there, or is another thing, is told with the file") {
  const TemporaryFolder folder;
  const std::string path = folder.write("result.json", R"({"seed": "seven", "list": [1]})");
  const ResultFile file(path);
  CHECK(file.use([](const OrderedJson& json) { return json.at("list").at(0).get<int>(); }) == 1);
  CHECK_THROWS_WITH(file.use([](const OrderedJson& json) { return json.at("level").get<std::string>(); }),
                    path + ": is not the result of a run of this program: key 'level' not found");
  CHECK_THROWS_WITH(file.use([](const OrderedJson& json) { return json.at("seed").get<int>(); }),
                    Contains(path + ": is not the result of a run") && Contains("type must be number"));
  CHECK_THROWS_WITH(file.use([](const OrderedJson& json) { return json.at("list").at(3).get<int>(); }),
                    Contains("index 3"));
  CHECK_THROWS_AS(file.require_run(), UnreadableResult);
}

TEST_CASE("Result file: a pipe, a folder and nothing are refused, and not waited for") {
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(ResultFile(pipe), Contains("pipe: this is no regular file"));
  CHECK_THROWS_WITH(ResultFile(folder.path()), Contains("directory"));
  CHECK_THROWS_WITH(ResultFile(folder.path() / "none"), Contains("none: no such file"));
}

}  // namespace
}  // namespace tactus
