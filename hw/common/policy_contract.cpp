#include "hw/common/policy_contract.h"

#include <fmt/format.h>

#include <cstdlib>
#include <systemc>

#include "hw/common/reports.h"

namespace tactus {
namespace {

// Neither needs code to be made: no other thread can be in the middle of making them when a process is forked.
std::array<PolicyCall, kMostCallers> calls;
std::atomic<std::size_t> callers{0};

PolicyCall& call_of_thread() {
  thread_local const std::size_t kNumber = callers.fetch_add(1, std::memory_order_relaxed);
  return calls[kNumber % kMostCallers];
}

}  // namespace

const std::array<PolicyCall, kMostCallers>& policy_calls() { return calls; }

std::string PolicyContract::title() const { return fmt::format("{}: {} '{}'", policy_->plugin, kind_, policy_->name); }

void PolicyContract::broken(const std::string& what) const {
  SC_REPORT_ERROR(reports::kPolicy, fmt::format("{}: {}", title(), what).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

PolicyContract::Entered::Entered(const PolicyContract& contract, const char* function) : call_(call_of_thread()) {
  call_.function.store(function, std::memory_order_relaxed);
  call_.number.store(call_.number.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  call_.contract.store(&contract, std::memory_order_relaxed);
}

PolicyContract::Entered::~Entered() { call_.contract.store(nullptr, std::memory_order_relaxed); }

void PolicyContract::threw(const char* function, const std::exception_ptr& thrown) const {
  std::string text = "no std::exception";
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the text says so
  }
  broken(fmt::format("`{}` throws: {}", function, text));
}

void PolicyContract::answered_differently(const char* function) const {
  broken(
      fmt::format("`{}` answers differently when it is asked twice. An answer follows from what the policy was told "
                  "alone: it may use no clock, no static variable and no address",
                  function));
}

}  // namespace tactus
