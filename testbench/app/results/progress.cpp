#include "testbench/app/results/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

constexpr std::chrono::milliseconds kShowInterval{250};

}  // namespace

std::string remaining_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

std::string progress_text(const ProgressState& state) {
  const double rate = state.wall_seconds > 0 ? state.simulated_seconds / state.wall_seconds : 0;
  const std::string simulated = duration_text(state.simulated_seconds);
  const std::string speed = duration_text(rate);
  if (!state.total || *state.total == 0) {
    return fmt::format("{} simulated, {} messages, {}/s", simulated, state.messages, speed);
  }
  const double share = std::min(1.0, static_cast<double>(state.messages) / static_cast<double>(*state.total));
  std::string line = fmt::format("{} simulated, {:.1f} % of messages, {}/s", simulated, share * 100, speed);
  if (share <= 0) return line;
  return fmt::format("{}, about {} left", line, remaining_text(state.wall_seconds * (1 - share) / share));
}

void TerminalLine::show(const std::string& text) {
  if (terminal_ == nullptr) return;
  clear();
  write(text);
  shown_ = true;
}

void TerminalLine::clear() {
  if (!shown_) return;
  write("\r\x1b[K");
  shown_ = false;
}

void TerminalLine::write(const std::string& text) {
  std::fputs(text.c_str(), terminal_);
  std::fflush(terminal_);
}

void ProgressLine::update(double simulated_seconds, std::uint64_t messages) {
  const WallClock::time_point now = WallClock::now();
  if (now - last_shown_ < kShowInterval) return;
  line_.show(progress_text({simulated_seconds, std::chrono::duration<double>(now - start_).count(), messages, total_}));
  last_shown_ = now;
}

void CountProgress::show(std::size_t done) {
  std::string text = fmt::format("{} of {} {}", done, total_, things_);
  if (done > found_) {
    const double wall_seconds = std::chrono::duration<double>(WallClock::now() - start_).count();
    const double remaining = wall_seconds * static_cast<double>(total_ - done) / static_cast<double>(done - found_);
    text += fmt::format(", about {} left", remaining_text(remaining));
  }
  line_.show(text);
}

bool is_terminal(std::FILE* file) { return isatty(fileno(file)) == 1; }

}  // namespace tactus
