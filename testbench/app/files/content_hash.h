#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tactus {

/// FNV-1a of 64 bits: tells whether two things are the same, within one version of the program.
class ContentHash {
 public:
  /// A text and where it ends.
  void add(std::string_view text) {
    for (const char letter : text) take(static_cast<unsigned char>(letter));
    take(0xFF);
  }
  void add(std::uint64_t word) {
    for (unsigned byte = 0; byte < sizeof word; ++byte) take(word >> 8 * byte & 0xFF);
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }
  [[nodiscard]] std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  void take(std::uint64_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3U; }

  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

}  // namespace tactus
