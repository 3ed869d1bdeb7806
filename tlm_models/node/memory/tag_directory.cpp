#include "tlm_models/node/memory/tag_directory.h"

namespace tactus {
namespace {

int bits_for(std::size_t slots) {
  int bits = 4;
  while ((std::size_t{1} << bits) < slots) ++bits;
  return bits;
}

}  // namespace

TagDirectory::TagDirectory(std::size_t lines)
    : mask_((std::size_t{1} << bits_for(2 * lines)) - 1), shift_(64 - bits_for(2 * lines)), entries_(mask_ + 1) {}

void TagDirectory::remove(Entry* entry) {
  // Entries behind the hole move up, unless they would come before their home.
  auto hole = static_cast<std::size_t>(entry - entries_.data());
  for (std::size_t slot = (hole + 1) & mask_; entries_[slot].holders != 0; slot = (slot + 1) & mask_) {
    const std::size_t from_home = (slot - home(entries_[slot].line)) & mask_;
    if (from_home < ((slot - hole) & mask_)) continue;
    entries_[hole] = entries_[slot];
    hole = slot;
  }
  entries_[hole] = {};
}

}  // namespace tactus
