#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "testbench/app/import/line_reader.h"
#include "testbench/app/import/mpi_function.h"
#include "testbench/app/import/trace_time.h"

namespace tactus {

/// A line of a trace of liballprof: `function:start:arguments:end`.
class AllprofCall {
 public:
  AllprofCall(const LineReader& reader, ImportFaults& faults) : reader_(reader), faults_(faults) {}

  /// Takes the line's call; false with a fault if the line has none that is right.
  bool read();

  [[nodiscard]] const MpiFunction& function() const { return *function_; }
  [[nodiscard]] const TraceTime& start() const { return start_; }
  [[nodiscard]] const TraceTime& end() const { return end_; }
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
  std::optional<TraceTime> time(std::string_view field);
  bool numbers(std::string_view field, const char* what, std::size_t size, std::vector<std::int64_t>& values);
  bool integer(std::string_view field, const char* what, std::vector<std::int64_t>& values);

  const LineReader& reader_;
  ImportFaults& faults_;
  const MpiFunction* function_ = nullptr;
  std::vector<std::string_view> fields_;
  std::vector<std::string_view> arguments_;  ///< the field of each letter
  TraceTime start_;
  TraceTime end_;
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
