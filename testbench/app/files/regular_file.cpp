#include "testbench/app/files/regular_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tactus {
namespace {

std::string reason_of(int error) {
  if (error == ENOENT || error == ENOTDIR) return "no such file";
  if (error == EACCES) return "no permission to read it";
  if (error == ENXIO) return "this is no regular file";  // a socket
  return std::generic_category().message(error);
}

std::string too_large(std::size_t size, std::size_t largest) {
  return fmt::format("{} bytes: at most {} are read", size, largest);
}

/// Why such a file is not read; empty if it may be.
std::string obstacle(const struct stat& status, std::size_t largest) {
  if (S_ISDIR(status.st_mode)) return "this is a directory, not a file";
  if (!S_ISREG(status.st_mode)) return "this is no regular file";
  const auto size = static_cast<std::size_t>(status.st_size);
  return size > largest ? too_large(size, largest) : "";
}

/// Adds bytes of the file to `text` until it ends or has more than `largest`; answers an error number.
int read_all(int descriptor, std::size_t largest, std::string& text) {
  constexpr std::size_t kPart = std::size_t{1} << 16U;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + kPart);
    const ssize_t got = read(descriptor, &text[before], kPart);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0 || text.size() > largest) return 0;
  }
}

}  // namespace

FileText read_regular_file(const std::filesystem::path& path, std::size_t largest) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return {{}, reason_of(errno)};
  // Not opened: who writes to a pipe would take that for a reader.
  if (std::string fault = obstacle(status, largest); !fault.empty()) return {{}, std::move(fault)};
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return {{}, reason_of(errno)};
  FileText read;
  read.fault = fstat(descriptor, &status) == 0 ? obstacle(status, largest) : reason_of(errno);
  if (read.fault.empty()) {
    if (const int error = read_all(descriptor, largest, read.text); error != 0) read.fault = reason_of(error);
    if (read.text.size() > largest) read.fault = fmt::format("more than {} bytes", largest);
  }
  close(descriptor);
  if (!read.fault.empty()) read.text.clear();
  return read;
}

std::string text_of_file(const std::filesystem::path& path) {
  FileText file = read_regular_file(path, kLargestText);
  if (!file.fault.empty()) throw std::runtime_error(path.string() + ": " + file.fault);
  return std::move(file.text);
}

std::string text_if_readable(const std::filesystem::path& path) { return read_regular_file(path, kLargestText).text; }

}  // namespace tactus
