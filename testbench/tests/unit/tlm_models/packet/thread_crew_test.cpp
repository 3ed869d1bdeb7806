#include "tlm_models/packet/thread_crew.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/packet/patience.h"

namespace tactus {
namespace {

constexpr uid_t kNobodyElse = 65'532;  ///< a user who has no processes

/// Threads of this process that the kernel has put to sleep: a letter behind the name says so.
int sleeping_threads() {
  int sleeping = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream stream(task.path() / "stat");
    const std::string stat{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t name_end = stat.rfind(')');
    if (name_end != std::string::npos && stat.compare(name_end, 3, ") S") == 0) ++sleeping;
  }
  return sleeping;
}

/// All threads of this process.
std::ptrdiff_t all_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

/// Waits until `threads` threads sleep.
bool wait_for_sleep(int threads) {
  constexpr int kPatience = 60'000;
  for (int ms = 0; ms < kPatience; ++ms) {
    if (sleeping_threads() >= threads) return true;
    usleep(1000);
  }
  return false;
}

/// A crew whose threads count what they do. The counts are plain: only the crew orders the accesses to them.
struct CountingCrew {
  explicit CountingCrew(int size)
      : counts(static_cast<std::size_t>(size)), crew(size, [this](int number) { work(number); }) {}
  void work(int number) {
    ++counts[static_cast<std::size_t>(number)];
    if (throws.size() > static_cast<std::size_t>(number) && throws[static_cast<std::size_t>(number)]) {
      throw std::runtime_error(std::to_string(number));
    }
  }
  /// One round; answers what it threw.
  std::string run() {
    try {
      crew.run();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] bool all_have_done(int rounds) const { return counts == std::vector<int>(counts.size(), rounds); }

  std::vector<int> counts;
  std::vector<bool> throws;
  ThreadCrew crew;
};

}  // namespace

TEST_CASE("Patience: a thread that looks in vain looks less, down to a floor, and more once it finds something") {
  Patience patience;
  CHECK(patience.looks() == Patience::kMost);
  patience.learn(false);
  CHECK(patience.looks() == Patience::kMost / 4);
  for (int vain = 0; vain < 10; ++vain) patience.learn(false);
  CHECK(patience.looks() == Patience::kLeast);
  patience.learn(true);
  CHECK(patience.looks() == 2 * Patience::kLeast);
  for (int found = 0; found < 10; ++found) patience.learn(true);
  CHECK(patience.looks() == Patience::kMost);
}

TEST_CASE("ThreadCrew: every thread does its work once in each of many rounds, before the round ends", "[long]") {
  for (const int size : {1, 2, 3, 5}) {
    CAPTURE(size);
    CountingCrew counting(size);
    for (int round = 1; round <= (size > 2 ? 4'000 : 20'000); ++round) {
      counting.crew.run();
      REQUIRE(counting.all_have_done(round));
    }
  }
}

TEST_CASE("ThreadCrew: threads that have gone to sleep do the next rounds too") {
  constexpr int kSize = 4;
  CountingCrew counting(kSize);
  int rounds = 0;
  for (int pause = 0; pause < 30; ++pause) {
    REQUIRE(wait_for_sleep(kSize - 1));
    for (int i = 0; i <= pause % 3; ++i) {
      counting.crew.run();
      REQUIRE(counting.all_have_done(++rounds));
    }
  }
}

TEST_CASE("ThreadCrew: says that it has waited long for a thread that comes late") {
  ThreadCrew crew(2, [](int number) {
    if (number == 1) usleep(200'000);
  });
  CHECK(crew.run());
}

TEST_CASE("ThreadCrew: what threads throw comes out of the round, that of the lowest number, and of no later one") {
  CountingCrew counting(4);
  CHECK(counting.run().empty());
  const std::vector<std::vector<bool>> rounds = {{false, true, false, true},
                                                 {false, false, false, true},
                                                 {true, true, true, true},
                                                 {false, false, true, false},
                                                 {true, false, false, false}};
  const std::vector<std::string> lowest = {"1", "3", "0", "2", "0"};
  int done = 1;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    CAPTURE(i);
    counting.throws = rounds[i];
    CHECK(counting.run() == lowest[i]);
    counting.throws.clear();
    CHECK(counting.run().empty());
    done += 2;
    CHECK(counting.all_have_done(done));
  }
}

TEST_CASE("ThreadCrew: can be destroyed while its threads sleep, and before its first round") {
  { const CountingCrew first(2); }  // ThreadSanitizer has a thread of its own from the first one on
  const std::ptrdiff_t threads_before = all_threads();
  const int asleep_before = sleeping_threads();
  for (const int rounds : {0, 3}) {
    CountingCrew counting(4);
    for (int i = 0; i < rounds; ++i) counting.crew.run();
    CHECK(wait_for_sleep(asleep_before + 3));
  }
  for (int i = 0; i < 200; ++i) const CountingCrew at_once(3);
  CHECK(all_threads() == threads_before);
}

TEST_CASE("ThreadCrew: a thread that the system refuses is an exception, and those that have started end") {
  if (geteuid() != 0) {
    WARN("only root can take a user who has no other processes: not tested");
    return;
  }
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    const rlimit one_more{2, 2};
    if (setuid(kNobodyElse) != 0 || setrlimit(RLIMIT_NPROC, &one_more) != 0) _exit(2);
    try {
      const ThreadCrew crew(4, [](int) {});
    } catch (const std::system_error& error) {
      _exit(error.code() == std::errc::resource_unavailable_try_again ? 0 : 3);
    }
    _exit(4);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace tactus
