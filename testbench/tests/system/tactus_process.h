#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"  // IWYU pragma: export

namespace tactus::test {

using Catch::Matchers::Contains;
using Texts = std::vector<std::string>;
using Arguments = Texts;

/// `arguments`, and after them `more`.
Arguments with(Arguments arguments, const Arguments& more);

/// How a run of the program ended.
struct Outcome {
  int status = 0;  ///< exit status, or minus the signal that ended it
  std::string out;
  std::string err;
};

/// The program `tactus`, or another one like it, started as a user would start it, with files for its output.
class TactusProcess {
 public:
  explicit TactusProcess(const Arguments& arguments);
  TactusProcess(const std::string& program, const Arguments& arguments);
  /// Kills it if it still runs.
  ~TactusProcess();
  TactusProcess(const TactusProcess&) = delete;
  TactusProcess& operator=(const TactusProcess&) = delete;

  void signal(int number) const;
  /// Processes that it has started and that have not ended.
  [[nodiscard]] std::vector<pid_t> children() const;
  Outcome wait();

 private:
  TemporaryFolder output_;
  pid_t pid_ = -1;  ///< -1 once it has been waited for
};

/// Whether a process has ended, or does so within seconds; if it does not, it is killed.
bool ends_soon(pid_t process);

/// The program `tactus`.
std::string tactus_path();
/// The program `tactus` with machines that break the credit rule (broken_tactus.cpp).
std::string broken_tactus_path();
/// Runs the program to its end.
Outcome run_tactus(const Arguments& arguments);
/// Runs `tactus` with machines that break the credit rule (broken_tactus.cpp) to its end.
Outcome run_broken_tactus(const Arguments& arguments);
/// The same of the program at this path.
Outcome run_program(const std::string& program, const Arguments& arguments);

/// `outcome`, if the program ended with 0; otherwise the test fails and shows what it wrote to the error output.
Outcome succeeded(Outcome outcome);

/// `outcome`; checks that the program ended with `status`.
Outcome ended_with(int status, Outcome outcome);

/// A committed scenario, e.g. "quickstart/a2at_4x4.yaml".
std::string scenario_path(const std::string& name);

/// The disk is full for the file `name` of the next run in `folder`; there has to be /dev/full.
void fill_disk_for(const std::string& name, const std::filesystem::path& folder);

/// `folder/result.json` without what differs from run to run.
nlohmann::ordered_json result_without_host(const std::filesystem::path& folder);

}  // namespace tactus::test
