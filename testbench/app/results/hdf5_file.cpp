#include "testbench/app/results/hdf5_file.h"

#include <hdf5.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "testbench/app/results/hdf5_handle.h"

namespace tactus {
namespace {

/// Whole rows are compressed together, about as many bytes: to begin costs as much as to compress them.
constexpr std::size_t kChunk = std::size_t{1} << 16U;
constexpr std::size_t kGrowth = std::size_t{1} << 20U;  ///< bytes that a file in memory grows by
constexpr unsigned kCompression = 1;                    ///< of 9: more takes twice as long for 3 % less

/// What HDF5 says of the call that has just failed: where it began.
std::string last_error() {
  std::string text = "no reason is given";
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned number, const H5E_error2_t* error, void* told) -> herr_t {
        if (number == 0 && error->desc != nullptr) *static_cast<std::string*>(told) = error->desc;
        return 0;
      },
      &text);
  return text;
}

/// Rows of so many bytes that are compressed together, of `rows`.
std::size_t rows_of_chunk(std::size_t row, std::uint64_t rows) {
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(kChunk / row, 1, rows));
}

/// All first bytes of elements, then all second ones, and so on: as the filter `shuffle` of HDF5.
std::string shuffle(const std::string& elements, std::size_t bytes) {
  std::string planes(elements.size(), '\0');
  const std::size_t count = elements.size() / bytes;
  for (std::size_t plane = 0; plane < bytes; ++plane) {
    char* const to = &planes[plane * count];
    for (std::size_t i = 0; i < count; ++i) to[i] = elements[i * bytes + plane];
  }
  return planes;
}

/// As the filter `deflate` of HDF5, but looks for runs of one byte alone: counts by window have them, and little else
/// that comes again. Half the time, and fewer bytes. Empty if zlib refuses.
std::string deflate_runs(std::string bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, kCompression, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL, Z_RLE) != Z_OK) return {};
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

Hdf5File::Hdf5File(const std::filesystem::path& path) : path_(path), written_(path) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what it has to say on the terminal
  const Hdf5Handle access(checked(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  // In memory: a file of its own that HDF5 cannot complete, it tries to complete once more when the program ends.
  static_cast<void>(checked(H5Pset_fapl_core(access.id(), kGrowth, false)));
  file_ = checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()));
}

Hdf5File::~Hdf5File() {
  if (file_ >= 0) H5Fclose(file_);
}

std::int64_t Hdf5File::checked(std::int64_t result) const {
  if (result >= 0) return result;
  throw ResultFileError(path_, "HDF5: " + last_error());
}

void Hdf5File::describe(std::int64_t array, const std::string& description) {
  const Hdf5Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
  static_cast<void>(checked(H5Tset_size(type.id(), description.size())));
  const Hdf5Handle space(checked(H5Screate(H5S_SCALAR)), H5Sclose);
  const Hdf5Handle attribute(checked(H5Acreate2(array, "description", type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT)),
                             H5Aclose);
  static_cast<void>(checked(H5Awrite(attribute.id(), type.id(), description.data())));
}

