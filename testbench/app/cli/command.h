#pragma once

#include <stdexcept>

#include "testbench/app/cli/command_parser.h"

namespace tactus {

/// The command line is wrong. The message says what would be right; the exit status is `kInputWrong`.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command of the program, from its options to its end. Its members are what its options set.
class Command {
 public:
  Command() = default;
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Adds the options, each of which sets a member of this command.
  virtual void declare(CommandOptions& /*options*/) {}
  /// Checks what concerns several options, once all are set. Throws UsageError.
  virtual void check() {}
  /// Returns an ExitStatus. Throws UsageError for options that are wrong for what they are used on.
  virtual int execute() = 0;
};

}  // namespace tactus
