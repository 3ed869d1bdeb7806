#include "testbench/app/results/result_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/attribution_file.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr char kResult[] = "result.json";
constexpr char kWavesSave[] = "waves.gtkw";
constexpr char kTranslations[] = "enums";
constexpr char kInterrupted[] = "interrupted";
/// All that a run can leave in its folder, but for the result, which comes and goes apart.
constexpr std::array kNames = {"links.csv",       "vc_occupancy.csv", "trace.json", "messages.csv", "operations.csv",
                               "operations.h5",   "rails.csv",        "limits.csv", "copies.csv",   "waves.fst",
                               "waves.vcd",       kAttributionFile,   kWavesSave,   kTranslations,  "difference.fst",
                               "difference.gtkw", kReportFile};

/// Whether a file of that name is one that a run can leave: one of kNames, or of the signals within a twin.
bool is_of_runs(const std::string& name) {
  const fs::path path(name);
  const bool of_twin = name.rfind("rtl_torus.", 0) == 0 && (path.extension() == ".fst" || path.extension() == ".gtkw");
  return of_twin || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// Files in `folder` of signals within twins.
std::vector<fs::path> twin_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("rtl_", 0) == 0 && is_of_runs(name)) files.push_back(entry.path());
  }
  return files;
}

[[noreturn]] void fail(const fs::path& path, const std::error_code& error) {
  throw ResultFileError(path, error.message());
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) fail(path, error);
}

void move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) fail(to, error);
}

/// Texts that waves refer to: they are of a run only beside a save file. A folder of somebody else's stays.
void remove_translations(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder / kWavesSave, error) || !fs::is_directory(folder / kTranslations, error)) return;
  std::vector<fs::path> texts;
  for (const auto& entry : fs::directory_iterator(folder / kTranslations, error)) {
    if (entry.path().extension() == ".txt") texts.push_back(entry.path());
  }
  for (const fs::path& text : texts) remove_file(text);
  fs::remove(folder / kTranslations, error);  // unless it has something else
}

/// The files of an earlier run; others stay.
void remove_earlier(const fs::path& folder) {
  remove_file(folder / kResult);
  remove_translations(folder);
  for (const std::string name : kNames) {
    if (name != kTranslations) remove_file(folder / name);
  }
  for (const fs::path& file : twin_files(folder)) remove_file(file);
}

int open_folder(const fs::path& folder) {
  make_folder_of(folder / kResult);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(folder, {errno, std::generic_category()});
  return descriptor;
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, FolderUse use, std::chrono::milliseconds patience)
    : descriptor_(open_folder(folder)) {
  constexpr std::chrono::milliseconds kBetweenTries{5};
  for (std::chrono::milliseconds waited{0};; waited += kBetweenTries) {
    const int kind = use == FolderUse::kAlone ? LOCK_EX : LOCK_SH;
    if (flock(descriptor_, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    if (waited >= patience) break;
    std::this_thread::sleep_for(kBetweenTries);
  }
  close(descriptor_);
  throw ResultFileError(folder, "another tactus is writing there: wait for it, or choose another --out");
}

FolderLock::~FolderLock() { close(descriptor_); }

ResultFolder::ResultFolder(fs::path folder)
    : folder_(std::move(folder)), is_new_(!fs::exists(folder_)), lock_(folder_) {
  make_folder_of(unpublished() / kResult);
  // Complete files of a run that was killed; what it had not completed is overwritten or goes with the folder.
  std::error_code none;
  fs::remove(unpublished() / kResult, none);
  for (const char* name : kNames) fs::remove_all(unpublished() / name, none);
  for (const fs::path& file : twin_files(unpublished())) fs::remove(file, none);
}

ResultFolder::~ResultFolder() {
  std::error_code none;
  fs::remove_all(unpublished(), none);
  if (is_new_) fs::remove(folder_, none);  // if nothing has come into it
}

fs::path ResultFolder::unpublished() const { return folder_ / kUnpublished; }

void ResultFolder::publish() {
  publish_in(folder_);
  if (!fs::is_directory(folder_ / kInterrupted)) return;
  remove_earlier(folder_ / kInterrupted);
  std::error_code in_use;
  fs::remove(folder_ / kInterrupted, in_use);  // unless it has something else
}

fs::path ResultFolder::publish_interrupted() {
  const fs::path place = fs::exists(folder_ / kResult) ? folder_ / kInterrupted : folder_;
  publish_in(place);
  return place;
}

void ResultFolder::publish_in(const fs::path& place) const {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(unpublished())) {
    const std::string name = entry.path().filename().string();
    if (name.front() == '.' || name == kResult) continue;
    if (!is_of_runs(name)) {
      throw std::logic_error(name + " is not among the files of runs (result_folder.cpp)");
    }
    files.push_back(name);
  }
  remove_earlier(place);
  make_folder_of(place / kResult);
  for (const std::string& name : files) {
    if (name != kTranslations) {
      move_file(unpublished() / name, place / name);
      continue;
    }
    for (const auto& text : fs::directory_iterator(unpublished() / name)) {
      make_folder_of(place / name / text.path().filename());
      move_file(text.path(), place / name / text.path().filename());
    }
  }
  if (fs::exists(unpublished() / kResult)) move_file(unpublished() / kResult, place / kResult);
}

}  // namespace tactus
