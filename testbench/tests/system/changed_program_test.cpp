// Results of before, and a program whose model has changed since.
#include <fmt/format.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

/// What stands before the build id in a program's file: sizes of owner and content, kind, owner. The linker's order.
const std::string kNote("\4\0\0\0\24\0\0\0\3\0\0\0GNU\0", 16);
constexpr std::size_t kIdBytes = 20;

std::size_t id_place(const std::string& program) {
  const std::size_t note = program.find(kNote);
  REQUIRE(note != std::string::npos);
  return note + kNote.size();
}

/// The build id in a program's file.
std::string id_in(const std::string& file) {
  const std::string program = text_of(file);
  std::string id;
  for (std::size_t i = 0; i < kIdBytes; ++i) {
    id += fmt::format("{:02x}", static_cast<unsigned char>(program.at(id_place(program) + i)));
  }
  return id;
}

/// The program as the linker would have left it, had it been made of something else, with the file that names its clone
/// beside it.
std::string changed_program(const TemporaryFolder& folder) {
  std::string program = text_of(tactus_path());
  program.at(id_place(program) + kIdBytes - 1) ^= 1;
  fs::copy_file(fs::path(tactus_path()).parent_path() / "tactus.clone", folder.path() / "tactus.clone");
  const std::string path = folder.write("changed", program);
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

std::string program_of(const fs::path& result) {
  return nlohmann::json::parse(text_of(result)).at("versions").at("program");
}

/// Runs `arguments` by the program, by a changed one, each twice, and by the program again. `run` and `found` are what
/// it says when nothing has been run before, and when all has.
void check_runs(const Texts& arguments, const TemporaryFolder& folder, const std::string& run,
                const std::string& found) {
  const std::string changed = changed_program(folder);
  for (const std::string& program : {tactus_path(), changed, tactus_path()}) {
    for (const std::string& expected : {run, found}) {
      const Outcome outcome = run_program(program, arguments);
      CAPTURE(program, outcome.out, outcome.err);
      REQUIRE(outcome.status == 0);
      CHECK_THAT(outcome.out, Contains(expected));
    }
  }
}

}  // namespace

TEST_CASE("Results: say which program made them, by what its linker made of all of it", "[RESULT-2]") {
  const TemporaryFolder folder;
  const std::string changed = changed_program(folder);
  REQUIRE(id_in(changed) != id_in(tactus_path()));
  for (const std::string& program : {tactus_path(), changed}) {
    REQUIRE(run_program(program, {"run", scenario_path("quickstart/a2at_4x4.yaml"), "--quiet", "--out", folder.path()})
                .status == 0);
    CHECK(program_of(folder.path() / "result.json") == id_in(program));
  }
}

TEST_CASE("Sweep: a changed program runs every point again, the same one none") {
  const TemporaryFolder folder;
  check_runs({"sweep", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path() / "runs", "--over", "seed=1,2",
              "--set", "trace.enabled=false"},
             folder, "2 run, 0 found", "0 run, 2 found");
}

TEST_CASE("Tune: a changed program runs every trial again, the same one none") {
  const TemporaryFolder folder;
  check_runs({"tune", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path() / "tuned.yaml", "--runs",
              folder.path() / "runs", "--bias", "0,1", "--set", "workload.sequences=[1]"},
             folder, "2 run, 0 found", "0 run, 2 found");
}

TEST_CASE("Validate: a changed program runs again what claims are measured on, the same one does not") {
  const TemporaryFolder folder;
  const std::string changed = changed_program(folder);
  const fs::path result = folder.path() / "nsim" / "barrier" / "result.json";
  for (const std::string& program : {tactus_path(), changed, tactus_path()}) {
    fs::file_time_type first;
    for (const bool again : {false, true}) {
      CAPTURE(program, again);
      run_program(program, {"validate", "nsim", "--only", "81 nodes", "--out", folder.path()});
      REQUIRE(fs::exists(result));
      CHECK(program_of(result) == id_in(program));
      if (again) CHECK(fs::last_write_time(result) == first);
      first = fs::last_write_time(result);
    }
  }
}
