#include "testbench/app/about/about.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace tactus {
namespace {

/// PREFIX, if the program is installed: PREFIX/bin/tactus has PREFIX/share/tactus/scenarios. Else empty.
std::filesystem::path find_prefix() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::filesystem::path prefix = program.parent_path().parent_path();
  const bool installed = !error && std::filesystem::is_directory(prefix / "share" / "tactus" / "scenarios", error);
  return installed ? prefix : std::filesystem::path();
}

const std::filesystem::path& prefix() {
  static const std::filesystem::path kPrefix = find_prefix();
  return kPrefix;
}

std::string find_scenarios() {
  return prefix().empty() ? TACTUS_SCENARIO_DIR : (prefix() / "share" / "tactus" / "scenarios").string();
}

}  // namespace

const char* tactus_version() { return TACTUS_VERSION; }

const char* scenario_folder() {
  static const std::string kFolder = find_scenarios();
  return kFolder.c_str();
}

std::filesystem::path public_headers() {
  return prefix().empty() ? std::filesystem::path(TACTUS_SOURCES) : prefix() / "include" / "tactus";
}

std::string interface_id() { return TACTUS_INTERFACE; }

const char* rtl_replace_project() { return TACTUS_REPLACE_PROJECT; }

const char* replaced_rtl_folder() { return TACTUS_REPLACED_FOLDER; }

}  // namespace tactus
