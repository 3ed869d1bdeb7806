#include "testbench/app/plugins/policy_watch.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "hw/common/policy_contract.h"
#include "hw/common/reports.h"
#include "testbench/app/files/printable.h"

namespace tactus {
namespace {

constexpr std::chrono::seconds kLongest{10};
constexpr std::chrono::milliseconds kMoment{500};
constexpr int kViolation = 3;  // exit status

[[noreturn]] void end(const PolicyContract& contract, const char* function) {
  print_safely(stderr, "tactus: {}: {}: `{}` has not returned for {} s\n", reports::kPolicy, contract.title(), function,
               kLongest.count());
  _exit(kViolation);  // nothing could make the call return
}

/// The call of a thread that was seen last, and when it was seen first.
struct Seen {
  std::uint64_t number = 0;
  std::chrono::steady_clock::time_point since;
};

[[noreturn]] void watch() {
  std::array<Seen, kMostCallers> seen{};
  for (;; std::this_thread::sleep_for(kMoment)) {
    const auto now = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const PolicyCall& call = policy_calls()[i];
      const std::uint64_t number = call.number.load(std::memory_order_relaxed);
      const PolicyContract* contract = call.contract.load(std::memory_order_relaxed);
      if (contract == nullptr || number != seen[i].number) {
        seen[i] = {number, now};
      } else if (now - seen[i].since > kLongest) {
        end(*contract, call.function.load(std::memory_order_relaxed));
      }
    }
  }
}

}  // namespace

void watch_policies() {
  static pid_t watched = 0;
  if (watched == getpid()) return;
  watched = getpid();
  std::thread(watch).detach();
}

}  // namespace tactus
