#include "testbench/app/sweep/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace tactus {
namespace {

constexpr int kNoProgram = 127;  // as shells tell it

void redirect(int descriptor, const char* path, int flags) {
  const int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(kNoProgram);
  close(file);
}

}  // namespace

pid_t start_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                  const std::filesystem::path& errors) {
  // Everything that needs memory comes before the fork.
  std::vector<std::string> texts = {program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(kNoProgram);
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
  execv(argv.front(), argv.data());
  _exit(kNoProgram);
}

std::optional<EndedChild> wait_for_child() {
  int status = 0;
  const pid_t pid = waitpid(-1, &status, 0);
  if (pid < 0 && errno == EINTR) return std::nullopt;
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "waitpid");
  return EndedChild{pid, WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
}

}  // namespace tactus
