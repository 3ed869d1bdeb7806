#include "testbench/app/process/own_process.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "testbench/app/process/child_process.h"

#ifdef TACTUS_COVERAGE
extern "C" void __gcov_dump();  // as in <gcov.h>, which g++ 12 has for C alone
#endif

namespace tactus {
namespace {

constexpr int kBodyReturned = 0;
constexpr int kBodyThrew = 1;

/// Goes before every text in the pipe.
struct Head {
  std::uint64_t bytes = 0;
  std::uint64_t is_failure = 0;  ///< what the body threw, its last word
};

void write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(descriptor, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void write_text(int descriptor, const std::string& text, bool is_failure) {
  const Head head{text.size(), is_failure ? 1U : 0U};
  write_all(descriptor, reinterpret_cast<const char*>(&head), sizeof head);
  write_all(descriptor, text.data(), text.size());
}

/// Its status. Clean-up at the end of the program belongs to the parent.
int be_the_child(const OwnProcess::Body& body, int told) {
  int status = kBodyReturned;
  try {
    body([told](const std::string& text) { write_text(told, text, false); });
  } catch (const std::exception& error) {
    write_text(told, error.what(), true);
    status = kBodyThrew;
  }
  std::fflush(nullptr);
#ifdef TACTUS_COVERAGE
  __gcov_dump();
#endif
  return status;
}

}  // namespace

OwnProcess::OwnProcess(const Body& body) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "no pipe could be made");
  try {
    pid_ = fork_child([&] {
      close(pipe_ends[0]);
      return be_the_child(body, pipe_ends[1]);
    });
  } catch (...) {
    for (const int end : pipe_ends) close(end);
    throw;
  }
  close(pipe_ends[1]);
  told_ = pipe_ends[0];
}

OwnProcess::~OwnProcess() {
  close(told_);
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  wait_for(pid_);
}

std::string OwnProcess::read(std::size_t size) const {
  std::string text;
  std::array<char, 65536> part{};  // what a pipe holds
  while (text.size() < size) {
    const ssize_t got = ::read(told_, part.data(), std::min(part.size(), size - text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

std::optional<std::string> OwnProcess::next() {
  if (pid_ < 0) return std::nullopt;
  Head head;
  const std::string bytes = read(sizeof head);
  if (bytes.size() == sizeof head) {
    std::memcpy(&head, bytes.data(), sizeof head);
    std::string text = read(head.bytes);
    if (text.size() == head.bytes && head.is_failure == 0) return text;
    failure_ = std::move(text);
  }
  finish();
  return std::nullopt;
}

void OwnProcess::finish() {
  const int status = wait_for(std::exchange(pid_, -1));
  if (status > kEndedBySignal) throw ChildFailure("ended by signal " + std::to_string(status - kEndedBySignal));
  if (status != kBodyReturned) throw ChildFailure("threw: " + failure_);
}

std::string in_own_process(const std::function<std::string()>& body) {
  OwnProcess process([&body](const OwnProcess::Tell& tell) { tell(body()); });
  std::string answer = process.next().value_or("");
  process.next();
  return answer;
}

}  // namespace tactus
