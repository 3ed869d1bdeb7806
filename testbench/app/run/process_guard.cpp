#include "testbench/app/run/process_guard.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace tactus {
namespace {

std::atomic<bool> refused = false;
/// Given back when memory is refused, so that there is some for tidying up: folders are read through a buffer.
std::atomic<void*> reserve = nullptr;
constexpr std::size_t kReserve = 1U << 20U;

void memory_refused() {
  refused = true;
  std::free(reserve.exchange(nullptr));
  throw std::bad_alloc();
}

/// Puts something that cannot be used as it should in the place of a closed stream.
void fill(int descriptor, int flags) {
  if (fcntl(descriptor, F_GETFD) >= 0) return;
  const int opened = open("/dev/null", flags);
  if (opened < 0 || opened == descriptor) return;
  dup2(opened, descriptor);
  close(opened);
}

}  // namespace

void guard_process() {
  fill(STDIN_FILENO, O_WRONLY);
  fill(STDOUT_FILENO, O_RDONLY);
  fill(STDERR_FILENO, O_WRONLY);  // nobody can be told that it is closed
  std::signal(SIGXFSZ, SIG_IGN);
  reserve = std::malloc(kReserve);
  std::set_new_handler(memory_refused);
}

bool out_of_memory() { return refused; }

std::string out_of_memory_text() {
  constexpr std::uint64_t kMiB = 1U << 20U;
  rusage use = {};
  getrusage(RUSAGE_SELF, &use);
  std::string text =
      fmt::format("out of memory: {} MiB were in use", static_cast<std::uint64_t>(use.ru_maxrss) * 1024 / kMiB);
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    text += fmt::format(", and a limit (ulimit -v) allows {} MiB of addresses", limit.rlim_cur / kMiB);
  }
  return text + "; a smaller machine or trace.enabled: false needs less";
}

std::string refusal_text(const std::system_error& error) {
  if (error.code() != std::errc::resource_unavailable_try_again) return error.what();
  std::string text = "no process or thread could be started: " + error.code().message();
  rlimit limit = {};
  if (getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    text += fmt::format("; a limit (ulimit -u) allows the user {} of them", limit.rlim_cur);
  }
  return text;
}

std::string lost_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  if (errno == 0) {  // it failed before: the same again tells why
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }
  return errno == 0 ? "not all of it could be written" : std::strerror(errno);
}

}  // namespace tactus
