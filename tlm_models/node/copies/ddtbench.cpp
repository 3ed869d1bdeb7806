#include "tlm_models/node/copies/ddtbench.h"

#include <cstddef>
#include <numeric>
#include <utility>

#include "hw/common/random.h"
#include "tlm_models/node/copies/layout.h"

namespace tactus {
namespace {

using Numbers = std::vector<std::int64_t>;

const DatatypeConfig kFloat = basic_type(BasicType::kFloat);
const DatatypeConfig kDouble = basic_type(BasicType::kDouble);
constexpr std::int64_t kFloatBytes = 4;
constexpr std::int64_t kDoubleBytes = 8;

/// Arrays as an allocator puts them: one behind the other, 16 bytes for itself before each.
class Heap {
 public:
  std::int64_t take(std::int64_t bytes) {
    const std::int64_t place = end_;
    end_ = (place + bytes + 16 + 15) / 16 * 16;
    return place;
  }

 private:
  std::int64_t end_ = 0;
};

DdtCase made(std::string pattern, DatatypeConfig type, std::int64_t send_offset, std::int64_t receive_offset) {
  DdtCase ddt{std::move(pattern), {}, send_offset, receive_offset};
  ddt.message.send.datatype = type;
  ddt.message.receive.datatype = std::move(type);
  return ddt;
}

/// `count` different numbers below `bound`: the first of a shuffle.
Numbers drawn(const RandomStream& random, std::int64_t count, std::int64_t bound) {
  Numbers all(static_cast<std::size_t>(bound));
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) std::swap(all[i], all[random.below(i, all.size())]);
  all.resize(static_cast<std::size_t>(count));
  return all;
}

Numbers times(std::int64_t factor, Numbers numbers) {
  for (std::int64_t& number : numbers) number *= factor;
  return numbers;
}

/// A box of arrays of the weather model WRF: bounds of memory and of the part that is sent, along x (i), height (k)
/// and y (j), both ends included.
struct WrfBox {
  std::int64_t ims, ime, jms, jme;
  std::int64_t is, ie, js, je;
};
constexpr std::int64_t kWrfHeight = 65;

struct WrfShape {
  std::int64_t nx, ny, nz;  ///< of the arrays
  std::int64_t x, y;        ///< where the part begins
  std::int64_t part_x, part_y;
};

WrfShape shape_of(const WrfBox& box) {
  return {box.ime - box.ims + 1, box.jme - box.jms + 1, kWrfHeight,         box.is - box.ims,
          box.js - box.jms,      box.ie - box.is + 1,   box.je - box.js + 1};
}

/// Four 2D, three 3D and two 4D arrays of which the second of two 3D parts is sent; faces are whole in height.
DdtCase wrf(const std::string& pattern, const WrfBox& box, bool subarrays) {
  const WrfShape s = shape_of(box);
  const std::int64_t plane = s.nx * s.ny;
  const std::int64_t volume = plane * s.nz;
  const auto start = [&](std::int64_t row) { return subarrays ? 0 : (s.y * row + s.x) * kFloatBytes; };
  DatatypeConfig flat = vector_type(s.part_y, s.part_x, s.nx, kFloat);
  DatatypeConfig deep = hvector_type(s.part_y, 1, s.nx * s.nz * kFloatBytes, vector_type(s.nz, s.part_x, s.nx, kFloat));
  DatatypeConfig several = hvector_type(1, 1, volume * kFloatBytes, deep);
  if (subarrays) {
    flat = subarray_type({s.ny, s.nx}, {s.part_y, s.part_x}, {s.y, s.x}, ArrayOrder::kC, kFloat);
    deep = subarray_type({s.ny, s.nz, s.nx}, {s.part_y, s.nz, s.part_x}, {s.y, 0, s.x}, ArrayOrder::kC, kFloat);
    several =
        subarray_type({2, s.ny, s.nz, s.nx}, {1, s.part_y, s.nz, s.part_x}, {1, s.y, 0, s.x}, ArrayOrder::kC, kFloat);
  }
  Heap heap;
  Numbers places;
  std::vector<DatatypeConfig> types;
  const auto add = [&](int arrays, std::int64_t floats, std::int64_t offset, const DatatypeConfig& type) {
    for (int i = 0; i < arrays; ++i) {
      places.push_back(heap.take(floats * kFloatBytes) + offset);
      types.push_back(type);
    }
  };
  add(4, plane, start(s.nx), flat);
  add(3, volume, start(s.nx * s.nz), deep);
  add(2, 2 * volume, subarrays ? 0 : start(s.nx * s.nz) + volume * kFloatBytes, several);
  return made(pattern, struct_type(Numbers(places.size(), 1), places, std::move(types)), 0, 0);
}

void add_wrf(std::vector<DdtCase>& cases) {
  const std::vector<WrfBox> y{{-4, 27, 34, 85, 1, 23, 41, 43},
                              {8, 34, 21, 61, 12, 30, 28, 30},
                              {4, 27, 14, 47, 8, 23, 21, 23},
                              {10, 31, 10, 39, 14, 27, 17, 19},
                              {4, 22, 4, 27, 8, 18, 11, 13}};
  const std::vector<WrfBox> x{
      {-4, 27, 34, 85, 18, 20, 38, 81}, {4, 27, 14, 47, 18, 20, 18, 43}, {4, 22, 4, 27, 13, 15, 8, 23}};
  for (const bool subarrays : {false, true}) {
    for (const WrfBox& box : y) cases.push_back(wrf(subarrays ? "WRF_y_sa" : "WRF_y_vec", box, subarrays));
  }
  for (const bool subarrays : {false, true}) {
    for (const WrfBox& box : x) cases.push_back(wrf(subarrays ? "WRF_x_sa" : "WRF_x_vec", box, subarrays));
  }
}

/// Su3 vectors, three complex floats each, of one parity of a lattice x * y * z * t: the lowest z.
DdtCase milc(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t t) {
  const DatatypeConfig su3 = contiguous_type(6, kFloat);
  const std::int64_t half = x * y * z * t / 2 * 6 * kFloatBytes;
  return made("MILC_su3_zd", hvector_type(2, 1, half, vector_type(t, x * y / 2, x * y * z / 2, su3)), 0, 0);
}

/// Five doubles at each point of a plane n x n with a border of one.
void add_lu(std::vector<DdtCase>& cases) {
  const std::vector<std::int64_t> sizes{12, 33, 64, 102, 162, 408, 1020};
  const auto place = [](std::int64_t n, std::int64_t y, std::int64_t z) {
    return 5 * (y + (n + 2) * z) * kDoubleBytes;
  };
  for (const std::int64_t n : sizes) {
    cases.push_back(made("NAS_LU_x", contiguous_type(5 * n, kDouble), place(n, 1, n), place(n, 1, 0)));
  }
  for (const std::int64_t n : sizes) {
    cases.push_back(
        made("NAS_LU_y", vector_type(n, 1, n + 2, contiguous_type(5, kDouble)), place(n, n, 1), place(n, 0, 1)));
  }
}

/// Faces of a cube nx * ny * nz of doubles: the last plane but one is sent, the last one, or the first, received.
void add_mg(std::vector<DdtCase>& cases) {
  struct Cube {
    std::int64_t nx, ny, nz;
  };
  const std::vector<Cube> cubes{{34, 18, 18}, {130, 66, 66}, {258, 130, 130}, {514, 258, 258}};
  const auto place = [](const Cube& cube, std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x + cube.nx * (y + cube.ny * z)) * kDoubleBytes;
  };
  for (const Cube& cube : cubes) {
    const DatatypeConfig row = vector_type(cube.ny - 2, 1, cube.nx, kDouble);
    const DatatypeConfig face = hvector_type(cube.nz - 2, 1, cube.nx * cube.ny * kDoubleBytes, row);
    cases.push_back(made("NAS_MG_x", face, place(cube, cube.nx - 2, 1, 1), place(cube, cube.nx - 1, 1, 1)));
  }
  for (const Cube& cube : cubes) {
    const DatatypeConfig face = vector_type(cube.nz - 2, cube.nx - 2, cube.nx * cube.ny, kDouble);
    cases.push_back(made("NAS_MG_y", face, place(cube, 1, cube.ny - 2, 1), place(cube, 1, cube.ny - 1, 1)));
  }
  for (const Cube& cube : cubes) {
    const DatatypeConfig face = vector_type(cube.ny - 2, cube.nx - 2, cube.nx, kDouble);
    cases.push_back(made("NAS_MG_z", face, place(cube, 1, 1, 1), place(cube, 1, 1, 0)));
  }
}

