#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstddef>
#include <utility>

#include "tlm_models/node/copies/layout.h"

namespace tactus {
namespace {

class Maker {
 public:
  Maker(Dice& dice, const RandomDatatypes& kinds) : dice_(dice), kinds_(kinds) {}

  DatatypeConfig any(int nesting, bool marks) {
    if (nesting <= 1 || dice_.chance(10)) return basic();
    const auto old = [&] { return old_type(nesting - 1, marks); };
    switch (dice_.below(marks ? 10 : 8)) {
      case 0:
        return contiguous_type(count(), old());
      case 1:
        return vector(old());
      case 2:
        return hvector_type(count(), count(), stride(in_bytes()), old());
      case 3:
        return indexed(old(), false);
      case 4:
        return indexed(old(), true);
      case 5:
        return indexed_block_type(count(), numbers(count(), [&] { return dice_.between(-6, 9); }), old());
      case 6:
        return structure(nesting);
      case 7:
        return any(nesting - 1, marks);
      case 8:
        return subarray(old());
      default:
        return resized_type(in_bytes(), unit() * dice_.between(0, 12), old());
    }
  }

 private:
  DatatypeConfig old_type(int nesting, bool marks) {
    DatatypeConfig config = any(nesting, marks);
    return kinds_.of_open_mpi && bounds_of(config).size == 0 ? basic() : config;
  }
  std::int64_t count() { return dice_.chance(8) ? 0 : dice_.between(1, kinds_.largest); }
  std::int64_t unit() { return kinds_.one_basic ? 8 : 1; }
  std::int64_t in_bytes() { return unit() * dice_.between(-40, 60); }
  DatatypeConfig basic() {
    constexpr std::array kAll{BasicType::kByte,  BasicType::kShort, BasicType::kInt,
                              BasicType::kFloat, BasicType::kLong,  BasicType::kDouble};
    return basic_type(kinds_.one_basic ? BasicType::kDouble : kAll[static_cast<std::size_t>(dice_.below(6))]);
  }
  template <class Draw>
  static std::vector<std::int64_t> numbers(std::int64_t many, const Draw& draw) {
    std::vector<std::int64_t> list;
    for (std::int64_t i = 0; i < many; ++i) list.push_back(draw());
    return list;
  }
  [[nodiscard]] std::int64_t stride(std::int64_t bytes) const { return kinds_.of_open_mpi && bytes == -1 ? -2 : bytes; }
  DatatypeConfig vector(DatatypeConfig old) {
    const std::int64_t extents = dice_.between(-5, 6);
    const bool taken_otherwise = stride(extents * bounds_of(old).extent()) != extents * bounds_of(old).extent();
    return vector_type(count(), count(), taken_otherwise ? 2 : extents, std::move(old));
  }
  DatatypeConfig indexed(DatatypeConfig old, bool bytes) {
    const std::int64_t blocks = count();
    auto lengths = numbers(blocks, [&] { return count(); });
    auto places = numbers(blocks, [&] { return bytes ? in_bytes() : dice_.between(-6, 9); });
    return bytes ? hindexed_type(std::move(lengths), std::move(places), std::move(old))
                 : indexed_type(std::move(lengths), std::move(places), std::move(old));
  }
  DatatypeConfig structure(int nesting) {
    const std::int64_t blocks = count();
    auto lengths = numbers(blocks, [&] { return count(); });
    auto places = numbers(blocks, [&] { return in_bytes(); });
    std::vector<DatatypeConfig> types;
    for (std::int64_t i = 0; i < blocks; ++i) types.push_back(old_type(nesting - 1, !kinds_.one_basic));
    return struct_type(std::move(lengths), std::move(places), std::move(types));
  }
  DatatypeConfig subarray(DatatypeConfig old) {
    const std::int64_t dimensions = dice_.between(1, 3);
    const auto sizes = numbers(dimensions, [&] { return dice_.between(1, 5); });
    std::vector<std::int64_t> parts;
    std::vector<std::int64_t> starts;
    for (const std::int64_t size : sizes) {
      parts.push_back(dice_.between(1, static_cast<int>(size)));
      starts.push_back(dice_.between(0, static_cast<int>(size - parts.back())));
    }
    return subarray_type(sizes, parts, starts, dice_.chance(50) ? ArrayOrder::kC : ArrayOrder::kFortran,
                         std::move(old));
  }

  Dice& dice_;
  RandomDatatypes kinds_;
};

}  // namespace

DatatypeConfig random_datatype(Dice& dice, const RandomDatatypes& kinds) {
  while (true) {
    DatatypeConfig config = Maker(dice, kinds).any(kinds.nesting, true);
    if (bounds_of(config).size <= 4096) return config;
  }
}

TransferConfig random_message(Dice& dice, const RandomDatatypes& kinds) {
  while (true) {
    TransferConfig message;
    message.send = {random_datatype(dice, kinds), dice.between(1, 3)};
    const std::int64_t size = Layout(message.send.datatype, message.send.elements).size();
    switch (dice.below(3)) {
      case 0:
        message.receive = message.send;
        break;
      case 1:
        message.receive.datatype = contiguous_type(size, basic_type(BasicType::kByte));
        break;
      default:
        message.receive.datatype = hvector_type(size, 1, dice.between(-9, 30), basic_type(BasicType::kByte));
    }
    if (dice.chance(20)) std::swap(message.send, message.receive);
    if (size > 0 && validate(message).empty()) return message;
  }
}

std::string description(const DatatypeConfig& config) {
  std::string old;
  for (const DatatypeConfig& type : config.types) old += ", " + description(type);
  const auto call = [&](const char* name, const std::string& arguments) {
    return name + ("(" + arguments + old + ")");
  };
  const auto list = [](const std::vector<std::int64_t>& values) {
    return fmt::format("{{{}}}", fmt::join(values, " "));
  };
  const auto strided = [&] { return fmt::format("{}, {}, {}", config.count, config.block_length, config.stride); };
  const auto blocks = [&] { return list(config.block_lengths) + ", " + list(config.displacements); };
  switch (config.kind) {
    case DatatypeKind::kBasic:
      return fmt::format("{} bytes", bounds_of(config).size);
    case DatatypeKind::kContiguous:
      return call("contiguous", std::to_string(config.count));
    case DatatypeKind::kVector:
      return call("vector", strided());
    case DatatypeKind::kHvector:
      return call("hvector", strided());
    case DatatypeKind::kIndexed:
      return call("indexed", blocks());
    case DatatypeKind::kHindexed:
      return call("hindexed", blocks());
    case DatatypeKind::kIndexedBlock:
      return call("indexed_block", std::to_string(config.block_length) + ", " + list(config.displacements));
    case DatatypeKind::kStruct:
      return call("struct", blocks());
    case DatatypeKind::kSubarray:
      return call(config.order == ArrayOrder::kC ? "subarray, C" : "subarray, Fortran",
                  list(config.sizes) + ", " + list(config.subsizes) + ", " + list(config.starts));
    case DatatypeKind::kResized:
      return call("resized", fmt::format("{}, {}", config.lower_bound, config.extent));
  }
  return "";
}

}  // namespace tactus
