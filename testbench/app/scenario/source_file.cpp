#include "testbench/app/scenario/source_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace tactus {
namespace {

/// Length of the UTF-8 character at `text[at]`, or 0 if there is none (RFC 3629: shortest form, no surrogates).
std::size_t utf8_length(const std::string& text, std::size_t at) {
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

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

}  // namespace

bool load(SourceText& source, std::size_t largest, const Place* referrer, DiagnosticList& diagnostics) {
  const auto refuse = [&](const std::string& reason) {
    if (referrer != nullptr) {
      diagnostics.add(*referrer, fmt::format("cannot read '{}': {}", source.name, reason));
    } else {
      diagnostics.add({&source, 0, 0}, reason);
    }
    return false;
  };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(source.name, error);
  if (status.type() == std::filesystem::file_type::not_found) return refuse("no such file");
  if (error) return refuse(error.message());
  if (std::filesystem::is_directory(status)) return refuse("this is a directory, not a file");
  if (!std::filesystem::is_regular_file(status)) return refuse("this is no regular file");
  const std::uintmax_t size = std::filesystem::file_size(source.name, error);
  if (error || size > largest) return refuse(fmt::format("{} bytes: at most {} are read", size, largest));
  std::ifstream in(source.name, std::ios::binary);
  if (!in) return refuse("no permission to read it");
  source.text.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

bool check_text(SourceText& source, DiagnosticList& diagnostics) {
  std::string& text = source.text;
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
  Place place{&source, source.first_line, 1};
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0 || is_control(text[i])) {
      const unsigned byte = static_cast<unsigned char>(text[i]);
      diagnostics.add(place, fmt::format("byte 0x{:02X} is {}: not a text file", byte,
                                         length == 0 ? "not UTF-8" : "a control character"));
      // The line itself is not fit to be printed.
      return text.clear(), false;
    }
    place.column += static_cast<int>(length);
    if (text[i] == '\n') place = {&source, place.line + 1, 1};
    i += length;
  }
  if (text.find_first_not_of(" \t\r\n") != std::string::npos) return true;
  diagnostics.add({&source, source.first_line, 1}, "the file is empty");
  return false;
}

}  // namespace tactus
