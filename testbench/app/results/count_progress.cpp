#include "testbench/app/results/count_progress.h"

#include <fmt/core.h>

#include <utility>

#include "testbench/app/results/progress.h"

namespace tactus {

CountProgress::CountProgress(std::FILE* terminal, std::string things, std::size_t total, std::size_t found)
    : terminal_(terminal), things_(std::move(things)), total_(total), found_(found), start_(WallClock::now()) {}

CountProgress::~CountProgress() { clear(); }

void CountProgress::show(std::size_t done) {
  if (terminal_ == nullptr) return;
  clear();
  fmt::print(terminal_, "{} of {} {}", done, total_, things_);
  if (done > found_) {
    const double wall_seconds = std::chrono::duration<double>(WallClock::now() - start_).count();
    const double remaining = wall_seconds * static_cast<double>(total_ - done) / static_cast<double>(done - found_);
    fmt::print(terminal_, ", about {} left", remaining_text(remaining));
  }
  std::fflush(terminal_);
  shown_ = true;
}

void CountProgress::clear() {
  if (!shown_) return;
  fmt::print(terminal_, "\r\x1b[K");
  std::fflush(terminal_);
  shown_ = false;
}

}  // namespace tactus
