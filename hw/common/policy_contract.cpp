#include "hw/common/policy_contract.h"

#include <fmt/format.h>

#include <deque>
#include <mutex>
#include <systemc>

#include "hw/common/reports.h"

namespace tactus {
namespace {

struct AllCalls {
  std::mutex mutex;
  std::deque<PolicyCall> calls;
};

AllCalls& all_calls() {
  static AllCalls all;
  return all;
}

PolicyCall& call_of_thread() {
  thread_local PolicyCall* const call = [] {
    AllCalls& all = all_calls();
    const std::lock_guard lock(all.mutex);
    return &all.calls.emplace_back();
  }();
  return *call;
}

}  // namespace

std::vector<const PolicyCall*> policy_calls() {
  AllCalls& all = all_calls();
  const std::lock_guard lock(all.mutex);
  std::vector<const PolicyCall*> calls;
  for (const PolicyCall& call : all.calls) calls.push_back(&call);
  return calls;
}

std::string PolicyContract::title() const {
  return fmt::format("{}: {} '{}'", policy_->plugin, kind_, policy_->name);
}

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
  broken(fmt::format("`{}` answers differently when it is asked twice. An answer follows from what the policy was told "
                     "alone: it may use no clock, no static variable and no address",
                     function));
}

}  // namespace tactus
