#pragma once

#include <filesystem>

namespace tactus {

/// As long as it lives no other process has one of the same file, which is made if there is none. Throws
/// std::system_error.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace tactus
