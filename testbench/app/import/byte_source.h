#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace tactus {

/// Bytes of a regular file from its begin to its end; those of a gzip file are decompressed. Nothing waits: a pipe, a
/// device and a directory are refused.
///
/// A gzip file is refused once it has given more than `kMostPerByte` bytes per byte read, beyond a first `kFree` bytes,
/// or more than `kMostBytes` in all. So no small file fills the memory.
class ByteSource {
 public:
  static constexpr std::uint64_t kMostPerByte = 256;
  static constexpr std::uint64_t kFree = std::uint64_t{1} << 20U;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 37U;

  explicit ByteSource(const std::filesystem::path& path);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Fills `to` as far as there are bytes. Fewer than `size`: the file ended or failed.
  std::size_t read(char* to, std::size_t size);
  /// Why the bytes end before the file does: "no such file", "the gzip data ends in the middle" ...; empty: they do
  /// not.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Bytes handed out so far.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  struct Stream;

  std::unique_ptr<Stream> stream_;
  std::uint64_t offset_ = 0;
  std::string failure_;
};

}  // namespace tactus
