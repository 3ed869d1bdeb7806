#include "testbench/app/about/about.h"

#include <filesystem>
#include <regex>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/text_files.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

TEST_CASE("Program: in a build folder it has the scenarios, the headers and the RTL of its clone") {
  CHECK(fs::exists(fs::path(scenario_folder()) / "schema.json"));
  CHECK(fs::exists(public_headers() / "hw" / "common" / "policy.h"));
  CHECK(fs::exists(fs::path(rtl_replace_project()) / "CMakeLists.txt"));
  CHECK(fs::exists(fs::path(replaced_rtl_folder()).parent_path() / "CMakeCache.txt"));
}

TEST_CASE("Program: its interface is the one that the package of the same build tells plug-ins") {
  const std::string package =
      test::text_of(fs::path(replaced_rtl_folder()).parent_path() / "package" / "TactusConfig.cmake");
  CHECK(std::regex_match(interface_id(), std::regex("[0-9a-f]{16}")));
  CHECK(package.find("set(TACTUS_INTERFACE " + interface_id() + ")") != std::string::npos);
}

}  // namespace
}  // namespace tactus
