#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// Starts `program` with `arguments`: without input, its output thrown away, its errors in the file `errors`, in a
/// process that is ended when this one is. Throws std::system_error if there is no process to be had.
pid_t start_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                  const std::filesystem::path& errors);

/// A child that has ended.
struct EndedChild {
  pid_t pid = 0;
  int exit_status = 0;  ///< 128 + the signal's number if a signal ended it, as shells tell it
};
/// Waits for any child to end; there is one. Nothing if a signal came instead.
std::optional<EndedChild> wait_for_child();

}  // namespace tactus
