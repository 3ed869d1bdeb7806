#include "testbench/app/run/replaced_rtl_cache.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <functional>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "testbench/app/files/content_hash.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/scenario/rtl_sources.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;

void write(const Path& file, const std::string& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw std::filesystem::filesystem_error("cannot write", file, {errno, std::generic_category()});
}

constexpr char kCopy[] = ".copy-";
/// What is to be kept of a copy's place, which mkdtemp makes for this user alone: it has the permissions of any folder.
constexpr char kKept[] = "kept";

/// Removes the copies of runs that were killed. A copy takes a moment.
void remove_abandoned(const Path& cache) {
  constexpr std::chrono::hours kLongest{1};
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    std::error_code none;
    if (entry.path().filename().string().rfind(kCopy, 0) != 0) continue;
    if (now - entry.last_write_time(none) > kLongest && !none) std::filesystem::remove_all(entry.path(), none);
  }
}

/// A new folder in `cache`.
Path make_place(const Path& cache) {
  remove_abandoned(cache);
  std::string name = (cache / kCopy).string() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw std::filesystem::filesystem_error("cannot make a folder", cache, {errno, std::generic_category()});
  }
  return name;
}

bool may_write(const Path& cache) {
  std::error_code refused;
  std::filesystem::create_directories(cache, refused);
  return !refused && access(cache.c_str(), W_OK | X_OK) == 0;
}

/// Hashes what is built, and gives `take` each file of it.
std::string hash_of(const std::string& purpose, const std::vector<RtlSource>& sources,
                    const std::function<void(const Path& name, const std::string& text)>& take) {
  ContentHash hash;
  hash.add(purpose);
  for (const RtlSource& source : sources) {
    hash.add(source.part);
    for (const Path& file : rtl_files(source.folder)) {
      const std::string text = text_of_file(file);
      take(source.part / file.filename(), text);
      hash.add(file.filename().string());
      hash.add(text);
    }
  }
  return hash.text();
}

}  // namespace

ReplacedRtlCache::ReplacedRtlCache(Path of_program, Path of_user)
    : of_program_(std::move(of_program)), of_user_(std::move(of_user)) {}

std::string ReplacedRtlCache::name_of(const std::string& purpose, const std::vector<RtlSource>& sources) {
  return hash_of(purpose, sources, [](const Path& /*name*/, const std::string& /*text*/) {});
}

bool ReplacedRtlCache::may_build(const Path& cache, const std::string& name) {
  if (!may_write(cache)) return false;
  return access((cache / name).c_str(), W_OK | X_OK) == 0 || errno == ENOENT;
}

Path ReplacedRtlCache::writable(const std::string& name) const {
  if (may_build(of_program_, name)) return of_program_;
  if (!of_user_.empty() && may_write(of_user_)) return of_user_;
  throw std::runtime_error("rtl.replace: no folder to build in: " + of_program_.string() + " is of another user, and " +
                           (of_user_.empty() ? "HOME is not set" : of_user_.string() + " cannot be made"));
}

ReplacedRtlCache::Copy::Copy(const Path& cache, const std::string& purpose, const std::vector<RtlSource>& sources)
    : cache_(cache), place_(make_place(cache)) {
  try {
    const Path copies = place_ / kKept / "sources";
    for (const RtlSource& source : sources) std::filesystem::create_directories(copies / source.part);
    name_ = hash_of(purpose, sources, [&](const Path& name, const std::string& text) { write(copies / name, text); });
  } catch (...) {
    std::error_code none;
    std::filesystem::remove_all(place_, none);
    throw;
  }
}

ReplacedRtlCache::Copy::~Copy() {
  std::error_code none;
  std::filesystem::remove_all(place_, none);
}

Path ReplacedRtlCache::Copy::keep() const {
  const Path kept = cache_ / name_;
  std::error_code error;
  std::filesystem::rename(place_ / kKept, kept, error);  // not over one that has something in it
  if (error && !std::filesystem::is_directory(kept / "sources")) {
    throw std::filesystem::filesystem_error("cannot keep a copy", place_, kept, error);
  }
  return kept;
}

bool names_rtl_fault(const std::string& output) {
  // "%Error: their_pacer.sv:12:5: syntax error", "%Warning-WIDTH: ..." and, of all that stop it, "%Error: Exiting".
  static const std::regex kPlace(R"((?:^|\n)%(?:Error|Warning)[-A-Z0-9]*: [^:\n]+:\d+)");
  return std::regex_search(output, kPlace) && output.find("%Error") != std::string::npos;
}

}  // namespace tactus
