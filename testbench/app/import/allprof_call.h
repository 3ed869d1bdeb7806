#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "testbench/app/import/line_reader.h"

namespace tactus {

/// Microseconds that a trace says, to a picosecond.
struct AllprofTime {
  std::uint64_t microseconds = 0;
  std::uint64_t picoseconds = 0;  ///< below 10^6

  friend bool operator<(const AllprofTime& a, const AllprofTime& b) {
    return a.microseconds != b.microseconds ? a.microseconds < b.microseconds : a.picoseconds < b.picoseconds;
  }
};

/// Meaning of a call for an import.
enum class AllprofKind : std::uint8_t {
  kInit,
  kFinalize,
  kLocal,  ///< returns without another rank: its time counts as computing
  kIdle,   ///< may wait for others, and moves no data of the application: its time is left out
  kSend,
  kReceive,
  kStartSend,
  kStartReceive,
  kSendReceive,
  kWait,
  kWaitAll,
  kCollective,
  kStartCollective,
  kRefused,  ///< the trace does not tell its effect
};

/// A function of MPI and its arguments, a letter each: b buffer or other pointer, n count, t datatype, p rank of the
/// other side or root, g tag, c communicator, o operator, q request, s status, v counts or displacements.
struct AllprofFunction {
  const char* name;
  AllprofKind kind;
  const char* arguments;
};

/// The function of that name, or nullptr.
const AllprofFunction* find_allprof_function(std::string_view name);
std::vector<std::string> allprof_function_names();

/// A line of a trace of liballprof: `function:start:arguments:end`.
class AllprofCall {
 public:
  AllprofCall(const LineReader& reader, ImportFaults& faults) : reader_(reader), faults_(faults) {}

  /// Takes the line's call; false with a fault if the line has none that is right.
  bool read();

  [[nodiscard]] const AllprofFunction& function() const { return *function_; }
  [[nodiscard]] const AllprofTime& start() const { return start_; }
  [[nodiscard]] const AllprofTime& end() const { return end_; }
  /// The n-th argument of a kind, in the order of the call.
  [[nodiscard]] std::int64_t count(std::size_t n) const { return counts_.at(n); }
  [[nodiscard]] std::uint64_t datatype_bytes(std::size_t n) const { return datatypes_.at(n); }
  [[nodiscard]] std::int64_t rank(std::size_t n) const { return ranks_.at(n); }
  [[nodiscard]] std::int64_t tag(std::size_t n) const { return tags_.at(n); }
  [[nodiscard]] std::uint64_t request() const { return request_; }
  [[nodiscard]] std::int64_t rank_in_communicator() const { return communicator_[1]; }
  [[nodiscard]] std::int64_t communicator_size() const { return communicator_[2]; }
  [[nodiscard]] bool has_communicator() const { return has_communicator_; }
  [[nodiscard]] const std::vector<std::int64_t>& counts_of_members(std::size_t n) const { return lists_.at(n); }

  /// Place of the call, or of the n-th argument (n from 0, by the letters of the function).
  [[nodiscard]] ImportPlace place() const { return reader_.place(0); }
  [[nodiscard]] ImportPlace place_of(char letter, std::size_t n = 0) const;

 private:
  bool fault(std::string_view part, std::string message);
  bool split();
  bool read_times();
  bool read_argument(char letter, std::size_t& field);
  std::optional<AllprofTime> time(std::string_view field);
  bool numbers(std::string_view field, const char* what, std::size_t size, std::vector<std::int64_t>& values);
  bool integer(std::string_view field, const char* what, std::vector<std::int64_t>& values);

  const LineReader& reader_;
  ImportFaults& faults_;
  const AllprofFunction* function_ = nullptr;
  std::vector<std::string_view> fields_;
  std::vector<std::string_view> arguments_;  ///< the field of each letter
  AllprofTime start_;
  AllprofTime end_;
  std::vector<std::int64_t> counts_;
  std::vector<std::uint64_t> datatypes_;
  std::vector<std::int64_t> ranks_;
  std::vector<std::int64_t> tags_;
  std::vector<std::vector<std::int64_t>> lists_;
  std::array<std::int64_t, 3> communicator_{};
  bool has_communicator_ = false;
  std::uint64_t request_ = 0;
};

}  // namespace tactus
