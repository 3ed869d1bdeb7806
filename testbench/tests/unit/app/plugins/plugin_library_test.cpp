#include "testbench/app/plugins/plugin_library.h"

#include <elf.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/files/regular_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

/// The library that the build has made of sample_plugin.cpp, "plugin" with an interface and "foreign" without.
fs::path sample(const std::string& name) {
  return fs::read_symlink("/proc/self/exe").parent_path() / "plugins_test_samples" / ("sample_" + name + ".so");
}

std::string bytes_of(const fs::path& file) {
  const FileText content = read_regular_file(file, std::size_t{1} << 28U);
  REQUIRE(content.fault.empty());
  return content.text;
}

PluginLibrary look_at(const std::string& bytes) {
  const TemporaryFolder folder;
  return look_at_library(folder.write("looked_at.so", bytes));
}

/// The sample with `change` made in its head.
template <class Change>
PluginLibrary look_at_changed(Change change) {
  std::string bytes = bytes_of(sample("plugin"));
  Elf64_Ehdr head;
  std::memcpy(&head, bytes.data(), sizeof head);
  change(head);
  std::memcpy(bytes.data(), &head, sizeof head);
  return look_at(bytes);
}

bool needs(const PluginLibrary& library, const std::string& name) {
  return std::count(library.needed.begin(), library.needed.end(), name) > 0;
}

TEST_CASE("look_at_library: a plug-in tells its interface and what it needs, as C++ writes it", "[PLUGIN-3]") {
  const PluginLibrary library = look_at_library(sample("plugin"));
  CHECK(library.fault.empty());
  CHECK(library.interface == "0123456789abcdef");
  CHECK(needs(library, "time"));
  CHECK(std::any_of(library.needed.begin(), library.needed.end(),
                    [](const std::string& name) { return name.compare(0, 24, "tactus::register_policy(") == 0; }));
  CHECK_FALSE(needs(library, "tactus_plugin_interface"));
  CHECK_FALSE(needs(library, ""));
  CHECK(hidden_input(library.needed) == "time");
}

TEST_CASE("look_at_library: a library that was compiled without the definition tells no interface", "[PLUGIN-3]") {
  const PluginLibrary library = look_at_library(sample("foreign"));
  CHECK(library.fault.empty());
  CHECK_FALSE(library.interface.has_value());
  CHECK(needs(library, "time"));
}

TEST_CASE("look_at_library: a file that is no ELF file, or none at all, is refused", "[PLUGIN-3]") {
  CHECK(look_at("").fault == "it is no ELF file");
  CHECK(look_at("#!/bin/sh\necho I am a script, and longer than the head of an ELF file is.\n").fault ==
        "it is no ELF file");
  CHECK(look_at(ELFMAG).fault == "it is no ELF file");
  const TemporaryFolder folder;
  CHECK(look_at_library(folder.path() / "none.so").fault == "no such file");
  CHECK_FALSE(look_at_library(folder.path()).fault.empty());
}

TEST_CASE("look_at_library: programs, object files and files of 32 bits are no shared libraries", "[PLUGIN-3]") {
  const std::string said = "it is no shared library of 64 bits";
  CHECK(look_at_changed([](Elf64_Ehdr& head) { head.e_type = ET_EXEC; }).fault == said);
  CHECK(look_at_changed([](Elf64_Ehdr& head) { head.e_type = ET_REL; }).fault == said);
  CHECK(look_at_changed([](Elf64_Ehdr& head) { head.e_type = ET_CORE; }).fault == said);
  CHECK(look_at_changed([](Elf64_Ehdr& head) { head.e_ident[EI_CLASS] = ELFCLASS32; }).fault == said);
  CHECK(look_at_changed([](Elf64_Ehdr&) {}).fault.empty());
  // A program that may lie anywhere in memory calls itself a shared library; it tells no interface.
  CHECK_FALSE(look_at_library("/proc/self/exe").interface.has_value());
}

TEST_CASE("look_at_library: a file that is cut short anywhere is refused", "[PLUGIN-3]") {
  const std::string whole = bytes_of(sample("plugin"));
  CHECK(look_at(whole).fault.empty());
  CHECK(look_at(whole.substr(0, sizeof(Elf64_Ehdr) - 1)).fault == "it is no ELF file");
  for (const std::size_t size : {sizeof(Elf64_Ehdr), whole.size() / 4, whole.size() / 2, whole.size() - 1}) {
    CAPTURE(size, whole.size());
    const PluginLibrary library = look_at(whole.substr(0, size));
    CHECK(library.fault == "it is cut short");
  }
}

TEST_CASE("look_at_library: a table of sections that lies nowhere does no harm", "[PLUGIN-3]") {
  CHECK(look_at_changed([](Elf64_Ehdr& head) { head.e_shoff = ~Elf64_Off{0} - 8; }).fault == "it is cut short");
  CHECK_FALSE(look_at_changed([](Elf64_Ehdr& head) { head.e_shnum = 0; }).interface.has_value());
  CHECK_NOTHROW(look_at_changed([](Elf64_Ehdr& head) { head.e_shoff = 1; }));
}

TEST_CASE("look_at_library: no byte of a library, changed to another, makes it read outside of the file",
          "[PLUGIN-3]") {
  const std::string whole = bytes_of(sample("plugin"));
  Elf64_Ehdr head;
  std::memcpy(&head, whole.data(), sizeof head);
  // The head, and every section's header: offsets, sizes, links.
  std::vector<std::size_t> places;
  for (std::size_t at = EI_NIDENT; at < sizeof head; ++at) places.push_back(at);
  for (std::size_t at = head.e_shoff; at < whole.size(); at += 7) places.push_back(at);
  for (const std::size_t at : places) {
    std::string changed = whole;
    changed[at] = static_cast<char>(0xff);
    CHECK_NOTHROW(look_at(changed));
  }
}

}  // namespace
}  // namespace tactus
