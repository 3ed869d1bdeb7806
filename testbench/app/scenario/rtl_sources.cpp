#include "testbench/app/scenario/rtl_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <system_error>

#include "testbench/app/about/about.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using Paths = std::vector<std::filesystem::path>;

/// Names of what is declared with `keyword` at the beginning of a line.
std::vector<std::string> declared(const std::filesystem::path& file, const char* keyword) {
  const std::regex pattern(fmt::format(R"((?:^|\n)[ \t]*{}\s+(?:automatic\s+)?([A-Za-z_]\w*))", keyword));
  const std::string text = text_if_readable(file);
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

/// A module or a package.
struct Declaration {
  std::string name;
  std::filesystem::path file;
  bool package;
};

/// All of the folder, in the order of Verilator's files.
std::vector<Declaration> declarations_in(const std::filesystem::path& folder) {
  std::vector<Declaration> all;
  for (const auto& file : rtl_sources(folder)) {
    if (!is_verilog(file)) continue;
    for (std::string& name : declared(file, "package")) all.push_back({std::move(name), file, true});
    for (std::string& name : declared(file, "module")) all.push_back({std::move(name), file, false});
  }
  return all;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Says which name is declared twice; empty if none is.
std::string declared_twice(const std::vector<Declaration>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // One file may have two of them, for two cases of `ifdef.
      if (all[i].name != all[j].name || all[i].file == all[j].file) continue;
      return fmt::format("'{}' is declared in {} and in {}", all[i].name, all[j].file.string(), all[i].file.string());
    }
  }
  return {};
}

/// Names of our modules and packages around `part`.
std::vector<std::string> our_names_around(RtlPart part) {
  const std::filesystem::path project = rtl_replace_project();
  if (project.empty()) return {};  // an installed program has no RTL
  std::vector<std::string> names;
  for (const auto& file : our_rtl_around(part, project.parent_path())) names.push_back(file.stem().string());
  return names;
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

Paths our_rtl_around(RtlPart part, const std::filesystem::path& rtl) {
  const std::vector<const char*> folders = is_of_nics(part) ? std::vector<const char*>{"common", "nic", "regs"}
                                                            : std::vector<const char*>{"common", "router"};
  Paths files;
  for (const char* folder : folders) {
    for (std::filesystem::path& file : rtl_files(rtl / folder)) {
      if (is_verilog(file)) files.push_back(std::move(file));
    }
  }
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

RtlSourcesFault check_rtl_sources(const std::filesystem::path& folder, const std::string& top, RtlPart part) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    return {"sources", fmt::format("there is no folder {}", folder.string())};
  }
  for (const std::filesystem::path& file : rtl_sources(folder)) {
    const std::string fault = read_regular_file(file, kLargestText).fault;
    if (!fault.empty()) return {"sources", fmt::format("{}: {}", file.string(), fault)};
  }
  const std::vector<Declaration> all = declarations_in(folder);
  std::vector<std::string> modules;
  for (const Declaration& one : all) {
    if (!one.package) modules.push_back(one.name);
  }
  const std::string module = module_of(part);
  const bool overlays = top == module && !rtl_names_of_ours(folder, part).empty();
  if (modules.empty() && !overlays) {
    return {"sources",
            fmt::format("in the folder {} there is no module: its files are to end in .sv or .v", folder.string())};
  }
  if (const std::string twice = declared_twice(all); !twice.empty()) return {"sources", twice};
  if (top != module && contains(modules, module)) {
    return {"top", fmt::format("the folder {} has a module '{}', the name under which '{}' takes the place of ours; "
                               "give it another name, or leave out top",
                               folder.string(), module, top)};
  }
  if (contains(modules, top) || overlays) return {};
  return {"top", fmt::format("there is no module '{}' in {}, which has {}{}", top, folder.string(),
                             enumeration(modules, "and"), did_you_mean(top, modules))};
}

std::vector<std::string> rtl_names_in_both(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::vector<std::string> both;
  const std::vector<Declaration> others = declarations_in(other);
  for (const Declaration& mine : declarations_in(one)) {
    const auto theirs = std::find_if(others.begin(), others.end(),
                                     [&mine](const Declaration& declaration) { return declaration.name == mine.name; });
    if (theirs == others.end()) continue;
    both.push_back(fmt::format("'{}' in {} and {}", mine.name, mine.file.string(), theirs->file.string()));
  }
  return both;
}

std::vector<std::string> rtl_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (Declaration& declaration : declarations_in(folder)) names.push_back(std::move(declaration.name));
  return names;
}

std::vector<std::string> rtl_names_of_ours(const std::filesystem::path& folder, RtlPart part) {
  const std::vector<std::string> ours = our_names_around(part);
  std::vector<std::string> names;
  for (std::string& name : rtl_names(folder)) {
    if (name != module_of(part) && contains(ours, name)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace tactus
