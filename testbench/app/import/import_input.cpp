#include "testbench/app/import/import_input.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "testbench/app/import/text_numbers.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

/// Entries of a folder that are looked at: more than ranks that a trace in files can have.
constexpr std::size_t kMostEntries = std::size_t{1} << 22U;

/// A name with one of its numbers taken out.
struct NumberedName {
  std::string pattern;  ///< with "#" where the number was
  std::uint64_t number = 0;
};

std::vector<NumberedName> numbers_in(const std::string& name) {
  std::vector<NumberedName> found;
  for (std::size_t at = 0; at < name.size();) {
    if (!is_digit(name[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (const auto number = parse_digits(std::string_view(name).substr(at, end - at))) {
      found.push_back({name.substr(0, at) + "#" + name.substr(end), *number});
    }
    at = end;
  }
  return found;
}

using Family = std::vector<std::pair<std::uint64_t, fs::path>>;

/// Names of a folder, by each pattern that they fit; only patterns of `like` if it is not empty.
std::map<std::string, Family> families_in(const fs::path& folder, const std::string& like) {
  std::map<std::string, Family> families;
  for (const NumberedName& pattern : numbers_in(like)) families[pattern.pattern];
  std::error_code error;
  std::size_t entries = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (++entries > kMostEntries) break;
    if (!entry.is_regular_file(error)) continue;
    for (NumberedName& named : numbers_in(entry.path().filename().string())) {
      if (!like.empty() && families.count(named.pattern) == 0) continue;
      families[named.pattern].emplace_back(named.number, entry.path());
    }
  }
  return families;
}

/// The family of most files; of two equal ones that whose number stands last.
std::pair<std::string, Family> largest_of(std::map<std::string, Family>& families) {
  const auto largest = std::max_element(families.begin(), families.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.second.size(), a.first.find('#')) < std::make_pair(b.second.size(), b.first.find('#'));
  });
  if (largest == families.end()) return {};
  return {largest->first, std::move(largest->second)};
}

}  // namespace

bool ImportInput::is_folder() const {
  std::error_code error;
  return fs::is_directory(path_, error);
}

std::vector<fs::path> ImportInput::rank_files(ImportFaults& faults) const {
  const bool folder = is_folder();
  const std::string like = folder ? "" : path_.filename().string();
  if (!folder && numbers_in(like).empty()) return {path_};
  const fs::path beside = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  auto families = families_in(folder ? path_ : beside, like);
  auto [pattern, family] = largest_of(families);
  if (family.empty()) {
    faults.add(ImportPlace::of_file(name()),
               folder ? "the folder has no files with numbers in their names, one for each rank" : "no such file");
    return {};
  }
  // A single file whose number is no rank, as in "run7.txt".
  if (!folder && family.size() == 1) return {path_};
  std::sort(family.begin(), family.end());
  std::vector<fs::path> files;
  for (const auto& [number, file] : family) {
    if (number == files.size()) {
      files.push_back(file);
      continue;
    }
    const bool twice = number < files.size();
    faults.add(ImportPlace::of_file(name()),
               twice ? fmt::format("rank {} has two files: {} and {}", number, files.back().string(), file.string())
                     : fmt::format("rank {} has no file: files are named {}, with the rank in the place of #",
                                   files.size(), pattern));
    return {};
  }
  return files;
}

std::optional<fs::path> ImportInput::first_file() const {
  if (!is_folder()) return path_;
  std::error_code error;
  std::optional<fs::path> first;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
    if (entry.is_regular_file(error) && (!first || entry.path() < *first)) first = entry.path();
  }
  return first;
}

}  // namespace tactus
