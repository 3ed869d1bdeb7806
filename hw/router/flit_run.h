#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/link/flit.h"

namespace tactus {

/// Data of flits of a packet that lie one behind the other and differ by equal steps, modulo 2^64 in either half.
///
/// Nothing is lost: two flits are such a run whatever they carry, and a third joins if it is where the step leads.
/// What NICs send in place of memory contents counts up, so that the payload of a packet is one run, in one cache line.
class alignas(64) FlitRun {
 public:
  struct Data {
    std::uint64_t lo = 0;
    std::uint64_t hi = 0;
    friend Data operator+(Data a, Data b) { return {a.lo + b.lo, a.hi + b.hi}; }
    friend Data operator-(Data a, Data b) { return {a.lo - b.lo, a.hi - b.hi}; }
    friend bool operator==(Data a, Data b) { return a.lo == b.lo && a.hi == b.hi; }
  };
  /// Some flits of a run, taken out of it: what is left of them.
  struct Piece {
    Data next;
    Data step;
    int flits = 0;
    /// There is one.
    Data take() {
      const Data data = next;
      next = next + step;
      --flits;
      return data;
    }
  };

  /// Becomes an empty run that begins with `flit`, which is still to be added.
  void begin(const Flit& flit) {
    first_ = {flit.data_lo, flit.data_hi};
    step_ = {};
    joined_ = taken_ = 0;
    next = nullptr;
  }
  /// More flits have joined; from the first to the second of the run it is `step`.
  void add(int flits, Data step) {
    joined_ += flits;
    step_ = step;
  }
  /// All that have joined are taken.
  [[nodiscard]] bool empty() const { return taken_ == joined_; }
  /// The oldest ones, at most `most`, out of the run.
  Piece take(int most) {
    const int flits = std::min(most, joined_ - taken_);
    const auto before = static_cast<std::uint64_t>(taken_);
    taken_ += flits;
    return {first_ + Data{before * step_.lo, before * step_.hi}, step_, flits};
  }

  FlitRun* next = nullptr;  ///< next run of the same packet, or next free run

 private:
  Data first_;
  Data step_;
  int joined_ = 0;
  int taken_ = 0;
};

}  // namespace tactus
