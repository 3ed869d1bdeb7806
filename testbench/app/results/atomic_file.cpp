#include "testbench/app/results/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace tactus {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} * 1024;

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw ResultFileError(path, std::generic_category().message(error));
}

void force_to_disk(int descriptor, const std::filesystem::path& path) {
  // EINVAL: a device that has nothing to force.
  if (fsync(descriptor) != 0 && errno != EINVAL) fail(path, errno);
}

/// Opens a file that nobody else is writing, empty; makes its folder.
int open_alone(const std::filesystem::path& path) {
  make_folder_of(path);
  const std::filesystem::path partial = partial_name(path);
  const int descriptor = open(partial.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, errno);
  struct stat opened = {};
  struct stat named = {};
  if (fstat(descriptor, &opened) == 0 && !S_ISREG(opened.st_mode)) return descriptor;
  const bool other = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  // Between these calls the one that wrote it may have given it its final name.
  const bool same =
      stat(partial.c_str(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  if (!other && same && ftruncate(descriptor, 0) == 0) return descriptor;
  close(descriptor);
  throw ResultFileError(path, "another process is writing it");
}

}  // namespace

std::filesystem::path published(const std::filesystem::path& path) {
  std::filesystem::path plain;
  for (const std::filesystem::path& part : path) {
    if (part != kUnpublished) plain /= part;
  }
  return plain;
}

void make_folder_of(const std::filesystem::path& path) {
  if (!path.has_parent_path()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) throw ResultFileError(path.parent_path(), error.message());
}

std::filesystem::path partial_name(const std::filesystem::path& path) {
  return path.parent_path() / ("." + path.filename().string() + ".partial");
}

void publish(const std::filesystem::path& path) {
  const std::filesystem::path partial = partial_name(path);
  const int descriptor = open(partial.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno);
  try {
    force_to_disk(descriptor, path);
  } catch (...) {
    close(descriptor);
    throw;
  }
  close(descriptor);
  if (std::rename(partial.c_str(), path.c_str()) != 0) fail(path, errno);
}

AtomicFile::AtomicFile(std::filesystem::path path, std::function<void()> on_failure)
    : path_(std::move(path)), on_failure_(std::move(on_failure)), descriptor_(open_alone(path_)) {
  buffer_.reserve(2 * kBufferBytes);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(partial_name(path_).c_str());
}

void AtomicFile::write(std::string_view text) {
  buffer_.append(text);
  flush_if_full();
}

void AtomicFile::commit() {
  flush();
  if (error_ != 0) fail(path_, error_);
  force_to_disk(descriptor_, path_);
  // Some file systems tell of a failed write only when the file is closed.
  if (close(std::exchange(descriptor_, -1)) != 0) {
    const int error = errno;
    unlink(partial_name(path_).c_str());
    fail(path_, error);
  }
  if (std::rename(partial_name(path_).c_str(), path_.c_str()) != 0) {
    const int error = errno;
    unlink(partial_name(path_).c_str());
    fail(path_, error);
  }
}

void AtomicFile::flush_if_full() {
  if (buffer_.size() >= kBufferBytes) flush();
}

void AtomicFile::flush() {
  std::size_t done = 0;
  while (error_ == 0 && done < buffer_.size()) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error_ = errno;
      if (on_failure_) on_failure_();
      break;
    }
    done += static_cast<std::size_t>(written);
  }
  buffer_.clear();
}

void write_whole_file(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace tactus
