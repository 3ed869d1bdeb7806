#pragma once

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
  };

  /// Becomes the run of `flit` alone.
  void begin(const Flit& flit) {
    first_ = {flit.data_lo, flit.data_hi};
    step_ = {};
    joined_ = 1;
    taken_ = 0;
    next = nullptr;
  }
  /// `flit` is the next of the packet. False if it does not belong to the run.
  bool join(const Flit& flit) {
    if (joined_ == 1) {
      step_ = {flit.data_lo - first_.lo, flit.data_hi - first_.hi};
    } else {
      const Data expected = at(joined_);
      if (flit.data_lo != expected.lo || flit.data_hi != expected.hi) return false;
    }
    ++joined_;
    return true;
  }
  /// All that have joined are taken.
  [[nodiscard]] bool empty() const { return taken_ == joined_; }
  /// The oldest that is left; there is one.
  Data take() { return at(taken_++); }

  FlitRun* next = nullptr;  ///< of the same packet, or of those that are free

 private:
  [[nodiscard]] Data at(std::uint64_t i) const { return {first_.lo + i * step_.lo, first_.hi + i * step_.hi}; }

  Data first_;
  Data step_;
  std::uint32_t joined_ = 0;
  std::uint32_t taken_ = 0;
};

}  // namespace tactus
