#pragma once

#include "hw/router/flit_run.h"

namespace tactus {

/// The end at which a run of flits grows, apart from the run: a flit that arrives is held against what is here, and
/// the run itself need not be touched before somebody takes flits from it.
class GrowingRun {
 public:
  /// `flit` is the first of a run.
  void begin(const Flit& flit) {
    expected_ = {flit.data_lo, flit.data_hi};
    step_ = {};
    alone_ = true;
    fresh_ = 1;
  }
  /// `flit` is the next of the packet. False if it does not belong to the run.
  bool join(const Flit& flit) {
    const FlitRun::Data data = {flit.data_lo, flit.data_hi};
    if (alone_) {
      step_ = data - expected_;
      expected_ = data;
      alone_ = false;
    } else if (data.lo != expected_.lo || data.hi != expected_.hi) {
      return false;
    }
    expected_ = expected_ + step_;
    ++fresh_;
    return true;
  }
  /// Flits that `run`, which it is the end of, has not been told of.
  [[nodiscard]] int fresh() const { return fresh_; }
  /// Tells it.
  void settle(FlitRun& run) {
    run.add(fresh_, step_);
    fresh_ = 0;
  }

 private:
  FlitRun::Data expected_;  ///< data of the flit that would join next; in a run of one flit, data of that flit
  FlitRun::Data step_;
  int fresh_ = 0;
  bool alone_ = true;  ///< one has joined so far
};

}  // namespace tactus
