#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// A folder of RTL, and what it is the RTL of ("pacer").
struct RtlSource {
  std::string part;
  std::filesystem::path folder;
};

/// Libraries built from users' RTL, in one folder for each content. The folder has a copy of the sources, `sources/`,
/// and the content is that of the copy: the user's files may change at any time.
///
/// The cache of a program may belong to another user. What is there is used, and what is not there is made in the cache
/// of the user's own.
class ReplacedRtlCache {
 public:
  /// `of_user` may be empty: then there is none.
  ReplacedRtlCache(std::filesystem::path of_program, std::filesystem::path of_user);

  /// Answers the folder of the sources, of which `purpose` is to be built. If another user owns it in the program's
  /// cache, and `is_complete` says that all is done there, it is that one, and nothing is written. Otherwise the
  /// sources are copied to the program's cache if this user may write there, else to the user's. Throws
  /// std::filesystem::filesystem_error, and std::runtime_error if there is no cache to be had.
  template <class IsComplete>
  std::filesystem::path folder(const std::string& purpose, const std::vector<RtlSource>& sources,
                               IsComplete&& is_complete) const {
    const std::string name = name_of(purpose, sources);
    std::filesystem::path there = of_program_ / name;
    if (!may_build(of_program_, name) && is_complete(there)) return there;
    return Copy(writable(name), purpose, sources).keep();
  }

 private:
  /// A copy that goes away unless it is kept.
  class Copy {
   public:
    Copy(const std::filesystem::path& cache, const std::string& purpose, const std::vector<RtlSource>& sources);
    ~Copy();
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;
    /// Puts it under the name of its content, unless there is the same already; answers the folder.
    [[nodiscard]] std::filesystem::path keep() const;

   private:
    std::filesystem::path cache_;
    std::filesystem::path place_;
    std::string name_;
  };

  /// Hash of the content.
  static std::string name_of(const std::string& purpose, const std::vector<RtlSource>& sources);
  /// Whether this user may have, or make, the folder `name` in `cache`.
  static bool may_build(const std::filesystem::path& cache, const std::string& name);
  /// The cache for it.
  [[nodiscard]] std::filesystem::path writable(const std::string& name) const;

  std::filesystem::path of_program_;
  std::filesystem::path of_user_;
};

/// Whether the output of a build says that a line of RTL is wrong. A build also fails for want of memory or of room on
/// the disk: then it does not, even if there are warnings.
bool names_rtl_fault(const std::string& output);

}  // namespace tactus
