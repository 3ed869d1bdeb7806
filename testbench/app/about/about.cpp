#include "testbench/app/about/about.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace tactus {
namespace {

/// Beside an installed program: PREFIX/bin/tactus has PREFIX/share/tactus/scenarios. Else that of the clone.
std::string find_scenarios() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path installed = program.parent_path().parent_path() / "share" / "tactus" / "scenarios";
  if (!error && std::filesystem::is_directory(installed, error)) return installed.string();
  return TACTUS_SCENARIO_DIR;
}

}  // namespace

const char* tactus_version() { return TACTUS_VERSION; }

const char* scenario_folder() {
  static const std::string kFolder = find_scenarios();
  return kFolder.c_str();
}

const char* rtl_replace_project() { return TACTUS_REPLACE_PROJECT; }

const char* replaced_rtl_folder() { return TACTUS_REPLACED_FOLDER; }

}  // namespace tactus