/// Particles drawn from `atoms` are sent, and received behind all of them: positions, and `scalars` numbers each.
DdtCase lammps(const std::string& pattern, int scalars, std::int64_t particles, std::int64_t atoms,
               const RandomStream& random) {
  const Numbers chosen = drawn(random, particles, atoms);
  Heap heap;
  Numbers from;
  Numbers to;
  std::vector<DatatypeConfig> sent;
  std::vector<DatatypeConfig> received;
  for (int array = 0; array <= scalars; ++array) {
    const std::int64_t width = array == 0 ? 3 : 1;
    from.push_back(heap.take(width * (atoms + particles) * kDoubleBytes));
    // As the benchmark has it: element `atoms` of each array, also of the one of positions.
    to.push_back(from.back() + atoms * kDoubleBytes);
    sent.push_back(indexed_block_type(width, times(width, chosen), kDouble));
    received.push_back(contiguous_type(width * particles, kDouble));
  }
  const Numbers ones(from.size(), 1);
  DdtCase ddt{pattern, {}, 0, 0};
  ddt.message.send.datatype = struct_type(ones, from, std::move(sent));
  ddt.message.receive.datatype = struct_type(ones, to, std::move(received));
  return ddt;
}

void add_lammps(std::vector<DdtCase>& cases, std::uint64_t seed) {
  std::uint64_t stream = 0;
  const auto add = [&](const char* pattern, int scalars, std::int64_t particles, std::int64_t atoms) {
    cases.push_back(lammps(pattern, scalars, particles, atoms, {seed, stream++}));
  };
  add("LAMMPS_full", 5, 3062, 3534);
  add("LAMMPS_full", 5, 2243, 2597);
  add("LAMMPS_full", 5, 1662, 1907);
  add("LAMMPS_atomic", 3, 243, 4084);
  add("LAMMPS_atomic", 3, 145, 2157);
  add("LAMMPS_atomic", 3, 114, 1217);
}

