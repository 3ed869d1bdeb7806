#include "testbench/app/run/logged_command.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/run/child_process.h"

namespace tactus {
namespace {

constexpr std::size_t kLongestOutput = std::size_t{1} << 20U;

void check(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

}  // namespace

int run_logged(const std::filesystem::path& log, const std::vector<std::string>& command) {
  return wait_for(start_child({command, log, log, true}));
}

std::optional<std::string> output_of(const std::vector<std::string>& command) {
  std::string log = (std::filesystem::temp_directory_path() / "tactus-XXXXXX").string();
  const int descriptor = mkstemp(log.data());
  if (descriptor < 0) check(errno, log);
  close(descriptor);
  const int status = run_logged(log, command);
  FileText output = read_regular_file(log, kLongestOutput);
  std::filesystem::remove(log);
  if (status != 0 || !output.fault.empty()) return std::nullopt;
  return std::move(output.text);
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
