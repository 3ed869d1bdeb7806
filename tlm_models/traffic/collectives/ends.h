#pragma once

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Operations of one rank whose ends an operation waits for.
class Ends {
 public:
  using Index = OperationSink::Index;

  Ends() = default;
  Ends(Index operation) : list_{operation} {}  // NOLINT(google-explicit-constructor): one operation
  Ends(std::initializer_list<Index> operations) : list_(operations) {}

  void add(Index operation) {
    if (std::find(list_.begin(), list_.end(), operation) == list_.end()) list_.push_back(operation);
  }
  void add(const Ends& others) {
    for (const Index operation : others) add(operation);
  }
  [[nodiscard]] std::vector<Index>::const_iterator begin() const { return list_.begin(); }
  [[nodiscard]] std::vector<Index>::const_iterator end() const { return list_.end(); }
  [[nodiscard]] bool empty() const { return list_.empty(); }

 private:
  std::vector<Index> list_;
};

}  // namespace tactus
