#include "testbench/app/process/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace tactus {
namespace {

constexpr int kNoProgram = 127;  // as shells tell it
constexpr std::array kHandled = {SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGTERM, SIGPIPE};

int status_of(int status) { return WIFSIGNALED(status) ? kEndedBySignal + WTERMSIG(status) : WEXITSTATUS(status); }

void redirect(int descriptor, const char* path, int flags) {
  const int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(kNoProgram);
  close(file);
}

const char* file_of(const std::filesystem::path& path) { return path.empty() ? "/dev/null" : path.c_str(); }

/// Never returns. `argv` has been made before the fork: there is no memory to be had in the child of a full process.
void become(const ChildCommand& child, const std::vector<char*>& argv) {
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDERR_FILENO, file_of(child.errors), O_WRONLY | O_CREAT | O_TRUNC);
  if (child.output == child.errors) {
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) _exit(kNoProgram);
  } else {
    redirect(STDOUT_FILENO, file_of(child.output), O_WRONLY | O_CREAT | O_TRUNC);
  }
  execvp(argv.front(), argv.data());
  _exit(kNoProgram);
}

void kill_group(int /*signal*/) { kill(0, SIGKILL); }

/// A process group's first process: it outlives the program by the moment that it takes to kill the group.
int keep_group(const ChildCommand& child, const std::vector<char*>& argv) {
  setpgid(0, 0);
  std::signal(SIGTERM, kill_group);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const pid_t pid = fork();
  if (pid < 0) return kNoProgram;
  if (pid == 0) {
    std::signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    become(child, argv);
  }
  return wait_for(pid);
}

}  // namespace

pid_t fork_child(const std::function<int()>& body) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid != 0) return pid;
  // A test framework's handlers would tell the terminal of a failure that is the parent's to judge.
  for (const int signal : kHandled) std::signal(signal, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNoProgram);  // which has ended before it could be watched
  try {
    _exit(body());
  } catch (...) {
    _exit(kNoProgram);  // the frames above are the parent's
  }
}

pid_t start_child(const ChildCommand& child) {
  std::vector<std::string> texts = child.command;
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  return fork_child([&]() -> int {
    if (child.has_children) return keep_group(child, argv);
    become(child, argv);
    return kNoProgram;
  });
}

std::optional<EndedChild> wait_for_child() {
  int status = 0;
  const pid_t pid = waitpid(-1, &status, 0);
  if (pid < 0 && errno == EINTR) return std::nullopt;
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "waitpid");
  return EndedChild{pid, status_of(status)};
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return status_of(status);
}

}  // namespace tactus
