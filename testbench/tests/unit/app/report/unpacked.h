#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tactus::test {

/// What `packed` has packed, by a reading of base64 that shares nothing with it, and zlib.
std::vector<std::uint8_t> unpacked(const std::string& text);

}  // namespace tactus::test
