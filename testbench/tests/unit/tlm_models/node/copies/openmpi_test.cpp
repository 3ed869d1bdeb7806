#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/naive_typemap.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/layout.h"

namespace tactus {
namespace {

/// MPI without any other process.
class OpenMpi {
 public:
  OpenMpi() { MPI_Init(nullptr, nullptr); }
  ~OpenMpi() { MPI_Finalize(); }
  OpenMpi(const OpenMpi&) = delete;
  OpenMpi& operator=(const OpenMpi&) = delete;
};

MPI_Datatype basic(BasicType type) {
  switch (type) {
    case BasicType::kByte:
      return MPI_BYTE;
    case BasicType::kShort:
      return MPI_SHORT;
    case BasicType::kInt:
      return MPI_INT;
    case BasicType::kFloat:
      return MPI_FLOAT;
    case BasicType::kLong:
      return MPI_LONG;
    case BasicType::kDouble:
      return MPI_DOUBLE;
  }
  throw std::logic_error("no such type");
}

std::vector<int> as_int(const std::vector<std::int64_t>& list) { return {list.begin(), list.end()}; }
std::vector<MPI_Aint> as_aint(const std::vector<std::int64_t>& list) { return {list.begin(), list.end()}; }

/// A datatype of Open MPI and those that it is made of.
class MpiDatatype {
 public:
  explicit MpiDatatype(const DatatypeConfig& config) : type_(make(config)) { MPI_Type_commit(&type_); }
  ~MpiDatatype() {
    for (MPI_Datatype& type : made_) MPI_Type_free(&type);
  }
  MpiDatatype(const MpiDatatype&) = delete;
  MpiDatatype& operator=(const MpiDatatype&) = delete;

  [[nodiscard]] MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype make(const DatatypeConfig& config) {
    if (config.kind == DatatypeKind::kBasic) return basic(config.basic);
    std::vector<MPI_Datatype> old;
    for (const DatatypeConfig& type : config.types) old.push_back(make(type));
    MPI_Datatype made = MPI_DATATYPE_NULL;
    construct(config, old, made);
    made_.push_back(made);
    return made;
  }
  static void construct(const DatatypeConfig& config, const std::vector<MPI_Datatype>& old, MPI_Datatype& made) {
    const int count = static_cast<int>(config.count);
    const int length = static_cast<int>(config.block_length);
    const int blocks = static_cast<int>(config.displacements.size());
    const std::vector<int> lengths = as_int(config.block_lengths);
    const std::vector<int> places = as_int(config.displacements);
    const std::vector<MPI_Aint> bytes = as_aint(config.displacements);
    switch (config.kind) {
      case DatatypeKind::kBasic:
        break;
      case DatatypeKind::kContiguous:
        MPI_Type_contiguous(count, old[0], &made);
        break;
      case DatatypeKind::kVector:
        MPI_Type_vector(count, length, static_cast<int>(config.stride), old[0], &made);
        break;
      case DatatypeKind::kHvector:
        MPI_Type_create_hvector(count, length, config.stride, old[0], &made);
        break;
      case DatatypeKind::kIndexed:
        MPI_Type_indexed(blocks, lengths.data(), places.data(), old[0], &made);
        break;
      case DatatypeKind::kHindexed:
        MPI_Type_create_hindexed(blocks, lengths.data(), bytes.data(), old[0], &made);
        break;
      case DatatypeKind::kIndexedBlock:
        MPI_Type_create_indexed_block(blocks, length, places.data(), old[0], &made);
        break;
      case DatatypeKind::kStruct:
        MPI_Type_create_struct(blocks, lengths.data(), bytes.data(), old.data(), &made);
        break;
      case DatatypeKind::kSubarray:
        construct_subarray(config, old[0], made);
        break;
      case DatatypeKind::kResized:
        MPI_Type_create_resized(old[0], config.lower_bound, config.extent, &made);
        break;
    }
  }
  static void construct_subarray(const DatatypeConfig& config, MPI_Datatype old, MPI_Datatype& made) {
    MPI_Type_create_subarray(static_cast<int>(config.sizes.size()), as_int(config.sizes).data(),
                             as_int(config.subsizes).data(), as_int(config.starts).data(),
                             config.order == ArrayOrder::kC ? MPI_ORDER_C : MPI_ORDER_FORTRAN, old, &made);
  }

  std::vector<MPI_Datatype> made_;
  MPI_Datatype type_;
};

/// Names of what Open MPI says otherwise.
std::string differences(const TypeBounds& bounds, const MpiDatatype& type) {
  MPI_Count size = 0;
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  MPI_Count true_lower = 0;
  MPI_Count true_extent = 0;
  MPI_Type_size_x(type.get(), &size);
  MPI_Type_get_extent_x(type.get(), &lower, &extent);
  MPI_Type_get_true_extent_x(type.get(), &true_lower, &true_extent);
  std::string names;
  const auto compare = [&](const char* name, std::int64_t ours, MPI_Count theirs) {
    if (ours != theirs)
      names += std::string(name) + " " + std::to_string(ours) + " not " + std::to_string(theirs) + "; ";
  };
  compare("size", bounds.size, size);
  compare("lower bound", bounds.lower, lower);
  compare("extent", bounds.extent(), extent);
  if (size == 0) return names;  // no data: no true bounds
  compare("true lower bound", bounds.true_lower, true_lower);
  compare("true extent", bounds.true_upper - bounds.true_lower, true_extent);
  return names;
}

/// Whether MPI_Pack takes the bytes that the layout names, in its order.
bool packs_alike(const Layout& layout, const MpiDatatype& type, int elements, Dice& dice) {
  if (layout.size() == 0) return true;
  const std::int64_t before = -std::min<std::int64_t>(layout.bounds().true_lower, 0);
  std::vector<unsigned char> memory(
      static_cast<std::size_t>(before + std::max<std::int64_t>(layout.bounds().true_upper, 0)));
  for (unsigned char& byte : memory) byte = static_cast<unsigned char>(dice.bits());
  std::vector<unsigned char> packed(static_cast<std::size_t>(layout.size()));
  int position = 0;
  MPI_Pack(memory.data() + before, elements, type.get(), packed.data(), static_cast<int>(packed.size()), &position,
           MPI_COMM_SELF);
  std::vector<unsigned char> ours;
  for (const Piece& piece : pieces_of(layout)) {
    const auto from = memory.begin() + before + piece.offset;
    ours.insert(ours.end(), from, from + piece.length);
  }
  return position == static_cast<int>(packed.size()) && packed == ours;
}

TEST_CASE("Layout: 10,000 random types have Open MPI's bounds, and MPI_Pack takes the same bytes in the same order",
          "[LAYOUT-1][LAYOUT-2]") {
  const OpenMpi mpi;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    Dice dice(seed);
    const DatatypeConfig config = random_datatype(dice, {dice.between(2, 6), false, dice.between(2, 6), true});
    const int elements = dice.between(1, 4);
    const MpiDatatype type(config);
    CAPTURE(seed, description(config));
    REQUIRE(differences(bounds_of(config), type) == "");
    REQUIRE(packs_alike(Layout(config, elements), type, elements, dice));
  }
}

}  // namespace
}  // namespace tactus
