#include "testbench/app/run/own_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>

#ifdef TACTUS_COVERAGE
extern "C" void __gcov_dump();  // as in <gcov.h>, which g++ 12 has for C alone
#endif

namespace tactus {
namespace {

constexpr int kBodyReturned = 0;
constexpr int kBodyThrew = 1;

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t got = 1; got > 0;) {
    got = read(descriptor, part.data(), part.size());
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

[[noreturn]] void be_the_child(const std::function<std::string()>& body, int answer) {
  // A test framework's handlers would tell the terminal of a failure that is the parent's to judge.
  for (const int signal : {SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTERM}) std::signal(signal, SIG_DFL);
  int status = kBodyReturned;
  try {
    write_all(answer, body());
  } catch (const std::exception& error) {
    write_all(answer, error.what());
    status = kBodyThrew;
  }
  std::fflush(nullptr);
#ifdef TACTUS_COVERAGE
  __gcov_dump();
#endif
  _exit(status);  // clean-up at the end of the program belongs to the parent
}

}  // namespace

std::string in_own_process(const std::function<std::string()>& body) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw ChildFailure("no pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw ChildFailure("no process");
  if (child == 0) {
    close(pipe_ends[0]);
    be_the_child(body, pipe_ends[1]);
  }
  close(pipe_ends[1]);
  std::string answer = read_all(pipe_ends[0]);
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) throw ChildFailure("ended by signal " + std::to_string(WTERMSIG(status)));
  if (WEXITSTATUS(status) != kBodyReturned) throw ChildFailure("threw: " + answer);
  return answer;
}

}  // namespace tactus
