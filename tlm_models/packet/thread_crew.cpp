#include "tlm_models/packet/thread_crew.h"

#include <chrono>
#include <utility>

#include "tlm_models/packet/patience.h"

namespace tactus {
namespace {

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Threads of all crews of this process, without those that call them.
std::atomic<int> crews_threads{0};

/// Where there are more threads than cores, those that a thread waits for need its very core.
bool have_cores() {
  static const int kCores = static_cast<int>(std::thread::hardware_concurrency());
  return crews_threads.load(std::memory_order_relaxed) < kCores;
}

using HostClock = std::chrono::steady_clock;

/// Whether the work of others, for which a thread waited after its own, took so much longer that they cannot have had
/// their cores. What takes tens of microseconds is never long: they may have had to wake.
bool is_long(HostClock::duration waited, HostClock::duration worked) {
  return waited > std::chrono::microseconds{100} && waited > 3 * worked;
}

/// A wait that is shorter is better spent looking: it is about as long as the most patient thread looks. One whose
/// others have no cores lasts as long as the system lets somebody else have them, which is milliseconds.
constexpr std::chrono::microseconds kWorthLooking{1000};

}  // namespace

ThreadCrew::ThreadCrew(int size, std::function<void(int)> work)
    : work_(std::move(work)), thrown_(static_cast<std::size_t>(size)) {
  try {
    for (int number = 1; number < size; ++number) {
      threads_.emplace_back([this, number] { serve(number); });
      ++crews_threads;
    }
  } catch (...) {
    end();  // those that have been started: one that goes away while it runs ends the program
    throw;
  }
}

ThreadCrew::~ThreadCrew() { end(); }

void ThreadCrew::end() {
  leave_ = true;
  start_round();
  for (std::thread& thread : threads_) thread.join();
  crews_threads -= static_cast<int>(threads_.size());
}

bool ThreadCrew::run() {
  working_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
  start_round();
  const HostClock::time_point start = HostClock::now();
  work_once(0);
  const HostClock::time_point worked = HostClock::now();
  thread_local Patience patience;
  const int most_looks = have_cores() ? patience.looks() : 0;
  int looks = 0;
  for (; working_.load(std::memory_order_acquire) != 0; ++looks) {
    if (looks < most_looks) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }
  if (most_looks > 0) patience.learn(looks < most_looks || HostClock::now() - worked < kWorthLooking);
  std::exception_ptr first;
  for (std::exception_ptr& thrown : thrown_) {
    if (!first) first = thrown;
    thrown = nullptr;  // of this round: the next one must not find it
  }
  if (first) std::rethrow_exception(first);
  return is_long(HostClock::now() - worked, worked - start);
}

void ThreadCrew::start_round() {
  ++round_;
  if (sleeping_ == 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  next_round_.notify_all();
}

void ThreadCrew::await_round(std::uint32_t seen) {
  thread_local Patience patience;
  const int most_looks = have_cores() ? patience.looks() : 0;
  const HostClock::time_point begin = HostClock::now();
  for (int looks = 0; looks < most_looks; ++looks) {
    if (round_.load(std::memory_order_acquire) != seen) {
      patience.learn(true);
      return;
    }
    relax();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  ++sleeping_;  // before the round is looked at once more: whoever starts it either is seen or sees this
  next_round_.wait(lock, [&] { return round_ != seen; });
  --sleeping_;
  if (most_looks > 0) patience.learn(HostClock::now() - begin < kWorthLooking);
}

void ThreadCrew::serve(int number) {
  for (std::uint32_t seen = 0;; ++seen) {
    await_round(seen);
    if (leave_) return;
    work_once(number);
    working_.fetch_sub(1, std::memory_order_release);
  }
}

void ThreadCrew::work_once(int number) {
  try {
    work_(number);
  } catch (...) {
    thrown_[static_cast<std::size_t>(number)] = std::current_exception();
  }
}

}  // namespace tactus
