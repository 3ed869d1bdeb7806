#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

namespace tactus::test {

/// Text of a DUMPI trace as dumpi2ascii prints it. Each call takes a microsecond; the next one is entered 2 us after it
/// has returned.
class DumpiText {
 public:
  /// A trace that begins with MPI_Init.
  DumpiText() { call("MPI_Init", {"int argc=1", "string argv[1]=[\"./app\"]"}); }

  DumpiText& call(const std::string& name, const std::vector<std::string>& arguments) {
    text_ += line(name, "entering");
    ++microseconds_;
    for (const std::string& argument : arguments) text_ += argument + "\n";
    text_ += line(name, "returning");
    microseconds_ += 2;
    return *this;
  }
  DumpiText& plain(const std::string& lines) {
    text_ += lines;
    return *this;
  }
  /// The trace with MPI_Finalize and the lines behind it.
  [[nodiscard]] std::string text(const std::string& footer = "") const {
    DumpiText ended(*this);
    ended.call("MPI_Finalize", {});
    return "version=1.0.0\nstarttime=Thu Feb  3 16:05:56 2011\nhostname=node\nusername=user\nmeshdim=0\nmeshsize=[]\n"
           "meshcrd=[]\n" +
           ended.text_ + "Total keyvals: 0\nMPI_Send called 1 times and ignored 0 times\n" + footer;
  }

 private:
  [[nodiscard]] std::string line(const std::string& name, const char* what) const {
    return fmt::format("{} {} at walltime 1296777956.{:06}000, cputime 0.000000000 seconds in thread 0.\n", name, what,
                       microseconds_);
  }
  int microseconds_ = 100;
  std::string text_;
};

/// Arguments of a message: "dest" or "source", the other side, tag, communicator and, if it is not 0, the request.
inline std::vector<std::string> message_of(const char* side, int peer, int tag, int communicator = 2, int request = 0) {
  std::vector<std::string> arguments = {"int count=3", "MPI_Datatype datatype=9 (MPI_INT)",
                                        fmt::format("int {}={}", side, peer), fmt::format("int tag={}", tag),
                                        fmt::format("MPI_Comm comm={} (name)", communicator)};
  if (request != 0) arguments.push_back(fmt::format("MPI_Request request=[{}]", request));
  return arguments;
}

}  // namespace tactus::test
