#include "testbench/sweep/sweep_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include "testbench/results/atomic_file.h"
#include "testbench/results/progress.h"
#include "testbench/sweep/child_process.h"

namespace tactus {
namespace {

constexpr int kFailed = 1;       // as `tactus` says that none of the other statuses fits
constexpr int kOfSignals = 128;  // statuses from here on are no exit statuses

std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace

std::size_t one_job_per_core() { return std::max(1U, std::thread::hardware_concurrency()); }

SweepRunner::SweepRunner(const SweepPlan& plan, std::string scenario, SweepExecution how)
    : plan_(plan), scenario_(std::move(scenario)), how_(std::move(how)), table_(plan) {}

std::filesystem::path SweepRunner::result_of(std::size_t point) const {
  return how_.folder / plan_.points[point].folder / "result.json";
}

std::filesystem::path SweepRunner::errors_of(std::size_t point) const {
  return how_.folder / plan_.points[point].folder / "stderr.txt";
}

int SweepRunner::run() {
  take_results();
  write_table();
  start_ = WallClock::now();
  show_progress();
  try {
    for (std::size_t next = 0; next < plan_.points.size() || !running_.empty();) {
      if (next < plan_.points.size() && running_.size() < how_.jobs) {
        if (!table_.has(next)) start(next);
        ++next;
        continue;
      }
      const EndedChild child = wait_for_child();
      const auto found = running_.find(child.pid);
      if (found == running_.end()) continue;
      const std::size_t point = found->second;
      running_.erase(found);
      ended(point, child.exit_status);
    }
  } catch (...) {
    clear_line();
    for (const auto& [pid, point] : running_) kill(pid, SIGTERM);
    throw;
  }
  clear_line();
  return worst_;
}

void SweepRunner::take_results() {
  for (std::size_t point = 0; point < plan_.points.size(); ++point) {
    if (!is_result_of(plan_.points[point], result_of(point))) continue;
    table_.set(point, 0, result_of(point));
    ++found_;
  }
}

void SweepRunner::start(std::size_t point) {
  const std::filesystem::path folder = how_.folder / plan_.points[point].folder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    clear_line();
    fmt::print(stderr, "tactus: {}: {}\n", folder.string(), error.message());
    return ended(point, kFailed);
  }
  std::vector<std::string> arguments = {"run",     scenario_, "--level",      to_string(plan_.level),
                                        "--quiet", "--out",   folder.string()};
  for (const std::string& override_text : plan_.points[point].overrides) {
    arguments.emplace_back("--set");
    arguments.push_back(override_text);
  }
  running_[start_child(how_.program, arguments, errors_of(point))] = point;
}

void SweepRunner::ended(std::size_t point, int exit_status) {
  ++run_;
  table_.set(point, exit_status, result_of(point));
  worst_ = std::max(worst_, exit_status < kOfSignals ? exit_status : kFailed);
  std::error_code none;
  if (exit_status != 0) {
    clear_line();
    fmt::print(stderr, "tactus: {}: exit status {}: {}\n", plan_.points[point].folder, exit_status,
               first_line(errors_of(point)));
  } else if (std::filesystem::file_size(errors_of(point), none) == 0) {
    std::filesystem::remove(errors_of(point), none);
  }
  write_table();
  show_progress();
}

void SweepRunner::write_table() const {
  AtomicFile file(how_.folder / "sweep.csv");
  file.write(table_.csv());
  file.commit();
}

void SweepRunner::show_progress() {
  if (how_.terminal == nullptr) return;
  clear_line();
  const std::size_t total = plan_.points.size();
  const std::size_t left = total - found_ - run_;
  fmt::print(how_.terminal, "{} of {} points", total - left, total);
  if (run_ > 0) {
    const double wall_seconds = std::chrono::duration<double>(WallClock::now() - start_).count();
    const double remaining = wall_seconds * static_cast<double>(left) / static_cast<double>(run_);
    fmt::print(how_.terminal, ", about {} left", remaining_text(remaining));
  }
  std::fflush(how_.terminal);
  line_shown_ = true;
}

void SweepRunner::clear_line() {
  if (!line_shown_) return;
  fmt::print(how_.terminal, "\r\x1b[K");
  std::fflush(how_.terminal);
  line_shown_ = false;
}

}  // namespace tactus
