#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tactus {

/// Time by what it was spent on, in the unit of time of a level.
template <class PartKind, std::size_t PartCount>
struct PartSplit {
  using Part = PartKind;
  static constexpr std::size_t kParts = PartCount;

  std::array<std::uint64_t, kParts> of_part{};

  std::uint64_t& operator[](Part part) { return of_part[static_cast<std::size_t>(part)]; }
  std::uint64_t operator[](Part part) const { return of_part[static_cast<std::size_t>(part)]; }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t part : of_part) sum += part;
    return sum;
  }
  PartSplit& operator+=(const PartSplit& other) {
    for (std::size_t i = 0; i < kParts; ++i) of_part[i] += other.of_part[i];
    return *this;
  }
  friend bool operator==(const PartSplit& a, const PartSplit& b) { return a.of_part == b.of_part; }
};

/// Time of packets or messages of some kind, together.
template <class Split>
struct SplitTotal {
  std::uint64_t count = 0;  ///< number of packets or messages
  Split time;

  void add(const Split& split) {
    ++count;
    time += split;
  }
  SplitTotal& operator+=(const SplitTotal& other) {
    count += other.count;
    time += other.time;
    return *this;
  }
};

}  // namespace tactus
