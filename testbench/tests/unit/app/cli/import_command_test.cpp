#include "testbench/app/cli/import_command.h"

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

std::string import_refusal(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"import", "trace"});
  try {
    parse_command_line(std::move(arguments));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("Import command: it writes GOAL, all or nothing", "[IMPORT-13][IMPORT-4]") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("trace.txt", "0 init\n0 compute 5e3\n0 barrier\n");
  const std::string out = (folder.path() / "out.goal").string();
  const auto run = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"import", trace, "--to", "goal", "-o", out};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return parse_command_line(arguments)->execute();
  };
  CHECK(run({}) == kInputWrong);
  CHECK(folder.names() == std::set<std::string>{"trace.txt"});
  CHECK(run({"--flop-rate", "1e9", "--compute-scale", "2"}) == kDone);
  CHECK(folder.text("out.goal") ==
        "num_ranks 1\n\nrank 0 {\nl1: calc 10000\n// barrier 0b\nl2: calc 0\nl2 requires l1\n}\n");
  CHECK(run({"--flop-rate", "1e9", "--format", "goal"}) == kInputWrong);
}

TEST_CASE("Import command: the reference page shows what the example prints") {
  const TemporaryFolder folder;
  const std::filesystem::path source(TACTUS_SOURCE_DIR);
  const std::string example = "docs/examples/import/two_ranks.txt";
  const std::string out = (folder.path() / "out.goal").string();
  const auto command =
      parse_command_line({"import", (source / example).string(), "--to", "goal", "--flop-rate", "1e9", "-o", out});
  REQUIRE(command->execute() == kDone);
  const std::string page = test::text_of(source / "docs/reference/import.md");
  CHECK_THAT(page, Catch::Matchers::Contains("$ ./tactus import " + example + " --to goal --flop-rate 1e9\n" +
                                             folder.text("out.goal") + "format simgrid_ti, 2 ranks\n"));
}

TEST_CASE("Import command: options that are wrong are refused with what would be right") {
  CHECK(import_refusal({"--to", "gaol"}) == "--to gaol: must be goal; did you mean goal?");
  CHECK(import_refusal({"--to", "goal", "--format", "chakr"}) ==
        "--format chakr: must be chakra, dumpi, goal, goal_binary, liballprof or simgrid_ti; did you mean chakra?");
  for (const char* wrong : {"0", "-1", "x", "inf"}) {
    CHECK(import_refusal({"--to", "goal", "--flop-rate", wrong}) ==
          std::string("--flop-rate ") + wrong + ": must be a number above 0");
  }
  CHECK(import_refusal({"--to", "goal", "--compute-scale", "0"}) == "--compute-scale 0: must be a number above 0");
}

}  // namespace
}  // namespace tactus