/// Points of meshes of the earth, drawn; one float each (oc), or three each from two meshes (cm).
void add_specfem(std::vector<DdtCase>& cases, std::uint64_t seed) {
  std::uint64_t stream = 100;
  const auto points = [&](std::int64_t width, std::int64_t count, std::int64_t mesh) {
    return indexed_block_type(width, times(width, drawn({seed, stream++}, count, mesh)), kFloat);
  };
  struct Mesh {
    std::int64_t count, points;
  };
  for (const Mesh& mesh : {Mesh{3225, 88881}, {1897, 38585}, {877, 12857}, {493, 3697}}) {
    cases.push_back(made("SPECFEM3D_oc", points(1, mesh.count, mesh.points), 0, 0));
  }
  const std::vector<std::pair<Mesh, Mesh>> pairs{{{11797, 834917}, {3009, 51153}},
                                                 {{7125, 396849}, {1729, 22477}},
                                                 {{3801, 152001}, {801, 7209}},
                                                 {{1957, 39929}, {245, 1225}}};
  for (const auto& [first, second] : pairs) {
    Heap heap;
    const Numbers places{heap.take(3 * first.points * kFloatBytes), heap.take(3 * second.points * kFloatBytes)};
    std::vector<DatatypeConfig> types{points(3, first.count, first.points), points(3, second.count, second.points)};
    cases.push_back(made("SPECFEM3D_cm", struct_type({1, 1}, places, std::move(types)), 0, 0));
  }
  for (const std::int64_t count : {7600, 6400, 5600, 6200}) {
    Heap heap;
    heap.take(3 * 2 * count * kFloatBytes);
    DdtCase ddt{"SPECFEM3D_mt", {}, 0, heap.take(0)};
    ddt.message.send.datatype = vector_type(count, 1, 2, contiguous_type(3, kFloat));
    ddt.message.receive.datatype = contiguous_type(3 * count, kFloat);
    cases.push_back(ddt);
  }
}

}  // namespace

std::int64_t DdtCase::size() const { return Layout(message.send.datatype, message.send.elements).size(); }

DdtCase transpose_case(std::int64_t n, std::int64_t processes) {
  const DatatypeConfig complex = contiguous_type(2, kDouble);
  const std::int64_t complex_bytes = 2 * kDoubleBytes;
  const std::int64_t block = n / processes;
  Heap heap;
  heap.take(n * block * complex_bytes);
  DdtCase ddt{"FFT", {}, 0, heap.take(0) + block * complex_bytes};
  ddt.message.send.datatype = vector_type(block, block, n, complex);
  const DatatypeConfig column = vector_type(block, 1, n, complex);
  ddt.message.receive.datatype = contiguous_type(block, resized_type(0, complex_bytes, column));
  return ddt;
}

std::vector<DdtCase> ddtbench_cases(std::uint64_t seed) {
  std::vector<DdtCase> cases;
  add_wrf(cases);
  cases.push_back(milc(16, 16, 16, 16));
  cases.push_back(milc(8, 8, 16, 16));
  cases.push_back(milc(8, 8, 8, 16));
  cases.push_back(milc(8, 8, 8, 8));
  add_lu(cases);
  add_mg(cases);
  add_lammps(cases, seed);
  add_specfem(cases, seed);
  for (const std::int64_t n : {256, 512, 768, 1024, 1536}) cases.push_back(transpose_case(n, 2));
  return cases;
}

}  // namespace tactus
