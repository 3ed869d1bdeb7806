#include "testbench/app/import/dumpi_datatypes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace tactus {
namespace {

/// By number, in DUMPI's order: error, null, char, signed char, unsigned char, byte, wchar, short, unsigned short, int,
/// unsigned, long, unsigned long, float, double, long double, long long int, unsigned long long, long long, packed, lb,
/// ub, float_int, double_int, long_int, short_int, 2int, long_double_int.
constexpr std::array<std::uint8_t, 28> kBytes = {0, 0,  1, 1, 1, 1, 4, 2, 2, 4,  4,  8, 8, 4,
                                                 8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20};

using Size = std::optional<std::uint64_t>;

Size product(const Size& a, const std::optional<std::int64_t>& b) {
  if (!a || !b || *b < 0) return std::nullopt;
  const auto factor = static_cast<std::uint64_t>(*b);
  if (factor != 0 && *a > std::numeric_limits<std::uint64_t>::max() / factor) return std::nullopt;
  return *a * factor;
}

/// Sum of the products of two lists; `sizes` may have one element for all.
Size sum_of_products(const std::vector<std::int64_t>& lengths, const std::vector<Size>& sizes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Size part = product(sizes.size() == 1 ? sizes[0] : i < sizes.size() ? sizes[i] : std::nullopt, lengths[i]);
    if (!part || sum > std::numeric_limits<std::uint64_t>::max() - *part) return std::nullopt;
    sum += *part;
  }
  return sum;
}

}  // namespace

std::optional<std::uint64_t> DumpiDatatypes::bytes(std::int64_t number) const {
  const auto made = made_.find(number);
  if (made != made_.end()) return made->second;
  const auto index = static_cast<std::uint64_t>(number);
  if (index < table_.size() && table_[index]) return table_[index];
  if (index < kBytes.size()) return kBytes[index];
  return std::nullopt;
}

void DumpiDatatypes::take(DumpiCall& call) {
  if (std::string_view(call.function().name) == "MPI_Type_size") {
    const auto number = call.number("datatype");
    const auto size = call.number("size");
    if (number && size && *size >= 0) made_[*number] = static_cast<std::uint64_t>(*size);
    return;
  }
  const auto number = call.number("newtype");
  if (!number) return;
  made_.erase(*number);
  if (const auto made = made_by(call)) made_[*number] = *made;
}

/// Bytes by the definition of each constructor: as many elements as it has, each with the bytes of its own type.
std::optional<std::uint64_t> DumpiDatatypes::made_by(DumpiCall& call) const {
  const auto lengths_name = call.has("lengths") ? "lengths" : "blocklengths";
  if (call.has("oldtypes")) {
    const auto types = call.numbers("oldtypes");
    const auto lengths = call.numbers(lengths_name);
    if (!types || !lengths) return std::nullopt;
    std::vector<Size> sizes;
    for (const std::int64_t type : *types) sizes.push_back(bytes(type));
    return sum_of_products(*lengths, sizes);
  }
  const auto old = call.number("oldtype");
  if (!old) return std::nullopt;
  const Size size = bytes(*old);
  if (call.has(lengths_name)) {
    const auto lengths = call.numbers(lengths_name);
    return lengths ? sum_of_products(*lengths, {size}) : std::nullopt;
  }
  if (call.has("subsizes")) {
    const auto subsizes = call.numbers("subsizes");
    Size all = subsizes ? size : std::nullopt;
    for (std::size_t i = 0; all && i < subsizes->size(); ++i) all = product(all, (*subsizes)[i]);
    return all;
  }
  // A distributed array has elements by the ranks: its size is in the table alone.
  if (call.has("distribs")) return std::nullopt;
  if (!call.has("count")) return size;  // a duplicate, or resized
  const Size blocks = product(size, call.number("count"));
  return call.has("blocklength") ? product(blocks, call.number("blocklength")) : blocks;
}

}  // namespace tactus
