#include "testbench/app/plugins/plugin_library.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "testbench/app/files/regular_file.h"
#include "testbench/app/plugins/symbol_name.h"

namespace tactus {
namespace {

constexpr std::size_t kLargestLibrary = std::size_t{512} << 20U;  ///< bytes
constexpr char kInterface[] = "tactus_plugin_interface";

/// Sections of an ELF file, all of which lie within its bytes.
class ElfFile {
 public:
  explicit ElfFile(std::string bytes) : bytes_(std::move(bytes)) {
    Elf64_Ehdr head = {};
    if (!take(0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
      fault_ = "it is no ELF file";
    } else if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_type != ET_DYN) {
      fault_ = "it is no shared library of 64 bits";
    } else {
      for (unsigned i = 0; i < head.e_shnum; ++i) {
        Elf64_Shdr section = {};
        if (!take(head.e_shoff + std::uint64_t{i} * sizeof section, section)) {
          fault_ = "it is cut short";
          break;
        }
        sections_.push_back(section);
      }
    }
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

  /// Calls `use(name, symbol)` for each symbol that the dynamic linker sees.
  template <class Use>
  void for_each_symbol(Use use) const {
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_DYNSYM || table.sh_link >= sections_.size()) continue;
      const Elf64_Shdr& names = sections_[table.sh_link];
      for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol = {};
        if (!take(table.sh_offset + at, symbol)) break;  // nor are those behind it in the file
        use(text_at(names.sh_offset + symbol.st_name), symbol);
      }
    }
  }

  /// The text that a symbol's bytes begin with.
  [[nodiscard]] std::string text_of(const Elf64_Sym& symbol) const {
    if (symbol.st_shndx >= sections_.size()) return {};
    const Elf64_Shdr& section = sections_[symbol.st_shndx];
    return text_at(section.sh_offset + (symbol.st_value - section.sh_addr));
  }

 private:
  template <class T>
  bool take(std::uint64_t offset, T& value) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof value) return false;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return true;
  }
  [[nodiscard]] std::string text_at(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const std::size_t end = bytes_.find('\0', offset);
    return bytes_.substr(offset, end == std::string::npos ? end : end - offset);
  }

  std::string bytes_;
  std::string fault_;
  std::vector<Elf64_Shdr> sections_;
};

/// How the names begin of functions and data that a policy must not need.
constexpr std::array<std::string_view, 17> kHidden = {
    "time",
    "clock",
    "clock_gettime",
    "gettimeofday",
    "timespec_get",
    "rand",
    "srand",
    "random",
    "srandom",
    "rand_r",
    "drand48",
    "lrand48",
    "getrandom",
    "getentropy",
    "arc4random",
    "std::random_device::",
    "std::chrono::_V2::",
};
/// Those that modules need all the same.
constexpr std::array<std::string_view, 3> kSimulation = {
    "sc_core::sc_time_stamp",
    "sc_core::sc_curr_simcontext",
    "sc_core::sc_get_curr_simcontext",
};

template <std::size_t Count>
bool is_one_of(const std::array<std::string_view, Count>& names, const std::string& needed) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const bool whole = name.find(':') == std::string_view::npos;
    return whole ? needed == name : needed.compare(0, name.size(), name) == 0;
  });
}

}  // namespace

PluginLibrary look_at_library(const std::filesystem::path& file) {
  FileText content = read_regular_file(file, kLargestLibrary);
  if (!content.fault.empty()) return {content.fault, std::nullopt, {}};
  const ElfFile elf(std::move(content.text));
  PluginLibrary library{elf.fault(), std::nullopt, {}};
  elf.for_each_symbol([&](const std::string& name, const Elf64_Sym& symbol) {
    if (symbol.st_shndx == SHN_UNDEF) {
      if (!name.empty()) library.needed.push_back(symbol_name(name));
    } else if (name == kInterface) {
      library.interface = elf.text_of(symbol);
    }
  });
  return library;
}

std::string hidden_input(const std::vector<std::string>& needed) {
  const auto hidden = [](const std::string& name) { return is_one_of(kHidden, name); };
  const auto found = std::find_if(needed.begin(), needed.end(), hidden);
  return found == needed.end() ? std::string() : *found;
}

std::string simulation_input(const std::vector<std::string>& needed) {
  const auto of_simulation = [](const std::string& name) { return is_one_of(kSimulation, name); };
  const auto found = std::find_if(needed.begin(), needed.end(), of_simulation);
  return found == needed.end() ? std::string() : *found;
}

}  // namespace tactus
