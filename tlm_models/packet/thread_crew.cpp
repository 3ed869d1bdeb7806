#include "tlm_models/packet/thread_crew.h"

#include <chrono>
#include <utility>

namespace tactus {
namespace {

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Threads of all crews of this process, without those that call them.
std::atomic<int> crews_threads{0};

/// How often a thread looks whether the others are ready before it lets the core go: for a millisecond or two, since to
/// be woken takes a virtual machine's core as long as many rounds do. Where there are more threads than cores, those
/// that it waits for need this very core.
int looks_before_leaving() {
  static const int kCores = static_cast<int>(std::thread::hardware_concurrency());
  return crews_threads.load(std::memory_order_relaxed) < kCores ? 40'000 : 0;
}

using HostClock = std::chrono::steady_clock;

/// Whether the work of others, for which a thread waited after its own, took so much longer that they cannot have had
/// their cores. What takes tens of microseconds is never long: they may have had to wake.
bool is_long(HostClock::duration waited, HostClock::duration worked) {
  return waited > std::chrono::microseconds{100} && waited > 3 * worked;
}

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
  const int most_looks = looks_before_leaving();
  for (int looks = 0; working_.load(std::memory_order_acquire) != 0; ++looks) {
    if (looks < most_looks) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }
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
  const int most_looks = looks_before_leaving();
  for (int looks = 0; looks < most_looks; ++looks) {
    if (round_.load(std::memory_order_acquire) != seen) return;
    relax();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  ++sleeping_;  // before the round is looked at once more: whoever starts it either is seen or sees this
  next_round_.wait(lock, [&] { return round_ != seen; });
  --sleeping_;
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
