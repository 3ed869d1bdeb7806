#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

/// Reads arrays of an HDF5 file, piece by piece of their first dimension. Throws UnreadableResult.
class Hdf5Reader {
 public:
  using Shape = std::vector<std::uint64_t>;

  explicit Hdf5Reader(std::filesystem::path path);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  /// Whether there is an array `name` ("group/name") in a group that there is.
  [[nodiscard]] bool has(const std::string& name) const;
  /// Shape of the array `name` ("group/name"), which is small enough to be read.
  [[nodiscard]] Shape shape(const std::string& name) const;
  /// Piece `number` of an array of counts that are below 2^32.
  [[nodiscard]] std::vector<std::uint32_t> counts(const std::string& name, std::uint64_t number) const;
  /// Piece `number` of an array of any numbers.
  [[nodiscard]] std::vector<double> numbers(const std::string& name, std::uint64_t number) const;
  /// The only value of an array.
  [[nodiscard]] double number(const std::string& name) const;

 private:
  template <class Value>
  [[nodiscard]] std::vector<Value> piece(const std::string& name, std::uint64_t number, std::int64_t type) const;
  /// Otherwise the array `name` is not as it should be.
  void require(bool holds, const std::string& name) const;
  /// `result`, if HDF5 did not refuse.
  [[nodiscard]] std::int64_t checked(std::int64_t result, const std::string& name) const;

  std::filesystem::path path_;
  std::int64_t file_;
};

}  // namespace tactus
