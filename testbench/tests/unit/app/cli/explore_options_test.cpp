#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/explore_command.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

std::unique_ptr<ExploreCommand> explore(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "explore");
  std::unique_ptr<Command> command = parse_command_line(std::move(arguments));
  REQUIRE(dynamic_cast<ExploreCommand*>(command.get()) != nullptr);
  return std::unique_ptr<ExploreCommand>(static_cast<ExploreCommand*>(command.release()));
}

TEST_CASE("Options: explore keeps its file and leaves level, seeds, folder and shard open") {
  const auto plain = explore({"x.yaml"});
  CHECK(plain->request.file == "x.yaml");
  CHECK_FALSE(plain->request.level);
  CHECK_FALSE(plain->request.seeds);
  CHECK_FALSE(plain->out);
  CHECK_FALSE(plain->shard);
  CHECK_FALSE(plain->plan_only);
  CHECK_FALSE(plain->quiet);
  const auto full = explore({"x.yaml", "--seeds=1", "--level=cycle", "--set", "n=4", "--out=x", "--jobs=3", "--quiet",
                             "--shard", "1/2", "--plan"});
  CHECK(full->request.seeds == 1);
  CHECK(full->request.level == Level::kCycle);
  CHECK(full->request.overrides == std::vector<std::string>{"n=4"});
  CHECK(full->out == "x");
  CHECK(full->jobs == 3);
  CHECK(full->quiet);
  CHECK(full->shard->index == 1);
  CHECK(full->shard->of == 2);
  CHECK(full->plan_only);
}

TEST_CASE("Options: explore needs a file and has one seed or more") {
  CHECK_THROWS_AS(parse_command_line({"explore"}), UsageError);
  for (const char* wrong : {"0", "10001", "some"}) {
    CHECK_THROWS_WITH(parse_command_line({"explore", "x.yaml", "--seeds", wrong}),
                      Catch::Matchers::Contains("from 1 to 10000"));
  }
}

}  // namespace
}  // namespace tactus
