#include "testbench/app/about/about.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace tactus {
namespace {

namespace fs = std::filesystem;

/// The folders that belong to the program; empty if it has none of a kind.
struct Folders {
  fs::path prefix;  ///< if it is installed: PREFIX/bin/tactus has PREFIX/share/tactus/scenarios
  fs::path clone;   ///< if it is in the build folder of a clone, which has the file tactus.clone beside it
  fs::path build;
};

Folders find_folders() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  Folders folders;
  std::ifstream file(program.parent_path() / "tactus.clone");
  for (fs::path* folder : {&folders.clone, &folders.build}) {
    std::string line;
    std::getline(file, line);
    *folder = line;
  }
  const fs::path prefix = program.parent_path().parent_path();
  if (folders.clone.empty() && fs::is_directory(prefix / "share" / "tactus" / "scenarios", error)) {
    folders.prefix = prefix;
  }
  return folders;
}

const Folders& folders() {
  static const Folders kFolders = find_folders();
  return kFolders;
}

bool installed() { return !folders().prefix.empty(); }

/// A path in `folder`, or empty if there is no such folder.
std::string below(const fs::path& folder, const char* path) {
  return folder.empty() ? std::string() : (folder / path).string();
}

}  // namespace

const char* tactus_version() { return TACTUS_VERSION; }

const char* scenario_folder() {
  static const std::string kFolder =
      installed() ? below(folders().prefix, "share/tactus/scenarios") : below(folders().clone, "scenarios");
  return kFolder.c_str();
}

std::filesystem::path public_headers() {
  return installed() ? folders().prefix / "include" / "tactus" : folders().clone;
}

std::string systemc_headers() { return TACTUS_SYSTEMC; }

std::string interface_id() { return TACTUS_INTERFACE; }

const char* rtl_replace_project() {
  static const std::string kProject = below(folders().clone, "rtl/replace");
  return kProject.c_str();
}

const char* replaced_rtl_folder() {
  static const std::string kFolder = below(folders().build, "replaced");
  return kFolder.c_str();
}

std::filesystem::path plugin_folder() { return below(folders().build, "plugins"); }

}  // namespace tactus
