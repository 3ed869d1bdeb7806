#include "testbench/app/run/logged_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tactus {
namespace {

void check(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

int run_logged(const std::filesystem::path& log, const std::vector<std::string>& command) {
  std::vector<std::string> texts = command;
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  check(posix_spawn_file_actions_init(&files), "posix_spawn");
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, argv.front(), &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  check(error, command.front());
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) check(errno, "waitpid");
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) check(errno, file.string());
  while (flock(descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) check(errno, file.string());
  }
}

FileLock::~FileLock() { close(descriptor_); }

}  // namespace tactus
