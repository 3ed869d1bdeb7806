#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// An exit status above it: a signal with the number that is left ended the process, as shells tell it.
inline constexpr int kEndedBySignal = 128;

/// Forks a process that executes `body` and is killed when this one ends, however this one ends. The child's handlers
/// of signals are those of the system, and it ends with the status that `body` returns. Every child of the program is
/// made by this function. Throws std::system_error if there is no process to be had.
pid_t fork_child(const std::function<int()>& body);

/// A program to run.
struct ChildCommand {
  std::vector<std::string> command;  ///< the program, looked for as a shell does, and its arguments
  std::filesystem::path output;      ///< file that gets standard output; empty: thrown away
  std::filesystem::path errors;      ///< file for standard error; may be that of standard output
  bool has_children = false;         ///< programs that it starts are killed with it
};

/// Starts a program, as `fork_child` does, without input. A program that cannot be started ends with status 127.
pid_t start_child(const ChildCommand& child);

/// A child that has ended.
struct EndedChild {
  pid_t pid = 0;
  int exit_status = 0;  ///< 128 + the signal's number if a signal ended it, as shells tell it
};
/// Waits for any child to end; there is one. Nothing if a signal came instead.
std::optional<EndedChild> wait_for_child();
/// Waits for this child to end, whatever signals come; answers its exit status.
int wait_for(pid_t child);

}  // namespace tactus