std::int64_t Hdf5File::make_array(const std::string& path, std::int64_t type, const Shape& shape,
                                  const std::string& description) {
  const std::vector<hsize_t> extent(shape.begin(), shape.end());
  const Hdf5Handle space(checked(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr)), H5Sclose);
  const Hdf5Handle links(checked(H5Pcreate(H5P_LINK_CREATE)), H5Pclose);
  static_cast<void>(checked(H5Pset_create_intermediate_group(links.id(), 1)));
  const Hdf5Handle layout(checked(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  static_cast<void>(checked(H5Pset_obj_track_times(layout.id(), false)));
  if (std::find(extent.begin(), extent.end(), 0) == extent.end()) {
    std::vector<hsize_t> chunk = extent;
    const std::size_t row = std::accumulate(extent.begin() + 1, extent.end(), H5Tget_size(type), std::multiplies<>());
    chunk.front() = rows_of_chunk(row, extent.front());
    static_cast<void>(checked(H5Pset_chunk(layout.id(), static_cast<int>(chunk.size()), chunk.data())));
    static_cast<void>(checked(H5Pset_shuffle(layout.id())));
    static_cast<void>(checked(H5Pset_deflate(layout.id(), kCompression)));
  }
  const hid_t array = checked(H5Dcreate2(file_, path.c_str(), type, space.id(), links.id(), layout.id(), H5P_DEFAULT));
  describe(array, description);
  return array;
}

void Hdf5File::write(const std::string& path, const Shape& shape, const std::vector<std::uint64_t>& values,
                     const std::string& description) {
  const Hdf5Handle array(make_array(path, H5T_STD_U64LE, shape, description), H5Dclose);
  static_cast<void>(checked(H5Dwrite(array.id(), H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data())));
}

void Hdf5File::write(const std::string& path, const Shape& shape, const std::vector<double>& values,
                     const std::string& description) {
  const Hdf5Handle array(make_array(path, H5T_IEEE_F64LE, shape, description), H5Dclose);
  static_cast<void>(checked(H5Dwrite(array.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data())));
}

void Hdf5File::write(const std::string& path, const Shape& shape, const std::vector<std::int64_t>& values,
                     const std::string& description) {
  const Hdf5Handle array(make_array(path, H5T_STD_I64LE, shape, description), H5Dclose);
  static_cast<void>(checked(H5Dwrite(array.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data())));
}

void Hdf5File::write(const std::string& path, const std::vector<std::string>& texts, const std::string& description) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string padded;
  for (const std::string& text : texts) padded += text + std::string(longest - text.size(), '\0');
  const Hdf5Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
  static_cast<void>(checked(H5Tset_size(type.id(), longest)));
  static_cast<void>(checked(H5Tset_strpad(type.id(), H5T_STR_NULLPAD)));
  const Hdf5Handle array(make_array(path, type.id(), {texts.size()}, description), H5Dclose);
  static_cast<void>(checked(H5Dwrite(array.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data())));
}

Hdf5File::Rows Hdf5File::open_rows(const std::string& path, const Shape& shape, std::size_t element,
                                   const std::string& description) {
  Rows rows;
  rows.array = make_array(path, element == sizeof(std::uint64_t) ? H5T_STD_U64LE : H5T_STD_U32LE, shape, description);
  rows.dimensions = shape.size();
  rows.element = element;
  rows.row = std::accumulate(shape.begin() + 1, shape.end(), element, std::multiplies<>());
  const bool empty = rows.row == 0 || shape.front() == 0;
  if (!empty) rows.chunk.resize(rows.row * rows_of_chunk(rows.row, shape.front()));
  return rows;
}

void Hdf5File::write_row(Rows& rows, const void* row) {
  if (rows.chunk.empty()) return;
  std::memcpy(&rows.chunk[rows.filled], row, rows.row);
  rows.filled += rows.row;
  if (rows.filled == rows.chunk.size()) write_chunk(rows);
}

void Hdf5File::write_chunk(Rows& rows) {
  std::fill(rows.chunk.begin() + static_cast<std::ptrdiff_t>(rows.filled), rows.chunk.end(), '\0');
  const std::string packed = deflate_runs(shuffle(rows.chunk, rows.element));
  if (packed.empty()) throw ResultFileError(path_, "zlib cannot compress");
  std::vector<hsize_t> place(rows.dimensions);
  place.front() = rows.first;
  static_cast<void>(checked(H5Dwrite_chunk(rows.array, H5P_DEFAULT, 0, place.data(), packed.size(), packed.data())));
  rows.first += rows.chunk.size() / rows.row;
  rows.filled = 0;
}

void Hdf5File::close_rows(Rows& rows) {
  if (rows.filled != 0) write_chunk(rows);
  static_cast<void>(checked(H5Dclose(std::exchange(rows.array, -1))));
}

void Hdf5File::commit() {
  static_cast<void>(checked(H5Fflush(file_, H5F_SCOPE_LOCAL)));
  std::string image(static_cast<std::size_t>(checked(H5Fget_file_image(file_, nullptr, 0))), '\0');
  static_cast<void>(checked(H5Fget_file_image(file_, image.data(), image.size())));
  static_cast<void>(checked(H5Fclose(std::exchange(file_, -1))));
  written_.write(image);
  written_.commit();
}

}  // namespace tactus
