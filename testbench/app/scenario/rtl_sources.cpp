#include "testbench/app/scenario/rtl_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <system_error>

#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using Paths = std::vector<std::filesystem::path>;

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Names of what is declared with `keyword` at the beginning of a line.
std::vector<std::string> declared(const std::filesystem::path& file, const char* keyword) {
  const std::regex pattern(fmt::format(R"((?:^|\n)[ \t]*{}\s+(?:automatic\s+)?([A-Za-z_]\w*))", keyword));
  const std::string text = read(file);
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

bool is_verilog(const std::filesystem::path& file) { return file.extension() == ".sv" || file.extension() == ".v"; }

/// Order in which Verilator wants them.
int rank_of(const std::filesystem::path& file) {
  if (!is_verilog(file)) return 0;
  return declared(file, "package").empty() ? 2 : 1;
}

}  // namespace

Paths rtl_files(const std::filesystem::path& folder) {
  Paths files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.is_regular_file(ignored)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Paths rtl_sources(const std::filesystem::path& folder) {
  std::vector<std::pair<int, std::filesystem::path>> ranked;
  for (std::filesystem::path& file : rtl_files(folder)) {
    if (is_verilog(file) || file.extension() == ".vlt") ranked.emplace_back(rank_of(file), std::move(file));
  }
  std::sort(ranked.begin(), ranked.end());
  Paths files;
  for (auto& [rank, file] : ranked) files.push_back(std::move(file));
  return files;
}

RtlSourcesFault check_rtl_sources(const std::filesystem::path& folder, const std::string& top) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    return {"sources", fmt::format("there is no folder {}", folder.string())};
  }
  std::vector<std::string> modules;
  for (const auto& file : rtl_sources(folder)) {
    if (!is_verilog(file)) continue;
    for (std::string& name : declared(file, "module")) modules.push_back(std::move(name));
  }
  if (modules.empty()) {
    return {"sources",
            fmt::format("in the folder {} there is no module: its files are to end in .sv or .v", folder.string())};
  }
  if (std::count(modules.begin(), modules.end(), top) != 0) return {};
  return {"top", fmt::format("there is no module '{}' in {}, which has {}{}", top, folder.string(),
                             enumeration(modules, "and"), did_you_mean(top, modules))};
}

}  // namespace tactus
