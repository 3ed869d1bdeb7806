#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace tactus {

/// A field of a message of Protocol Buffers.
struct ProtobufField {
  std::uint32_t number = 0;
  enum Wire : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 } wire = kVarint;
  std::uint64_t value = 0;   ///< with kVarint, kFixed64 and kFixed32
  std::string_view bytes{};  ///< with kBytes
  std::size_t at = 0;        ///< where the field begins in its message
};

/// Takes a number of 7 bits a byte from the front of `bytes`; nothing if it is cut or has more than 64 bits.
inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (i == 9 && byte > 1) return {};
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * i);
    if ((byte & 0x80U) == 0) {
      bytes.remove_prefix(i + 1);
      return value;
    }
  }
  return {};
}

/// Fields of a message, one after the other.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::string_view message) : begin_(message.data()), rest_(message) {}

  /// Goes to the next field; false at the end, and where the bytes are no field.
  bool next(ProtobufField& field) {
    if (rest_.empty() || broken_) return false;
    field = {};
    field.at = offset();
    const auto key = take_varint(rest_);
    broken_ = !key || *key >> 3U == 0 || *key >> 3U > 0x1FFFFFFFU;
    if (broken_) return false;
    field.number = static_cast<std::uint32_t>(*key >> 3U);
    field.wire = static_cast<ProtobufField::Wire>(*key & 7U);
    broken_ = !take_value(field);
    return !broken_;
  }
  [[nodiscard]] bool broken() const { return broken_; }
  /// Bytes of the message that have been read.
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(rest_.data() - begin_); }

 private:
  bool take_value(ProtobufField& field) {
    switch (field.wire) {
      case ProtobufField::kVarint: {
        const auto value = take_varint(rest_);
        field.value = value.value_or(0);
        return value.has_value();
      }
      case ProtobufField::kFixed64:
        return take_fixed(field, 8);
      case ProtobufField::kFixed32:
        return take_fixed(field, 4);
      case ProtobufField::kBytes: {
        const auto size = take_varint(rest_);
        if (!size || *size > rest_.size()) return false;
        field.bytes = rest_.substr(0, *size);
        rest_.remove_prefix(*size);
        return true;
      }
    }
    return false;  // groups, which proto3 does not have
  }
  bool take_fixed(ProtobufField& field, std::size_t size) {
    if (rest_.size() < size) return false;
    for (std::size_t i = 0; i < size; ++i) {
      field.value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(size);
    return true;
  }

  const char* begin_;
  std::string_view rest_;
  bool broken_ = false;
};

}  // namespace tactus
