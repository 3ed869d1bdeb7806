#include "testbench/app/process/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace tactus {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), file.string());
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) refuse(file);
  while (flock(descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) refuse(file);
  }
}

FileLock::~FileLock() { close(descriptor_); }

}  // namespace tactus
