#include "testbench/app/process/own_process.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <system_error>

#include "testbench/app/process/child_process.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/support/text_files.h"

namespace tactus {
namespace {

using Tell = OwnProcess::Tell;

constexpr uid_t kNobodyElse = 65'531;  ///< a user who has no processes

/// Whether the process ends within a while. A zombie has ended: in a container nobody may wait for orphans.
bool is_gone(pid_t pid) {
  constexpr int kPatience = 10'000;
  for (int ms = 0; ms < kPatience; ++ms) {
    const std::string text = test::text_of("/proc/" + std::to_string(pid) + "/stat");
    if (text.empty() || text.find(") Z ") != std::string::npos) return true;
    usleep(1000);
  }
  kill(pid, SIGKILL);
  return false;
}

bool has_word(const OwnProcess& process) {
  pollfd end{process.descriptor(), POLLIN, 0};
  return poll(&end, 1, 0) > 0;
}

/// What waiting for the next text fails with.
std::string failure_of(OwnProcess& process) {
  try {
    process.next();
  } catch (const ChildFailure& failure) {
    return failure.what();
  }
  return "none";
}

TEST_CASE("Own process: is killed when its caller is, though it says nothing and is stopped") {
  int pids[2];
  REQUIRE(pipe(pids) == 0);
  const pid_t caller = fork();
  if (caller == 0) {
    OwnProcess process([&](const Tell&) {
      const pid_t own = getpid();
      if (write(pids[1], &own, sizeof own) != sizeof own) return;
      raise(SIGSTOP);
      for (;;) pause();
    });
    process.next();
  }
  pid_t own = 0;
  REQUIRE(read(pids[0], &own, sizeof own) == sizeof own);
  kill(caller, SIGKILL);
  waitpid(caller, nullptr, 0);
  CHECK(is_gone(own));
  for (const int end : pids) close(end);
}

TEST_CASE("Child process: what a command has started is killed with the program, all of the group") {
  int pids[2];
  REQUIRE(pipe(pids) == 0);
  const pid_t caller = fork();
  if (caller == 0) {
    const std::string tell = "echo $$ >&" + std::to_string(pids[1]) + "; exec sleep 1000";
    const std::string script = "sh -c '" + tell + "' & wait";
    wait_for(start_child({{"sh", "-c", script}, {}, {}, true}));
    _exit(0);
  }
  char text[32] = {};
  REQUIRE(read(pids[0], text, sizeof text - 1) > 0);
  kill(caller, SIGKILL);
  waitpid(caller, nullptr, 0);
  CHECK(is_gone(std::stoi(text)));
  for (const int end : pids) close(end);
}

TEST_CASE("Child process: its exit status, its signal and a program that is not there are told as a shell does") {
  CHECK(wait_for(start_child({{"sh", "-c", "exit 7"}, {}, {}})) == 7);
  CHECK(wait_for(start_child({{"sh", "-c", "kill -9 $$"}, {}, {}})) == 128 + SIGKILL);
  CHECK(wait_for(start_child({{"sh", "-c", "kill -9 $$"}, {}, {}, true})) == 128 + SIGKILL);
  CHECK(wait_for(start_child({{"/no/such/program"}, {}, {}})) == 127);
}

TEST_CASE("Child process: what it says goes to its files, both to one if they are the same") {
  const TemporaryFolder folder;
  const std::filesystem::path log = folder.path() / "log";
  CHECK(wait_for(start_child({{"sh", "-c", "echo out; echo err >&2; cat"}, log, log})) == 0);
  CHECK(folder.text("log") == "out\nerr\n");
  CHECK(wait_for(start_child({{"sh", "-c", "echo out; echo err >&2"}, {}, log})) == 0);
  CHECK(folder.text("log") == "err\n");
}

TEST_CASE("Child process: one that the system refuses is an exception with the reason") {
  if (geteuid() != 0) {
    WARN("only root can take a user who has no other processes: not tested");
    return;
  }
  const std::string reason = in_own_process([]() -> std::string {
    const rlimit none{1, 1};
    if (setuid(kNobodyElse) != 0 || setrlimit(RLIMIT_NPROC, &none) != 0) return "no limit";
    try {
      wait_for(fork_child([] { return 0; }));
    } catch (const std::system_error& error) {
      return error.code() == std::errc::resource_unavailable_try_again ? "refused" : error.what();
    }
    return "not refused";
  });
  CHECK(reason == "refused");
}

}  // namespace

TEST_CASE("Own process: its texts come one by one, of any length and any bytes, and then nothing") {
  std::string all_bytes;
  for (int i = 0; i < 1'000'000; ++i) all_bytes.push_back(static_cast<char>(i % 251));
  OwnProcess process([&](const Tell& tell) {
    tell("first");
    tell("");
    tell(all_bytes);
  });
  CHECK(process.next() == "first");
  CHECK(process.next() == "");
  CHECK(process.next() == all_bytes);
  CHECK(process.next() == std::nullopt);
  CHECK(process.next() == std::nullopt);
}

TEST_CASE("Own process: goes on beside its caller, and waits for one who does not listen") {
  int counts[2];
  REQUIRE(pipe(counts) == 0);
  OwnProcess process([&](const Tell& tell) {
    for (char i = 0; i < 100; ++i) {
      tell(std::string(10'000, i));
      if (write(counts[1], &i, 1) != 1) return;
    }
  });
  pollfd end{counts[0], POLLIN, 0};
  char count = 0;
  // It has told a few texts, as many as a pipe holds, and stands.
  while (poll(&end, 1, 500) > 0) REQUIRE(read(counts[0], &count, 1) == 1);
  CHECK(count < 10);
  CHECK(has_word(process));
  for (char i = 0; i < 100; ++i) CHECK(process.next() == std::string(10'000, i));
  CHECK(process.next() == std::nullopt);
  for (const int each : counts) close(each);
}

TEST_CASE("Own process: an exception and a signal are told after all texts that came before") {
  OwnProcess throws([](const Tell& tell) {
    tell("word");
    throw std::runtime_error("no more");
  });
  CHECK(throws.next() == "word");
  CHECK(failure_of(throws) == "threw: no more");
  OwnProcess killed([](const Tell& tell) {
    tell("word");
    raise(SIGKILL);
  });
  CHECK(killed.next() == "word");
  CHECK(failure_of(killed) == "ended by signal 9");
}

TEST_CASE("Own process: one that is not needed any more is ended") {
  std::string pid;
  {
    OwnProcess process([](const Tell& tell) {
      tell(std::to_string(getpid()));
      for (;;) pause();
    });
    pid = process.next().value_or("");
    CHECK(kill(std::stoi(pid), 0) == 0);
  }
  CHECK(kill(std::stoi(pid), 0) != 0);
}

TEST_CASE("Own process: ends when its caller does, though another one has been started after it") {
  int alive[2];
  REQUIRE(pipe(alive) == 0);
  const pid_t caller = fork();
  if (caller == 0) {
    const auto talk = [](const Tell& tell) {
      for (;;) tell(std::string(1000, 'x'));
    };
    const OwnProcess first(talk);
    const OwnProcess second(talk);
    usleep(50'000);
    raise(SIGKILL);
  }
  close(alive[1]);
  waitpid(caller, nullptr, 0);
  char nothing = 0;
  CHECK(read(alive[0], &nothing, 1) == 0);  // as soon as nobody has the other end any more
  close(alive[0]);
}

TEST_CASE("Own process: the short form answers what the body returns, or tells how it failed") {
  CHECK(in_own_process([] { return std::string("answer"); }) == "answer");
  CHECK_THROWS_WITH(in_own_process([]() -> std::string { throw std::runtime_error("reason"); }), "threw: reason");
}

}  // namespace tactus
