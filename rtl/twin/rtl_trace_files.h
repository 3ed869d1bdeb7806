#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rtl/twin/verilated_part.h"

namespace tactus {

/// The files in which twins with replaced parts record all signals within them, one for each twin:
/// `rtl_<instance>.fst`.
class RtlTraceFiles {
 public:
  /// The file of a twin.
  struct File {
    std::string instance;
    PartPins pins;  ///< ports of the replaced part, by which one finds it
  };

  explicit RtlTraceFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  static std::string name_of(const std::string& instance) { return "rtl_" + instance + ".fst"; }
  [[nodiscard]] std::string file_of(const std::string& instance) const {
    return (folder_ / name_of(instance)).string();
  }
  /// A file has been opened, of a twin with the part `pins`; `close` completes it, while the twin is still there.
  void opened(const std::string& instance, PartPins pins, std::function<void()> close) {
    files_.push_back({instance, std::move(pins)});
    closers_.push_back(std::move(close));
  }
  /// Twins with a file.
  [[nodiscard]] const std::vector<File>& files() const { return files_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Completes all files. Nothing is recorded any more.
  void close() {
    for (const auto& close : closers_) close();
    closers_.clear();
  }

 private:
  std::filesystem::path folder_;
  std::vector<File> files_;
  std::vector<std::function<void()>> closers_;
};

}  // namespace tactus
