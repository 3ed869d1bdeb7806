#include "testbench/tests/unit/app/report/unpacked.h"

#include <zlib.h>

#include <stdexcept>

namespace tactus::test {

std::vector<std::uint8_t> unpacked(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  unsigned bits = 0;
  unsigned value = 0;
  for (const char c : text.substr(0, text.find('='))) {
    value = value << 6U | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(value >> bits));
  }
  std::vector<std::uint8_t> large(1'000'000);
  uLongf size = large.size();
  if (uncompress(large.data(), &size, bytes.data(), bytes.size()) != Z_OK) throw std::runtime_error("not packed");
  large.resize(size);
  return large;
}

}  // namespace tactus::test
