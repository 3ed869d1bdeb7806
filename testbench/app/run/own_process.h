#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace tactus {

/// The body of `in_own_process` ended by an exception, or its process by a signal. The message says which.
class ChildFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs `body` in a process of its own and answers what it returned.
///
/// SystemC elaborates once per process: whoever compares machines gives each of them one. Nothing else that
/// `body` does, assertions included, is seen by the caller. The caller must not have elaborated anything itself.
/// Throws ChildFailure.
std::string in_own_process(const std::function<std::string()>& body);

}  // namespace tactus
