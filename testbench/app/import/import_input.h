#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/import/import_faults.h"

namespace tactus {

/// A file that the user named, or a folder of files.
class ImportInput {
 public:
  explicit ImportInput(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string name() const { return path_.string(); }
  [[nodiscard]] bool is_folder() const;

  /// Files of one rank each, in the order of their ranks, whose names differ in one number: `trace.0.et`, `trace.1.et`
  /// ... Those of the folder, or those beside the file that are named like it; a file whose name has no such number
  /// is alone. Numbers begin at 0. A number that is missing or comes twice, and a folder without such files, are
  /// faults, and the answer is empty.
  [[nodiscard]] std::vector<std::filesystem::path> rank_files(ImportFaults& faults) const;

  /// The first file of a folder by its name, or the file.
  [[nodiscard]] std::optional<std::filesystem::path> first_file() const;

 private:
  std::filesystem::path path_;
};

}  // namespace tactus
