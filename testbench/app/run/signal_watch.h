#pragma once

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>

#include "hw/common/units.h"

namespace tactus {

/// A signal ended what was under way. The message says which, and where that was.
class Interrupted : public std::runtime_error {
 public:
  /// `where`: "at 12.30 us of simulated time".
  Interrupted(int signal, const std::string& where);
  /// Exit status of the program: 128 + the signal's number, as shells tell it.
  [[nodiscard]] int exit_status() const { return status_; }

 private:
  int status_;
};

/// As long as it lives, SIGINT, SIGTERM and SIGHUP do not end the process at once: whoever works looks for them now and
/// then, and completes what it has. The same signal a second time ends the process. One that was ignored before, as
/// nohup has it, still is. There is one of these at a time.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// The first signal that came; 0 if none has, or nobody watches.
  static int seen();

 private:
  std::array<struct sigaction, 3> before_{};
};

/// Throws Interrupted if somebody watches and a signal has come; `now` is simulated time.
void stop_if_signalled(Picoseconds now);

}  // namespace tactus
