#include "testbench/app/report/hdf5_reader.h"

#include <hdf5.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "testbench/app/results/hdf5_handle.h"
#include "testbench/app/results/result_file.h"

namespace tactus {
namespace {

/// Values of an array that is read: more than any run writes, and few enough for memory.
constexpr hsize_t kMostValues = hsize_t{1} << 30U;

hid_t open_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return H5I_INVALID_HID;  // a pipe would be waited for
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);                                 // what it has to say on the terminal
  return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
}

}  // namespace

Hdf5Reader::Hdf5Reader(std::filesystem::path path) : path_(std::move(path)), file_(open_file(path_)) {
  if (file_ < 0) throw UnreadableResult(path_, "is no HDF5 file, or not a whole one");
}

Hdf5Reader::~Hdf5Reader() { H5Fclose(file_); }

void Hdf5Reader::require(bool holds, const std::string& name) const {
  if (!holds) throw UnreadableResult(path_, "has no such array as a run writes: " + name);
}

std::int64_t Hdf5Reader::checked(std::int64_t result, const std::string& name) const {
  require(result >= 0, name);
  return result;
}

bool Hdf5Reader::has(const std::string& name) const { return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0; }

Hdf5Reader::Shape Hdf5Reader::shape(const std::string& name) const {
  const Hdf5Handle array(checked(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), name), H5Dclose);
  const Hdf5Handle space(checked(H5Dget_space(array.id()), name), H5Sclose);
  std::vector<hsize_t> extent(static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space.id()), name)));
  require(H5Sget_simple_extent_dims(space.id(), extent.data(), nullptr) >= 0, name);
  hsize_t values = 1;
  for (const hsize_t length : extent) {
    require(length == 0 || values <= kMostValues / length, name);
    values *= std::max<hsize_t>(length, 1);
  }
  return {extent.begin(), extent.end()};
}

std::vector<std::uint32_t> Hdf5Reader::counts(const std::string& name, std::uint64_t number) const {
  return piece<std::uint32_t>(name, number, H5T_NATIVE_UINT32);
}

std::vector<double> Hdf5Reader::numbers(const std::string& name, std::uint64_t number) const {
  return piece<double>(name, number, H5T_NATIVE_DOUBLE);
}

template <class Value>
std::vector<Value> Hdf5Reader::piece(const std::string& name, std::uint64_t number, std::int64_t type) const {
  const Shape whole = shape(name);
  require(!whole.empty() && number < whole.front(), name);
  std::vector<hsize_t> extent(whole.begin(), whole.end());
  std::vector<hsize_t> start(whole.size());
  extent.front() = 1;
  start.front() = number;
  std::size_t size = 1;
  for (const hsize_t length : extent) size *= length;
  std::vector<Value> values(size);
  const Hdf5Handle array(checked(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), name), H5Dclose);
  const Hdf5Handle place(checked(H5Dget_space(array.id()), name), H5Sclose);
  require(H5Sselect_hyperslab(place.id(), H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr) >= 0, name);
  const Hdf5Handle room(checked(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), name),
                        H5Sclose);
  require(H5Dread(array.id(), type, room.id(), place.id(), H5P_DEFAULT, values.data()) >= 0, name);
  return values;
}

double Hdf5Reader::number(const std::string& name) const {
  require(shape(name) == Shape{1}, name);
  const Hdf5Handle array(checked(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), name), H5Dclose);
  double value = 0;
  require(H5Dread(array.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0, name);
  return value;
}

}  // namespace tactus
