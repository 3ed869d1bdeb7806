#pragma once

#include <filesystem>
#include <string>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// The file that a tuned scenario goes to. It is opened before the tuning, which can take long: if it cannot be written
/// that is known at once. Unless `write` has returned, nothing is left and a file of before is untouched.
class TunedFile {
 public:
  /// Throws ResultFileError.
  explicit TunedFile(const std::filesystem::path& path) : file_(path) {}

  /// Writes `tuned`, which was read from `source` and found by `command`, with paths as they are from the file. To be
  /// called once. Throws ResultFileError.
  void write(Scenario tuned, const std::filesystem::path& source, const std::string& command);

 private:
  AtomicFile file_;
};

}  // namespace tactus
