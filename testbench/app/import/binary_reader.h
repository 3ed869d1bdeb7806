#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/byte_source.h"
#include "testbench/app/import/import_faults.h"

namespace tactus {

/// Reads a binary file in blocks. If there are fewer bytes than are asked for, that is a fault, once.
class BinaryReader {
 public:
  /// Most bytes that can be asked for at once.
  static constexpr std::size_t kMostAtOnce = std::size_t{64} << 20U;

  BinaryReader(const std::filesystem::path& path, ImportFaults& faults);

  /// The next bytes, at most `size` of them; fewer before the end. Valid until the next call.
  std::string_view peek(std::size_t size);
  /// Goes past bytes that have been seen by `peek`.
  void skip(std::size_t size) { begin_ += size; }
  /// The next `size` bytes, which are `what`; goes past them. Empty with a fault if the file ends before.
  std::string_view take(std::size_t size, const char* what);
  /// The next number, in the byte order of the machine; 0 with a fault if the file ends before.
  template <class Number>
  Number number(const char* what) {
    Number value = 0;
    const std::string_view bytes = take(sizeof value, what);
    if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  /// Whether the file has ended before its content did.
  [[nodiscard]] bool cut() const { return cut_; }
  /// Whether there are no more bytes; a fault if they end because the file cannot be read.
  bool at_end();

  [[nodiscard]] std::uint64_t offset() const { return source_.offset() - (end_ - begin_); }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] ImportPlace place(std::uint64_t byte) const { return ImportPlace::of_byte(file_, byte); }
  void fault(std::uint64_t byte, std::string message) { faults_.add(place(byte), std::move(message)); }

 private:
  ByteSource source_;
  ImportFaults& faults_;
  std::string file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool cut_ = false;
};

/// A number within bytes that are there.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace tactus
