#include "testbench/app/run/own_process.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Tell = OwnProcess::Tell;

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
