#include "testbench/app/report/packed_array.h"

#include <zlib.h>

#include <new>

namespace tactus {
namespace {

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace

std::string packed(const std::vector<std::uint8_t>& bytes) {
  uLongf size = compressBound(bytes.size());
  std::vector<std::uint8_t> small(size);
  // Memory is all that it can lack.
  if (compress(small.data(), &size, bytes.data(), bytes.size()) != Z_OK) throw std::bad_alloc();
  small.resize(size);
  return base64(small);
}

std::string packed(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * numbers.size());
  for (const std::uint32_t number : numbers) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  }
  return packed(bytes);
}

}  // namespace tactus
