#pragma once

#include <stdexcept>

namespace tactus {

/// The command line is wrong. The message says what would be right; the exit status is `kInputWrong`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
