#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace tactus {

/// The body of a process ended by an exception, or its process by a signal. The message says which.
class ChildFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A process that executes `body` beside the caller, and what it tells the caller meanwhile.
///
/// SystemC elaborates once per process: whoever compares machines gives each of them one. Nothing else that
/// `body` does, assertions included, is seen by the caller. The caller must not have elaborated anything itself.
/// One that nobody listens to waits as soon as a pipe is full, and is killed when the caller ends, however it ends.
class OwnProcess {
 public:
  /// For the body: the caller gets this text, after all earlier ones. Any number of bytes.
  using Tell = std::function<void(const std::string&)>;
  using Body = std::function<void(const Tell&)>;

  /// Throws std::system_error if there is no such process to be had.
  explicit OwnProcess(const Body& body);
  /// Kills it if it still runs.
  ~OwnProcess();
  OwnProcess(const OwnProcess&) = delete;
  OwnProcess& operator=(const OwnProcess&) = delete;

  /// The next text; nothing if the body has returned. Waits for it. Throws ChildFailure.
  std::optional<std::string> next();
  /// To be polled for reading: then `next` does not have to wait, but for the rest of a text.
  [[nodiscard]] int descriptor() const { return told_; }

 private:
  /// As many bytes, or fewer if the process has ended.
  [[nodiscard]] std::string read(std::size_t size) const;
  /// Waits for its end. Throws ChildFailure if that was not the body's return.
  void finish();

  int told_ = -1;   ///< end of a pipe
  pid_t pid_ = -1;  ///< -1 once it has been waited for
  std::string failure_;
};

/// Runs `body` in a process of its own and answers what it returned. Throws as OwnProcess does.
std::string in_own_process(const std::function<std::string()>& body);

}  // namespace tactus
