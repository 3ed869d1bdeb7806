#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace tactus::test {

/// Bytes of messages of Protocol Buffers.
inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80U; value >>= 7U) bytes.push_back(static_cast<char>(value | 0x80U));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}
inline std::string number_field(std::uint32_t field, std::uint64_t value) {
  return varint(field << 3U) + varint(value);
}
inline std::string bytes_field(std::uint32_t field, const std::string& bytes) {
  return varint(field << 3U | 2U) + varint(bytes.size()) + bytes;
}
inline std::string framed(const std::string& message) { return varint(message.size()) + message; }

/// An attribute of a node, int64_val.
inline std::string attribute(const std::string& name, std::uint64_t value, std::uint32_t field = 9) {
  return bytes_field(10, bytes_field(1, name) + number_field(field, value));
}
inline std::string text_attribute(const std::string& name, const std::string& text) {
  return bytes_field(10, bytes_field(1, name) + bytes_field(29, text));
}
/// Fields that a node begins with.
inline std::string node(std::uint64_t id, std::uint64_t type, const std::string& more = "") {
  return number_field(1, id) + bytes_field(2, "n" + std::to_string(id)) + number_field(3, type) + more;
}
/// A file of these nodes.
inline std::string chakra_file(std::initializer_list<std::string> nodes) {
  std::string bytes = framed(bytes_field(1, "1.0.0"));
  for (const std::string& message : nodes) bytes += framed(message);
  return bytes;
}

}  // namespace tactus::test
