#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "hw/common/reports.h"

// Policies that a test takes for those of a plug-in, and what is said of one that breaks its contract.

namespace tactus::test {

inline constexpr char kPlugin[] = "test_plugin.so";

/// `policy` with a name, as if a plug-in had registered it.
template <class P>
P of_plugin(P policy) {
  if (policy.name.empty()) policy.name = "odd";
  policy.plugin = kPlugin;
  return policy;
}

/// The text of the reports::kPolicy that `action` raises; "nothing is reported" if there is none.
template <class Action>
std::string broken_contract(Action&& action) {
  try {
    action();
  } catch (const sc_core::sc_report& report) {
    if (std::string(report.get_msg_type()) == reports::kPolicy) return report.get_msg();
    return report.what();
  }
  return "nothing is reported";
}

/// The number of an object among those of a test: the first of two twins has an even one. A policy that answers by it
/// answers by more than what it was told.
class Serial {
 public:
  Serial() : number_(next()++) {}
  [[nodiscard]] bool is_first() const { return number_ % 2 == 0; }

 private:
  static int& next() {
    static int number = 0;
    return number;
  }
  int number_;
};

}  // namespace tactus::test
