#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tactus {

/// `bytes` as a page can carry them: zlib's format, which browsers unpack by themselves, in base64.
std::string packed(const std::vector<std::uint8_t>& bytes);
/// Numbers of four bytes, the least significant first.
std::string packed(const std::vector<std::uint32_t>& numbers);

}  // namespace tactus
