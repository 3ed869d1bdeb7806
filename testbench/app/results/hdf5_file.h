#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/results/atomic_file.h"

namespace tactus {

/// An HDF5 file of arrays, which h5py and others read in a line. It is made in memory, which takes as much as the
/// compressed arrays, and written as an AtomicFile, for which `commit` takes as much again. The same arrays give the
/// same bytes. Throws ResultFileError.
class Hdf5File {
 public:
  using Shape = std::vector<std::uint64_t>;

  explicit Hdf5File(const std::filesystem::path& path);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  /// Makes the array `path` ("group/name"), compressed by pieces of its first dimension. What it is, in words, becomes
  /// its attribute `description`. Groups are made as needed.
  void write(const std::string& path, const Shape& shape, const std::vector<std::uint64_t>& values,
             const std::string& description);
  void write(const std::string& path, const Shape& shape, const std::vector<double>& values,
             const std::string& description);
  void write(const std::string& path, const Shape& shape, const std::vector<std::int64_t>& values,
             const std::string& description);
  /// A list of texts.
  void write(const std::string& path, const std::vector<std::string>& texts, const std::string& description);
  /// Adds an array that is never in memory as a whole. `row` gives one piece of the first dimension after the other, a
  /// vector of unsigned integers of 32 or 64 bits.
  template <class Row>
  void write_rows(const std::string& path, const Shape& shape, const std::string& description, Row&& row) {
    using Element = typename decltype(row(std::uint64_t{0}))::value_type;
    Rows rows = open_rows(path, shape, sizeof(Element), description);
    for (std::uint64_t i = 0; i < shape.front(); ++i) write_row(rows, row(i).data());
    close_rows(rows);
  }
  /// Completes the file. To be called once, after the last array.
  void commit();

 private:
  /// An array that is written row by row.
  struct Rows {
    std::int64_t array = -1;
    std::size_t dimensions = 0;
    std::size_t element = 0;  ///< bytes
    std::size_t row = 0;      ///< bytes
    std::uint64_t first = 0;  ///< number of the first row of `chunk`
    std::size_t filled = 0;   ///< bytes of `chunk`
    std::string chunk;        ///< rows that are compressed together
  };

  /// Elements are unsigned integers of so many bytes.
  Rows open_rows(const std::string& path, const Shape& shape, std::size_t element, const std::string& description);
  void write_row(Rows& rows, const void* row);
  void close_rows(Rows& rows);
  void write_chunk(Rows& rows);
  std::int64_t make_array(const std::string& path, std::int64_t type, const Shape& shape,
                          const std::string& description);
  void describe(std::int64_t array, const std::string& description);
  /// `result`, if HDF5 did not refuse. Throws ResultFileError with what HDF5 says.
  [[nodiscard]] std::int64_t checked(std::int64_t result) const;

  std::filesystem::path path_;
  AtomicFile written_;
  std::int64_t file_ = -1;
};

}  // namespace tactus
