#include "testbench/app/node_rtl/node_folder.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "testbench/app/area/area_sources.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/app/node_rtl/node_files.h"
#include "testbench/app/node_rtl/node_pins.h"
#include "testbench/app/node_rtl/node_text.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {
namespace fs = std::filesystem;

namespace {

/// A folder that is written under another name beside it, and has its own when it is complete.
class FolderToBe {
 public:
  explicit FolderToBe(fs::path folder) : folder_(std::move(folder)) {
    if (!folder_.has_filename()) folder_ = folder_.parent_path();
    std::error_code ignored;
    fs::remove_all(partial(), ignored);  // of one that was killed
  }
  ~FolderToBe() {
    std::error_code ignored;
    fs::remove_all(partial(), ignored);
  }
  FolderToBe(const FolderToBe&) = delete;
  FolderToBe& operator=(const FolderToBe&) = delete;

  void write(const fs::path& file, const std::string& text) const { write_whole_file(partial() / file, text); }
  void copy(const fs::path& from, const fs::path& to) const { write(to, text_of_file(from)); }
  void complete() const {
    std::error_code error;
    fs::rename(partial(), folder_, error);  // over an empty one
    if (error) throw ResultFileError(folder_, error.message());
  }

 private:
  [[nodiscard]] fs::path partial() const { return partial_name(folder_); }

  fs::path folder_;
};

std::vector<fs::path> files_with(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Copies RTL, and says where each file is in the folder.
std::vector<std::string> copied(const std::vector<fs::path>& files, const fs::path& rtl, const FolderToBe& folder) {
  std::vector<std::string> names;
  for (const fs::path& file : files) {
    const fs::path name = "rtl" / file.lexically_relative(rtl);
    folder.copy(file, name);
    names.push_back(name.generic_string());
  }
  return names;
}

}  // namespace

bool is_free_for_node(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder) || (fs::is_directory(folder) && fs::is_empty(folder, error));
}

void write_node_folder(const fs::path& folder, const MachineConfig& config, const fs::path& rtl,
                       const std::string& scenario) {
  const FolderToBe made(folder);
  NodeSources files;
  files.sources = copied(rtl_of_node(rtl), rtl, made);
  files.includes = copied({rtl / "common/assert.svh"}, rtl, made);
  files.waivers = copied(files_with(rtl / "lint", ".vlt"), rtl, made);
  copied(files_with(rtl / "check", ".sv"), rtl, made);
  files.sources.emplace_back("tactus_node.sv");

  const std::vector<NodePin> pins = read_pins(text_of_file(rtl / "node_top.sv"));
  made.write("tactus_node.sv", node_module(pins, config));
  made.write("tactus_node.json", node_description(config, scenario));
  made.write("tactus_node.f", file_list(files));
  made.write("tactus_node.core", fusesoc_core(files));
  made.write("Bender.yml", bender_manifest(files));
  made.write("tactus_node.sdc", constraints(config));
  made.write("README.md", node_readme(scenario));
  for (const char* name : {"nic.rdl", "tactus_nic.h", "tactus_nic.html", "tactus_nic.xml"}) {
    made.copy(rtl / "regs" / name, fs::path("registers") / name);
  }
  made.write("bench/two_nodes.sv", two_nodes_module(pins, config));
  for (const fs::path& file : files_with(rtl / "bench", ".py")) made.copy(file, "bench" / file.filename());
  made.complete();
}

}  // namespace tactus
