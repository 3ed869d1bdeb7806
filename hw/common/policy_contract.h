#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include "hw/common/policy.h"

namespace tactus {

class PolicyContract;

/// The call of a plug-in's policy that a thread is in: whoever watches several of them sees one that never returns.
struct PolicyCall {
  std::atomic<const PolicyContract*> contract{nullptr};  ///< null between calls
  std::atomic<const char*> function{nullptr};
  std::atomic<std::uint64_t> number{0};  ///< calls of the thread so far
};

/// Most threads whose calls are told apart; more of them share.
inline constexpr std::size_t kMostCallers = 512;
/// The calls of all threads that have ever made one, and after them empty ones. Nothing is locked: a process may be
/// forked while somebody looks.
const std::array<PolicyCall, kMostCallers>& policy_calls();

/// The rules that a policy of a plug-in has to keep, and what is said of one that breaks them. Policies of the program
/// have tests for that; a plug-in's decisions are looked at in every call, at every level alike.
class PolicyContract {
 public:
  /// `policy`, of `kind` ("pacer mode"), outlives it.
  PolicyContract(std::string kind, const Policy& policy) : kind_(std::move(kind)), policy_(&policy) {}

  /// "my_pacer.cpp: pacer mode 'bucket'"
  [[nodiscard]] std::string title() const;

  /// Raises reports::kPolicy with the policy's name and `what` it does wrong.
  [[noreturn]] void broken(const std::string& what) const;
  void require(bool kept, const char* what) const {
    if (!kept) broken(what);
  }

  /// The answer of `function()`, which calls `name` of the policy; an exception of the policy breaks the contract.
  template <class Function>
  auto call(const char* name, Function&& function) const {
    const Entered entered(*this, name);
    try {
      return function();
    } catch (...) {
      threw(name, std::current_exception());
    }
  }
  /// The answer of `function()`, which has to be the same if it is called twice, since it only tells.
  template <class Function>
  auto twice(const char* name, Function&& function) const {
    auto first = call(name, function);
    if (!(call(name, function) == first)) answered_differently(name);
    return first;
  }
  /// The answer of `function()`, which has to be equal to `first`, that of another instance which was told the same.
  template <class Answer, class Function>
  void expect(const Answer& first, const char* name, Function&& function) const {
    if (!(call(name, std::forward<Function>(function)) == first)) answered_differently(name);
  }
  /// An instance that `make()` makes by calling `name` of the policy.
  template <class Make>
  auto made(Make&& make, const char* name = "make") const {
    auto made = call(name, std::forward<Make>(make));
    if (made == nullptr) broken('`' + std::string(name) + "` makes nothing");
    return made;
  }

 private:
  /// The thread is in a call as long as it lives.
  class Entered {
   public:
    Entered(const PolicyContract& contract, const char* function);
    ~Entered();
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    PolicyCall& call_;
  };

  [[noreturn]] void threw(const char* function, const std::exception_ptr& thrown) const;
  [[noreturn]] void answered_differently(const char* function) const;

  std::string kind_;
  const Policy* policy_;
};

}  // namespace tactus
