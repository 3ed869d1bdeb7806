#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tactus {

/// The model broke a rule: deadlock, lost flit, protocol. The message names what and where.
class ModelViolation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws a ModelViolation with the report id and the first of the faults, of which there is at least one.
[[noreturn]] void fail(const char* id, const std::vector<std::string>& faults);

}  // namespace tactus
