#pragma once

#include <functional>

namespace tactus {

/// Exit statuses of the command line: part of its contract, scripts rely on them. One more: 128 + the number of a
/// signal that ended it (Interrupted).
enum ExitStatus : int {
  kDone = 0,
  kFailure = 1,      ///< anything that is none of the others: a full disk, an internal error
  kInputWrong = 2,   ///< the user's input is wrong; the message says where and what would be right
  kViolation = 3,    ///< the model found a violation: deadlock, protocol, lost flit
  kDoesNotHold = 4,  ///< a comparison found a row that does not hold
};

/// The status with which a program ends whose work is `body`, which answers one or throws. An exception is told on
/// stderr, and so is output that was lost.
int exit_status_of(const std::function<int()>& body);

}  // namespace tactus
