#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "testbench/app/about/about.h"

namespace tactus {
namespace {

constexpr char kOwner[] = ELF_NOTE_GNU;  // in notes with its zero

std::string hexadecimal(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += kDigits[value >> 4U];
    text += kDigits[value & 0xFU];
  }
  return text;
}

/// The build id among `notes`, whose parts begin at multiples of `alignment`; empty if there is none.
std::string build_id(std::string_view notes, std::size_t alignment) {
  const auto aligned = [&](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note = {};
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t content = aligned(sizeof note + note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID &&
        notes.substr(sizeof note, note.n_namesz) == std::string_view(kOwner, sizeof kOwner)) {
      return hexadecimal(notes.substr(content, note.n_descsz));
    }
    notes.remove_prefix(std::min(notes.size(), aligned(content + note.n_descsz)));
  }
  return {};
}

/// For dl_iterate_phdr: the program itself comes first, and nothing else is looked at.
int take_build_id(dl_phdr_info* program, std::size_t /*size*/, void* id) {
  constexpr std::size_t kLeastAlignment = 4;
  for (std::size_t i = 0; i < program->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = program->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(program->dlpi_addr + segment.p_vaddr);
    const std::string found = build_id({notes, segment.p_memsz}, std::max(kLeastAlignment, segment.p_align));
    if (!found.empty()) *static_cast<std::string*>(id) = found;
  }
  return 1;
}

std::string own_build_id() {
  std::string id;
  dl_iterate_phdr(take_build_id, &id);
  if (id.empty()) throw std::logic_error("linked without a build id, which cmake/TactusDefaults.cmake asks for");
  return id;
}

}  // namespace

const std::string& program_id() {
  static const std::string kId = own_build_id();
  return kId;
}

}  // namespace tactus
