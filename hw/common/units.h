#pragma once

#include <cstdint>
#include <limits>

namespace tactus {

/// A count of one physical unit. Quantities of different units do not mix;
/// the raw number is reached by `count()` only.
template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::uint64_t count) : count_(count) {}

  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }
  static constexpr Quantity max() { return Quantity{std::numeric_limits<std::uint64_t>::max()}; }

  constexpr Quantity& operator+=(Quantity other) {
    count_ += other.count_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    count_ -= other.count_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(Quantity a, std::uint64_t n) { return Quantity{a.count_ * n}; }
  friend constexpr bool operator==(Quantity a, Quantity b) { return a.count_ == b.count_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.count_ != b.count_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.count_ < b.count_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.count_ <= b.count_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.count_ > b.count_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.count_ >= b.count_; }

 private:
  std::uint64_t count_ = 0;
};

/// Clock cycles, as a duration or as a point in time counted from time zero.
using Cycles = Quantity<struct CyclesUnit>;
/// Bytes, 8 bits each.
using Bytes = Quantity<struct BytesUnit>;
/// Picoseconds: the resolution of simulated time.
using Picoseconds = Quantity<struct PicosecondsUnit>;
/// Bytes per second, decimal: 4 GB/s is 4'000'000'000.
using BytesPerSecond = Quantity<struct BytesPerSecondUnit>;

/// Smallest integer not below `a / b`.
constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Time that `size` takes at `rate`, rounded up to a picosecond; 2^63 ps if it is longer.
constexpr Picoseconds transfer_time(Bytes size, BytesPerSecond rate) {
  // Divisions of 128 bits are slow. A plain product takes up to 2^64 / 10^12 bytes (18 MB).
  constexpr std::uint64_t kPlain = 16'000'000;
  if (size.count() <= kPlain && rate.count() <= 1'000'000'000'000U) {
    return Picoseconds{ceil_div(size.count() * 1'000'000'000'000U, rate.count())};
  }
  constexpr unsigned __int128 kLongest = std::uint64_t{1} << 63;
  const auto time =
      (static_cast<unsigned __int128>(size.count()) * 1'000'000'000'000U + rate.count() - 1) / rate.count();
  return Picoseconds{static_cast<std::uint64_t>(time < kLongest ? time : kLongest)};
}

namespace literals {
constexpr Cycles operator""_cycles(unsigned long long n) { return Cycles{n}; }
constexpr Bytes operator""_B(unsigned long long n) { return Bytes{n}; }
constexpr Bytes operator""_KiB(unsigned long long n) { return Bytes{n * 1024}; }
constexpr Bytes operator""_MiB(unsigned long long n) { return Bytes{n * 1024 * 1024}; }
constexpr Picoseconds operator""_ns(unsigned long long n) { return Picoseconds{n * 1000}; }
constexpr Picoseconds operator""_us(unsigned long long n) { return Picoseconds{n * 1'000'000}; }
constexpr BytesPerSecond operator""_GBps(unsigned long long n) { return BytesPerSecond{n * 1'000'000'000}; }
}  // namespace literals

}  // namespace tactus
