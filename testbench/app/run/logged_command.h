#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// Runs a program, looked for as a shell does, without input, and waits for it; what it says goes to the file `log`.
/// It and the programs that it starts are killed when this program ends. The answer is its exit status, 128 + the
/// signal's number if a signal ended it, and 127 if it cannot be started. Throws std::system_error.
int run_logged(const std::filesystem::path& log, const std::vector<std::string>& command);

/// Output of a short command that is run like that; nothing unless its exit status is 0.
std::optional<std::string> output_of(const std::vector<std::string>& command);

/// As long as it lives no other process has one of the same file. Throws std::system_error.
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
