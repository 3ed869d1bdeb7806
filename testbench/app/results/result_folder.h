#pragma once

#include <chrono>
#include <filesystem>

namespace tactus {

/// Name of the page that `tactus report` makes in the folder of a run.
inline constexpr char kReportFile[] = "report.html";

/// Other processes that may write to a folder.
enum class FolderUse {
  kAlone,       ///< nobody
  kWithOthers,  ///< all who say so too: they see to it that each has files of its own
};

/// A folder that no other process of this program writes to as long as this lives, or none but those that share it.
/// Missing folders are made.
///
/// The lock is on the folder itself, leaves nothing behind and goes with the process. Where the file system has no
/// locks there is none. Throws ResultFileError if another process has it after `patience`, or if there is no such
/// folder to be had.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder, FolderUse use = FolderUse::kAlone,
                      std::chrono::milliseconds patience = {});
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

/// The folder that a run leaves its files in, which belong together: those of one run, or none.
///
/// They are written in `unpublished()`, a folder within it, and `publish` puts them into their place, the result last,
/// and removes what an earlier run has left there. Other files in the folder are left alone. Without `publish` nothing
/// is left, and an earlier run's files are as they were.
class ResultFolder {
 public:
  /// Throws ResultFileError, also if another process writes there.
  explicit ResultFolder(std::filesystem::path folder);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
  /// Where the run writes.
  [[nodiscard]] std::filesystem::path unpublished() const;
  /// To be called once, when all files are complete. Throws ResultFileError.
  void publish();
  /// Publishes the files of a run that the user has ended before its end. If an earlier run has left its result in the
  /// folder, that run's files stay, and those of this one go to the folder `interrupted` within it, until the next
  /// `publish`. Answers the folder that has got the files.
  std::filesystem::path publish_interrupted();

 private:
  void publish_in(const std::filesystem::path& place) const;

  std::filesystem::path folder_;
  bool is_new_;
  FolderLock lock_;
};

}  // namespace tactus
