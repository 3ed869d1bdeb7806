#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/end_of_time.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// Work of a processor, computing and calls, as noise stretches it. At every level the executor of a rank's program
/// asks here when the work that it begins is done; the doings of network and NIC are no work of the processor.
/// Reference: docs/reference/noise.md.
class StretchedWork {
 public:
  /// Makes the work of the processor of `process`; `noise` outlives it, null is none.
  StretchedWork(const NoiseSource* noise, std::uint64_t process) : noise_(noise), process_(process) {}

  /// When work that begins at `begin` and needs the processor for `work` is done; no work at all is done as soon as
  /// the processor is there. To be asked once for each piece of work.
  Picoseconds end(Picoseconds begin, Picoseconds work) {
    end_ = within_time(noise_ == nullptr ? begin + work : noise_->end_of_work(process_, begin, work));
    taken_before_ += taken_;
    taken_ = end_ - begin - work;
    done_before_ += work_;
    begin_ = begin;
    work_ = work;
    return end_;
  }

  /// When the work begun last ends if at `now` there is no more need of it: as soon as the processor is there to see
  /// that. What noise had taken from it by then does not count.
  Picoseconds give_up(Picoseconds now) {
    const Picoseconds there = noise_ == nullptr ? now : noise_->awake(process_, now);
    if (there < end_) {
      end_ = there;
      taken_ = there - now;
      work_ = std::min(work_, now - begin_);
    }
    return end_;
  }

  /// Noise has the processor at `time`.
  [[nodiscard]] bool taken_at(Picoseconds time) const {
    return noise_ != nullptr && noise_->awake(process_, time) != time;
  }

  /// When the work begun last began.
  [[nodiscard]] Picoseconds begun() const { return begin_; }
  /// When the work begun last is done if noise does not have the processor.
  [[nodiscard]] Picoseconds undisturbed_end() const { return begin_ + work_; }
  /// By how much noise has put off the ends of all work that has begun.
  [[nodiscard]] Picoseconds stolen() const { return taken_before_ + taken_; }
  /// Time that all work begun so far took without noise; work that was given up counts until then.
  [[nodiscard]] Picoseconds done() const { return done_before_ + work_; }

 private:
  const NoiseSource* noise_;
  std::uint64_t process_;
  Picoseconds begin_;         ///< begin of the work begun last
  Picoseconds work_;          ///< time that this work needs
  Picoseconds done_before_;   ///< all work before it
  Picoseconds end_;           ///< end of the work begun last
  Picoseconds taken_;         ///< from that
  Picoseconds taken_before_;  ///< from all work before it
};

}  // namespace tactus
