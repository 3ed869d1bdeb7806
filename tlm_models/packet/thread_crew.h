#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tactus {

/// Threads that do a short piece of work together, over and over. A thread that waits for the next piece looks for it
/// for a while before it sleeps, so that pieces which follow each other closely cost a microsecond or two to start.
class ThreadCrew {
 public:
  /// `size` includes the thread that calls `run`. `work(i)` is what thread `i` does. Throws std::system_error if the
  /// system has no more threads.
  ThreadCrew(int size, std::function<void(int)> work);
  ~ThreadCrew();
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;

  /// Each thread does its work once. Rethrows what was thrown, of the lowest number if there is more than one. Answers
  /// whether the calling thread waited for the others for much longer than it worked: somebody else has their cores.
  bool run();

 private:
  void serve(int number);
  void work_once(int number);
  void end();
  void start_round();
  void await_round(std::uint32_t seen);

  const std::function<void(int)> work_;
  std::vector<std::exception_ptr> thrown_;
  // Each where only those look that must: a line of the cache that everybody writes goes round all cores.
  alignas(64) std::atomic<std::uint32_t> round_{0};
  alignas(64) std::atomic<int> working_{0};
  alignas(64) std::atomic<int> sleeping_{0};
  std::atomic<bool> leave_{false};
  std::mutex mutex_;  ///< only to sleep and to wake
  std::condition_variable next_round_;
  std::vector<std::thread> threads_;
};

}  // namespace tactus
