#include "testbench/app/report/hdf5_reader.h"

#include <hdf5.h>
#include <sys/stat.h>

#include "testbench/app/report/curves.h"
#include "testbench/app/report/window_measures.h"
#include "testbench/app/results/hdf5_file.h"
#include "testbench/app/results/hdf5_handle.h"
#include "testbench/app/results/result_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Shape = Hdf5Reader::Shape;

/// A file of a few hundred bytes with an array of this shape: of arrays in chunks only what was written is there.
std::filesystem::path file_with(const TemporaryFolder& folder, const std::string& group, const std::string& name,
                                const Shape& shape) {
  std::filesystem::path path = folder.path() / "attribution.h5";
  const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  const Hdf5Handle groups(H5Gcreate2(file.id(), group.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  const std::vector<hsize_t> extent(shape.begin(), shape.end());
  const std::vector<hsize_t> chunk(shape.size(), 1);
  const auto rank = static_cast<int>(shape.size());
  const Hdf5Handle space(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose);
  const Hdf5Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  REQUIRE(H5Pset_chunk(layout.id(), rank, chunk.data()) >= 0);
  const Hdf5Handle array(H5Dcreate2(file.id(), (group + "/" + name).c_str(), H5T_STD_U64LE, space.id(), H5P_DEFAULT,
                                    layout.id(), H5P_DEFAULT),
                         H5Dclose);
  REQUIRE(array.id() >= 0);
  return path;
}

}  // namespace

TEST_CASE("Hdf5Reader: an array that has more values than memory, or than a number counts, is refused") {
  const std::uint64_t large = std::uint64_t{1} << 32U;
  const std::vector<Shape> shapes = {
      {1, large, large}, {1, large, 2 * large}, {2, large}, {large, 1}, {1, std::uint64_t{1} << 31U}};
  for (const Shape& shape : shapes) {
    const TemporaryFolder folder;
    const Hdf5Reader reader(file_with(folder, "links", "lost_ps", shape));
    CHECK_THROWS_AS(reader.shape("links/lost_ps"), UnreadableResult);
    CHECK_THROWS_AS(reader.numbers("links/lost_ps", 0), UnreadableResult);
  }
}

TEST_CASE("Hdf5Reader: more windows than any run writes are not read one by one") {
  const TemporaryFolder folder;
  const auto file = file_with(folder, "links", "lost_ps", {1U << 20U, 1});
  CHECK_THROWS_WITH(flow_curves(file, nlohmann::ordered_json::object()), Contains("more windows than any run writes"));
}

TEST_CASE("Hdf5Reader: windows of a length that no run has are refused") {
  for (const double length : {0.0, -4.0, 3.0, 0.5, 1e30}) {
    CAPTURE(length);
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "attribution.h5";
    {
      Hdf5File file(path);
      file.write("outputs/flits", {1, 4, 5, 1}, std::vector<std::uint64_t>(20), "flits");
      file.write("windows/length_cycles", {1}, std::vector<double>{length}, "length");
      file.write("windows/length_s", {1}, std::vector<double>{1}, "length");
      file.commit();
    }
    NetworkShape ring{};
    ring.sizes = {4};
    CHECK_THROWS_WITH(WindowMeasures(path, ring), Contains("attribution.h5: ") && Contains("no run has"));
  }
}

TEST_CASE("Hdf5Reader: a pipe is no file, and not waited for") {
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "attribution.h5";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(Hdf5Reader(pipe), Contains("is no HDF5 file"));
}

TEST_CASE("Hdf5File: a disk that is full for it is told when it is completed, and ends nothing else") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("no /dev/full here: not tested");
    return;
  }
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "attribution.h5";
  std::filesystem::create_symlink("/dev/full", partial_name(path));
  {
    Hdf5File file(path);
    file.write("a", {1000}, std::vector<std::uint64_t>(1000, 7), "sevens");
    CHECK_THROWS_WITH(file.commit(), path.string() + ": No space left on device");
  }
  CHECK(H5close() >= 0);  // as at the end of a program: nothing is open that could not be written
  CHECK(folder.names().empty());
}

TEST_CASE("Hdf5File: what HDF5 says of a call that fails is told, with the file") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "attribution.h5";
  Hdf5File file(path);
  file.write("a/b", {1}, std::vector<double>{1}, "once");
  CHECK_THROWS_WITH(file.write("a/b", {1}, std::vector<double>{1}, "twice"),
                    Contains(path.string() + ": HDF5: ") && Contains("exists"));
  // An attribute is at most 64 KiB.
  const std::string too_long(std::size_t{1} << 17U, 'x');
  CHECK_THROWS_WITH(file.write("a/c", {1}, std::vector<double>{1}, too_long), Contains("too large"));
}

}  // namespace tactus
