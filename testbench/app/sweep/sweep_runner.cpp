#include "testbench/app/sweep/sweep_runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include "testbench/app/files/printable.h"
#include "testbench/app/plugins/plugins.h"
#include "testbench/app/process/child_process.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/csv_table.h"
#include "testbench/app/results/result_file.h"
#include "testbench/app/results/result_folder.h"
#include "testbench/app/results/summary_line.h"
#include "testbench/app/run/signal_watch.h"

namespace tactus {
namespace {

constexpr char kThisProgram[] = "/proc/self/exe";
constexpr std::chrono::seconds kMoment{2};
constexpr int kFailed = 1;  // as `tactus` says that none of the other statuses fits

std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

void remove_if_empty(const std::filesystem::path& file) {
  std::error_code none;
  if (std::filesystem::file_size(file, none) == 0) std::filesystem::remove(file, none);
}

}  // namespace

std::size_t one_job_per_core() { return std::max(1U, std::thread::hardware_concurrency()); }

SweepRunner::SweepRunner(const SweepPlan& plan, std::string scenario, SweepExecution how)
    : plan_(plan),
      scenario_(std::move(scenario)),
      how_(std::move(how)),
      table_(plan),
      points_(how_.shard.value_or(SweepShard{}).share(plan.points.size())),
      was_found_(plan.points.size()) {}

std::filesystem::path SweepRunner::result_of(std::size_t point) const {
  return how_.folder / plan_.points[point].folder / "result.json";
}

std::filesystem::path SweepRunner::errors_of(std::size_t point) const {
  return how_.folder / plan_.points[point].folder / "stderr.txt";
}

int SweepRunner::run() {
  std::optional<FolderLock> lock;  // a run without axes has the folder, and its lock, to itself
  if (!plan_.points.front().folder.empty()) {
    lock.emplace(how_.folder, how_.shard ? FolderUse::kWithOthers : FolderUse::kAlone);
  }
  const SignalWatch watch;
  take_results();
  if (how_.tells) tell_of_earlier();
  write_table();
  progress_.emplace(how_.terminal, things(), points_.size(), found_);
  show_progress();
  print_lines();
  try {
    run_points();
  } catch (...) {
    progress_->clear();
    end_running();
    throw;
  }
  progress_.reset();
  return worst_;
}

void SweepRunner::run_points() {
  for (std::size_t next = 0; next < points_.size() || !running_.empty();) {
    if (const int signal = SignalWatch::seen(); signal != 0) {
      throw Interrupted(signal, fmt::format("with {} of {} {} in {}; the same command goes on from there",
                                            found_ + run_, points_.size(), things(), how_.folder.string()));
    }
    if (next < points_.size() && running_.size() < how_.jobs) {
      if (!table_.has(points_[next])) start(points_[next]);
      ++next;
      continue;
    }
    const std::optional<EndedChild> child = wait_for_child();
    const auto found = child ? running_.find(child->pid) : running_.end();
    if (found == running_.end()) continue;
    const std::size_t point = found->second;
    running_.erase(found);
    ended(point, child->exit_status, first_line(errors_of(point)));
  }
}

/// They complete their files first, so that nothing writes to their folders any more.
void SweepRunner::end_running() {
  for (const auto& [pid, point] : running_) kill(pid, SIGTERM);
  while (!running_.empty()) {
    if (const std::optional<EndedChild> child = wait_for_child()) running_.erase(child->pid);
  }
}

void SweepRunner::take_results() {
  for (const std::size_t point : points_) {
    if (!is_result_of(plan_.points[point], result_of(point))) {
      if (std::filesystem::exists(result_of(point))) ++replaced_;
      continue;
    }
    table_.set(point, 0, result_of(point));
    ++found_;
    was_found_[point] = true;
    // Of a sweep that was killed before it saw its run end, and of a run that was killed at its very end.
    remove_if_empty(errors_of(point));
    std::error_code none;
    std::filesystem::remove(result_of(point).parent_path() / kUnpublished, none);
  }
}

void SweepRunner::tell_of_earlier() const {
  if (replaced_ > 0) {
    print_safely(stderr, "tactus: {}: results of {} {} are replaced: they are of another configuration or program\n",
                 how_.folder.string(), replaced_, things());
  }
  const std::filesystem::path file = table_file();
  if (how_.shard || !std::filesystem::exists(file)) return;
  try {
    if (table_.covers(read_csv(file))) return;
  } catch (const UnreadableResult&) {  // whatever it is, it is not this sweep's
  }
  std::filesystem::path kept;
  for (int number = 1; kept.empty() || std::filesystem::exists(kept); ++number) {
    kept = how_.folder / fmt::format("{}.{}.csv", how_.table, number);
  }
  std::error_code error;
  std::filesystem::rename(file, kept, error);
  if (error) throw ResultFileError(kept, error.message());
  print_safely(stderr, "tactus: {} is of another sweep: it is kept as {}\n", file.string(), kept.string());
}

void SweepRunner::start(std::size_t point) {
  const std::filesystem::path folder = how_.folder / plan_.points[point].folder;
  try {
    // Or the files of somebody else's run would go. A run of a sweep that was killed is killed with it, in a moment.
    const FolderLock alone(folder, FolderUse::kAlone, kMoment);
    // What is there is of something else; if this run fails, nobody must take it for its result.
    std::error_code error;
    std::filesystem::remove(result_of(point), error);
    if (error) throw ResultFileError(result_of(point), error.message());
  } catch (const ResultFileError& error) {
    return ended(point, kFailed, error.what());
  }
  std::vector<std::string> command = {kThisProgram,           "run",     scenario_, "--level",
                                      to_string(plan_.level), "--quiet", "--out",   folder.string()};
  for (const std::filesystem::path& plugin : common_plugins()) {
    command.emplace_back("--plugin");
    command.push_back(plugin.string());
  }
  for (const std::string& override_text : plan_.points[point].overrides) {
    command.emplace_back("--set");
    command.push_back(override_text);
  }
  running_[start_child({std::move(command), {}, errors_of(point)})] = point;
}

void SweepRunner::ended(std::size_t point, int exit_status, const std::string& why) {
  ++run_;
  table_.set(point, exit_status, result_of(point));
  worst_ = std::max(worst_, exit_status <= kEndedBySignal ? exit_status : kFailed);
  if (exit_status != 0) {
    progress_->clear();
    print_safely(stderr, "tactus: {}: exit status {}: {}\n", plan_.points[point].folder, exit_status, why);
  } else {
    remove_if_empty(errors_of(point));
  }
  write_table();
  show_progress();
  print_lines();
}

void SweepRunner::write_table() const {
  if (!how_.shard) write_whole_file(table_file(), table_.csv(how_.tells ? was_found_ : std::vector<bool>{}));
}

std::string SweepRunner::line(std::size_t point) const {
  const SweepPoint& of = plan_.points[point];
  std::string line;
  if (plan_.seeds > 1) line = line_word("seed", std::to_string(of.seed)) + " ";
  return fmt::format("{}{} {} {}", line, table_.line(point), line_word("new", was_found_[point] ? "false" : "true"),
                     line_word("results", (how_.folder / of.folder).string()));
}

/// A point that has ended before one that stands before it in the plan waits for it.
void SweepRunner::print_lines() {
  if (!how_.lines) return;
  for (; told_ < points_.size() && table_.has(points_[told_]); ++told_) {
    print_safely(stdout, "{}\n", line(points_[told_]));
  }
  std::fflush(stdout);
}

void SweepRunner::show_progress() { progress_->show(found_ + run_); }

}  // namespace tactus
