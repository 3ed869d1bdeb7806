#include "testbench/app/area/area_sources.h"

#include <algorithm>
#include <deque>
#include <map>
#include <regex>
#include <set>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/scenario/rtl_sources.h"

namespace tactus {
namespace {

using Path = std::filesystem::path;
using Paths = std::vector<Path>;

bool is_package(const std::string& name) { return name.size() > 4 && name.compare(name.size() - 4, 4, "_pkg") == 0; }

/// Files of ours around a part, by the name of the module or package in each.
std::map<std::string, Path> our_files(RtlPart part, const Path& rtl) {
  std::map<std::string, Path> files;
  for (const Path& file : our_rtl_around(part, rtl)) files[file.stem().string()] = file;
  return files;
}

std::string without_comments(const std::string& source) {
  std::string text;
  for (std::size_t at = 0; at < source.size();) {
    const bool line = source.compare(at, 2, "//") == 0;
    if (!line && source.compare(at, 2, "/*") != 0) {
      text += source[at++];
      continue;
    }
    const std::size_t end = line ? source.find('\n', at) : source.find("*/", at + 2);
    if (end == std::string::npos) break;
    at = line ? end : end + 2;
    text += ' ';
  }
  return text;
}

/// Names of `ours` that are words of `source`, comments apart.
std::vector<std::string> named_in(const std::string& source, const std::map<std::string, Path>& ours) {
  const std::string text = without_comments(source);
  static const std::regex kWord(R"([A-Za-z_]\w*)");
  std::set<std::string> words;
  for (std::sregex_iterator at(text.begin(), text.end(), kWord), end; at != end; ++at) words.insert(at->str());
  std::vector<std::string> names;
  for (const auto& [name, file] : ours) {
    if (words.count(name) != 0) names.push_back(name);
  }
  return names;
}

/// Adds to `packages` and `modules` those files of ours that `start` names, and those that these name.
void add_needed(const std::vector<std::string>& start, const std::map<std::string, Path>& ours, Paths& packages,
                Paths& modules) {
  std::deque<std::string> left(start.begin(), start.end());
  std::set<std::string> seen;
  std::set<std::string> needed_packages;
  for (; !left.empty(); left.pop_front()) {
    const std::string name = left.front();
    if (!seen.insert(name).second) continue;
    if (is_package(name)) {
      needed_packages.insert(name);
    } else {
      modules.push_back(ours.at(name));
    }
    for (std::string& next : named_in(text_of_file(ours.at(name)), ours)) left.push_back(std::move(next));
  }
  // flit_pkg names no other package, and all others may name it.
  for (const bool first : {true, false}) {
    for (const std::string& name : needed_packages) {
      if ((name == "flit_pkg") == first) packages.push_back(ours.at(name));
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, int>> area_parameters(RtlPart part, const AreaShape& shape) {
  switch (part) {
    case RtlPart::kPacer:
      return {};
    case RtlPart::kArbiter:
      return {{"NumRequesters", (2 * shape.dimensions + shape.nics) * shape.vcs}};
    case RtlPart::kRouter:
      return {{"NumDimensions", shape.dimensions}, {"NumNics", shape.nics}, {"NumVcs", shape.vcs}};
    case RtlPart::kNic:
      return {{"NumEngines", shape.nics}, {"NumVcs", shape.vcs}};
  }
  return {};
}

AreaSubject our_area_subject(RtlPart part, const AreaShape& shape, const Path& rtl, const std::string& module) {
  AreaSubject subject{"ours", module.empty() ? module_of(part) : module, {}, {rtl}, area_parameters(part, shape)};
  Paths modules;
  add_needed({subject.top}, our_files(part, rtl), subject.files, modules);
  subject.files.insert(subject.files.end(), modules.begin(), modules.end());
  return subject;
}

Paths rtl_of_node(const Path& rtl) {
  std::map<std::string, Path> ours;
  for (const char* folder : {".", "axi", "common", "nic", "regs", "router"}) {
    for (const Path& file : rtl_files(rtl / folder)) {
      if (file.extension() == ".sv") ours[file.stem().string()] = file.lexically_normal();
    }
  }
  Paths files;
  Paths modules;
  add_needed({"node_top"}, ours, files, modules);
  files.insert(files.end(), modules.begin(), modules.end());
  return files;
}

AreaSubject their_area_subject(RtlPart part, const AreaShape& shape, const Path& rtl, const Path& folder,
                               const std::string& top) {
  AreaSubject subject{"yours", top, {}, {folder, rtl}, area_parameters(part, shape)};
  std::map<std::string, Path> ours = our_files(part, rtl);
  for (const std::string& name : rtl_names(folder)) ours.erase(name);
  Paths theirs;
  std::string text = top;
  for (const Path& file : rtl_sources(folder)) {
    if (file.extension() == ".vlt") continue;
    theirs.push_back(file);
    text += "\n" + text_of_file(file);
  }
  Paths modules;
  add_needed(named_in(text, ours), ours, subject.files, modules);
  subject.files.insert(subject.files.end(), theirs.begin(), theirs.end());
  subject.files.insert(subject.files.end(), modules.begin(), modules.end());
  return subject;
}

}  // namespace tactus
