#pragma once

#include <memory>

#include "hw/common/policy_contract.h"

namespace tactus {

/// Whether the next instance of a plug-in's policy has a twin: the first 64 of the process, and then one of seven, so
/// that a large machine is not twice as slow. Whoever answers by a clock or a static variable is found by one of them.
bool next_has_twin();

/// An instance of a plug-in's policy and, beside some, a twin that is told the same and has to answer the same.
template <class T>
class PolicyInstance {
 public:
  /// `make()` makes an instance by calling `name` of the policy.
  template <class Make>
  PolicyInstance(const PolicyContract& contract, Make make, const char* name = "make")
      : asked_(contract.made(make, name)), twin_(next_has_twin() ? contract.made(make, name) : nullptr) {}

  /// The answer of `function`, which calls `name` of an instance that is given to it.
  template <class Function>
  auto ask(const PolicyContract& contract, const char* name, Function function) const {
    auto answer = contract.call(name, [&] { return function(*asked_); });
    if (twin_ != nullptr) contract.expect(answer, name, [&] { return function(*twin_); });
    return answer;
  }
  template <class Function>
  void tell(const PolicyContract& contract, const char* name, Function function) const {
    contract.call(name, [&] { function(*asked_); });
    if (twin_ != nullptr) contract.call(name, [&] { function(*twin_); });
  }

  [[nodiscard]] T& first() const { return *asked_; }
  /// Null if this instance has none.
  [[nodiscard]] T* twin() const { return twin_.get(); }

 private:
  std::unique_ptr<T> asked_;
  std::unique_ptr<T> twin_;
};

}  // namespace tactus
