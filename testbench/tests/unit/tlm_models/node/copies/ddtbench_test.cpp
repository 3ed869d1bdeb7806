#include <map>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/naive_typemap.h"
#include "tlm_models/node/copies/ddtbench.h"

namespace tactus {
namespace {

std::vector<DdtCase> cases_of(const std::string& pattern) {
  std::vector<DdtCase> found;
  for (const DdtCase& ddt : ddtbench_cases(1)) {
    if (ddt.pattern == pattern) found.push_back(ddt);
  }
  return found;
}

std::vector<std::int64_t> sizes_of(const std::string& pattern) {
  std::vector<std::int64_t> sizes;
  for (const DdtCase& ddt : cases_of(pattern)) sizes.push_back(ddt.size());
  return sizes;
}

std::vector<Piece> sent(const DdtCase& ddt) { return pieces_of(Layout(ddt.message.send.datatype)); }

using Sizes = std::vector<std::int64_t>;

TEST_CASE("DDTBench: has 16 patterns of 3 to 7 sizes, and each can be sent", "[DDT-1]") {
  std::map<std::string, int> sizes;
  for (const DdtCase& ddt : ddtbench_cases(1)) {
    ++sizes[ddt.pattern];
    CAPTURE(ddt.pattern, ddt.size());
    CHECK(validate(ddt.message).empty());
  }
  CHECK(sizes.size() == 16);
  for (const auto& [pattern, count] : sizes) {
    CAPTURE(pattern);
    CHECK(3 <= count);
    CHECK(count <= 7);
  }
}

TEST_CASE("DDTBench: messages have the sizes of the benchmark", "[DDT-1]") {
  CHECK(sizes_of("NAS_LU_x") == Sizes{480, 1320, 2560, 4080, 6480, 16320, 40800});
  CHECK(sizes_of("NAS_LU_y") == sizes_of("NAS_LU_x"));
  CHECK(sizes_of("NAS_MG_x") == Sizes{2048, 32768, 131072, 524288});
  CHECK(sizes_of("NAS_MG_y") == Sizes{32 * 16 * 8, 128 * 64 * 8, 256 * 128 * 8, 512 * 256 * 8});
  CHECK(sizes_of("MILC_su3_zd") == Sizes{16 * 16 * 16 * 24, 8 * 8 * 16 * 24, 8 * 8 * 16 * 24, 8 * 8 * 8 * 24});
  CHECK(sizes_of("LAMMPS_full") == Sizes{3062 * 64, 2243 * 64, 1662 * 64});
  CHECK(sizes_of("LAMMPS_atomic") == Sizes{243 * 48, 145 * 48, 114 * 48});
  CHECK(sizes_of("SPECFEM3D_mt") == Sizes{7600 * 12, 6400 * 12, 5600 * 12, 6200 * 12});
  // Of the first box: 23 x 3 points in four planes, and 65 times as many in five volumes.
  CHECK(sizes_of("WRF_y_vec").front() == 23 * 3 * (4 + 5 * 65) * 4);
}

TEST_CASE("DDTBench: WRF's vectors and subarrays name the same bytes", "[DDT-1]") {
  for (const std::string face : {"WRF_x", "WRF_y"}) {
    const auto vectors = cases_of(face + "_vec");
    const auto subarrays = cases_of(face + "_sa");
    REQUIRE(vectors.size() == subarrays.size());
    for (std::size_t i = 0; i < vectors.size(); ++i) CHECK((sent(vectors[i]) == sent(subarrays[i])));
  }
}

TEST_CASE("DDTBench: the x face of NAS MG is single doubles, sent beside where they are received", "[DDT-1]") {
  const DdtCase first = cases_of("NAS_MG_x").front();
  std::vector<Piece> expected;
  for (std::int64_t z = 0; z < 16; ++z) {
    for (std::int64_t y = 0; y < 16; ++y) expected.push_back({(z * 18 + y) * 34 * 8, 8});
  }
  CHECK((sent(first) == expected));
  CHECK(first.receive_offset - first.send_offset == 8);
}

TEST_CASE("DDTBench: particles of LAMMPS are different ones, sent apart and received together", "[DDT-1]") {
  const DdtCase first = cases_of("LAMMPS_atomic").back();
  CHECK(pieces_of(Layout(first.message.receive.datatype)).size() == 4);
  // Neighbours that were drawn one after the other touch; hardly any are.
  CHECK(sent(first).size() > 4 * 110);
  CHECK((sent(first) == sent(cases_of("LAMMPS_atomic").back())));
}

TEST_CASE("Transpose: element (i, j) of a block comes to (j, i)", "[DDT-2]") {
  const std::int64_t n = 12;
  const DdtCase ddt = transpose_case(n, 4);
  const Layout send(ddt.message.send.datatype);
  const Layout receive(ddt.message.receive.datatype);
  CopyStream stream(send, receive);
  int elements = 0;
  for (Copy copy = stream.next(); copy.length > 0; copy = stream.next()) {
    for (std::int64_t byte = 0; byte < copy.length; byte += 16, ++elements) {
      const std::int64_t from = (copy.source + byte) / 16;
      const std::int64_t to = (copy.destination + byte) / 16;
      CHECK(from / n == to % n);
      CHECK(from % n == to / n);
    }
  }
  CHECK(elements == 9);
}

}  // namespace
}  // namespace tactus
