#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/copies/copy_stream.h"
#include "tlm_models/node/copies/copy_watch.h"
#include "tlm_models/node/copies/flag_board.h"
#include "tlm_models/node/memory/node_memory.h"

namespace tactus {

/// Sees what is copied, in an order in which it could have been.
class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  /// `process` copies `bytes` from one address to another.
  virtual void copied(int process, std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) = 0;
};

/// Where a process gets its next steps.
class StepSource {
 public:
  virtual ~StepSource() = default;
  /// Next steps of `process`, from `now` on; none if it has finished.
  virtual CopySteps next(int process, Picoseconds now) = 0;
};

/// A process on a hardware thread that carries steps out: every line that it touches goes through the caches.
class CopyProcess {
 public:
  enum class State : std::uint8_t { kReady, kWaiting, kFinished };
  struct Surroundings {
    NodeMemory& memory;
    FlagBoard& flags;
    StepSource& source;
    CopyObserver* observer = nullptr;
    CopyWatch* watch = nullptr;
  };

  /// Copies cost what `costs` says of stretches, pieces and items, and a load and a store for every `width` bytes.
  CopyProcess(int process, int thread, const CopyCosts& costs, Bytes width)
      : process_(process), thread_(thread), costs_(costs), width_(width.count()) {}

  /// Goes on until its time is `until` or later, it waits for a flag that has not happened, or it has no more to do.
  /// Answers whether it did anything.
  bool run(const Surroundings& with, Picoseconds until);
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Picoseconds now() const { return now_; }
  [[nodiscard]] int thread() const { return thread_; }

 private:
  /// Whether the step is over.
  bool go_on(const Surroundings& with, const CopyStep& step, Picoseconds until);
  bool work(const Surroundings& with, std::uint64_t instructions, Picoseconds until);
  bool read(const Surroundings& with, const CopyStep& step, Picoseconds until);
  bool copy(const Surroundings& with, const CopyStep& step, Picoseconds until);
  void next_piece(const Surroundings& with, const CopyStep& step);
  /// Instructions that finding the present piece costs, beyond those that have been paid.
  std::uint64_t finding_instructions();
  void copy_within_lines(const Surroundings& with);
  void tell(const Surroundings& with, const CopyStep& step) const;

  int process_;
  int thread_;
  CopyCosts costs_;
  std::uint64_t width_;
  State state_ = State::kReady;
  Picoseconds now_{0};
  CopySteps steps_;
  std::size_t step_ = 0;
  std::uint64_t done_ = 0;  ///< instructions or bytes of the present step
  std::optional<CopyStream> stream_;
  std::uint64_t pieces_paid_ = 0;  ///< pieces of the stream that have been paid
  std::uint64_t items_paid_ = 0;   ///< items of the stream that have been paid
  // The present piece of a copy, with addresses in place of offsets.
  std::uint64_t source_ = 0;
  std::uint64_t destination_ = 0;
  std::uint64_t left_ = 0;
  bool first_lines_ = false;  ///< nothing of the piece has been copied
};

}  // namespace tactus
