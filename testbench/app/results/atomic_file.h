#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tactus {

/// Folder within that of a run, where files are until all of them are complete (ResultFolder).
inline constexpr char kUnpublished[] = ".unpublished";
/// The path that a file has, or will have, when its run is published.
std::filesystem::path published(const std::filesystem::path& path);

/// A result could not be written: full disk, no permission ... `what()` reads "<path>: <reason>".
class ResultFileError : public std::runtime_error {
 public:
  /// `path` may be within a folder that is not published: users are told of its place in the end.
  ResultFileError(const std::filesystem::path& path, const std::string& reason)
      : std::runtime_error(published(path).string() + ": " + reason), path_(published(path)) {}
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Name under which `path` is written until it is complete: ".<name>.partial" in the same folder.
std::filesystem::path partial_name(const std::filesystem::path& path);
/// Makes the folders that `path` names. Throws ResultFileError.
void make_folder_of(const std::filesystem::path& path);
/// Forces `partial_name(path)` to the disk and gives it its final name. Throws ResultFileError.
void publish(const std::filesystem::path& path);

/// A file that appears under its name only when it is complete, so that an interrupted run leaves no half result.
/// Missing folders are made. Unless `commit` has returned, nothing is left and a file that stood under the name before
/// is untouched.
///
/// Opening and `commit` throw ResultFileError. Writing does not, for it happens within the simulation, whose kernel
/// would take the exception for its own: a failure is kept for `commit` to tell, and `on_failure` is called once,
/// so that a long run need not go on for nothing. Of two that write the same file at the same time the later is
/// refused.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path, std::function<void()> on_failure = {});
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    flush_if_full();
  }
  /// Completes the file. To be called once, after the last write.
  void commit();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  void flush_if_full();
  void flush();

  std::filesystem::path path_;
  std::function<void()> on_failure_;
  int descriptor_ = -1;
  int error_ = 0;  ///< errno of the first write that failed
  std::string buffer_;
};

/// Writes `text` as such a file. Throws ResultFileError.
void write_whole_file(const std::filesystem::path& path, std::string_view text);

}  // namespace tactus
