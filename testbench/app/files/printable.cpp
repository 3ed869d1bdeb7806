#include "testbench/app/files/printable.h"

#include <fmt/format.h>

namespace tactus {
namespace {

/// The number of a character that terminals obey; 0 of another one, and of a NUL, which they ignore.
unsigned command_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) {
    const bool obeyed = (first < 0x20 && first != '\t' && first != '\n') || first == 0x7F;
    return obeyed ? first : 0;
  }
  const auto second = static_cast<unsigned char>(character[1]);
  return character.size() == 2 && first == 0xC2 && second < 0xA0 ? second : 0;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte(at + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool impossible = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
  return overlong || impossible ? 0 : length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const std::string_view character = text.substr(at, length == 0 ? 1 : length);
    if (length == 0) {
      shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(character.front()));
    } else if (const unsigned command = command_of(character); command != 0) {
      shown += fmt::format("\\u{:04X}", command);
    } else {
      shown += character;
    }
    at += character.size();
  }
  return shown;
}

}  // namespace tactus
