#include "tlm_models/traffic/fixed_order.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr Schedule::Index kNotInSet = Schedule::kNone;

}  // namespace

FixedOrder::FixedOrder(const Schedule::Program& program, const std::vector<Index>& order)
    : program_(program), order_(order), first_(program.operations.size() + 1) {
  for (const Schedule::Dependency& each : program_.dependencies) ++first_[each.operation + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

bool FixedOrder::carries(const Schedule::Dependency& each) const {
  const Operation& earlier = program_.operations[each.earlier];
  const Operation& operation = program_.operations[each.operation];
  const bool on_end = each.on_begin == 0 && operation.kind != OperationKind::kWait;
  return on_end || earlier.processor == operation.processor;
}

std::vector<bool> FixedOrder::find(const std::function<bool(Index)>& in_set) const {
  Numbers number(program_.operations.size(), kNotInSet);
  std::vector<bool> fixed(number.size());
  Index next = 0;
  for (const Index operation : order_) {
    if (!in_set(operation)) continue;
    number[operation] = next++;
    fixed[operation] = true;
  }
  if (next > 1) {
    keep_after(number, fixed);
    keep_before(number, fixed);
  }
  return fixed;
}

/// Keeps those that all later ones of the set come after. Those of which that is known so far are `open`: each comes
/// after all below it, so that of an operation only the last one that it comes after has to be known.
void FixedOrder::keep_after(const Numbers& number, std::vector<bool>& fixed) const {
  Numbers reached(number.size());  // one more than the number of the last one that the operation comes after
  std::vector<Index> open;
  for (const Index operation : order_) {
    Index& own = reached[operation];
    for (Index i = first_[operation]; i < first_[operation + 1]; ++i) {
      const Schedule::Dependency& each = program_.dependencies[i];
      own = std::max(own, reached[each.earlier]);
      if (number[each.earlier] != kNotInSet && carries(each)) own = std::max(own, number[each.earlier] + 1);
    }
    if (number[operation] == kNotInSet) continue;
    for (; !open.empty() && number[open.back()] >= own; open.pop_back()) fixed[open.back()] = false;
    open.push_back(operation);
  }
}

/// Keeps those that come after all earlier ones of the set: likewise, from the end.
void FixedOrder::keep_before(const Numbers& number, std::vector<bool>& fixed) const {
  Numbers after_begin(number.size(), kNotInSet);  // number of the first one that comes after its begin
  Numbers after_step = after_begin;               // after it has been given to the machine
  std::vector<Index> open;
  for (std::size_t k = order_.size(); k-- > 0;) {
    const Index operation = order_[k];
    Index first = after_begin[operation];
    if (number[operation] != kNotInSet) {
      const Index own = after_step[operation];
      for (; !open.empty() && number[open.back()] < own; open.pop_back()) fixed[open.back()] = false;
      open.push_back(operation);
      first = std::min(first, number[operation]);
    }
    for (Index i = first_[operation]; i < first_[operation + 1]; ++i) {
      const Schedule::Dependency& each = program_.dependencies[i];
      after_begin[each.earlier] = std::min(after_begin[each.earlier], first);
      if (carries(each)) after_step[each.earlier] = std::min(after_step[each.earlier], first);
    }
  }
}

}  // namespace tactus
