#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/app/import/line_reader.h"
#include "testbench/app/import/mpi_function.h"
#include "testbench/app/import/trace_time.h"

namespace tactus {

/// Goes through the calls of a trace as dumpi2ascii prints it: a line "NAME entering at walltime ...", a line "type
/// name=value" for each argument, and a line "NAME returning at walltime ...".
class DumpiCall {
 public:
  DumpiCall(const std::filesystem::path& file, ImportFaults& faults) : reader_(file, faults), faults_(faults) {}

  /// Goes to the next call; false at the end, or with a fault.
  bool next();

  [[nodiscard]] const MpiFunction& function() const { return *function_; }
  [[nodiscard]] const TraceTime& entered() const { return entered_; }
  [[nodiscard]] const TraceTime& returned() const { return returned_; }
  /// Size of a datatype by its number, from the lines that follow the calls (dumpi2ascii -X).
  [[nodiscard]] const std::vector<std::optional<std::uint64_t>>& datatype_bytes() const { return datatype_bytes_; }

  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The number of an argument; nothing, with a fault, if the call has none of that name.
  std::optional<std::int64_t> number(std::string_view name);
  /// The numbers of a list: "[1, 2]". Nothing, with a fault, if there is no such argument; empty for "<IGNORED>".
  std::optional<std::vector<std::int64_t>> numbers(std::string_view name);

  /// Place of the call's first line.
  [[nodiscard]] ImportPlace place() const { return place_of(head_); }
  /// Place of an argument, or of the call if it has none of that name.
  [[nodiscard]] ImportPlace place(std::string_view name) const;
  /// Place of the file's end, or where reading is.
  [[nodiscard]] ImportPlace reading_place() const { return reader_.place(0); }

 private:
  /// A line that is kept while others are read.
  struct Line {
    std::string text;
    std::uint64_t number = 0;
    std::size_t name = 0;  ///< where the argument's name begins, and ends
    std::size_t name_end = 0;
    std::size_t value = 0;  ///< where its value begins
  };

  [[nodiscard]] ImportPlace place_of(const Line& line, std::size_t column = 0) const {
    return {reader_.file(), line.number, column + 1, line.text};
  }
  void keep(Line& line) const;
  bool fault(std::string message);
  bool begin_call(std::string_view name);
  /// The time behind "walltime"; the line has to be of thread 0.
  std::optional<TraceTime> time_of_line();
  bool read_arguments(std::string_view name);
  void take_argument();
  bool between_calls();
  [[nodiscard]] const Line* find(std::string_view name) const;

  LineReader reader_;
  ImportFaults& faults_;
  const MpiFunction* function_ = nullptr;
  Line head_;
  TraceTime entered_;
  TraceTime returned_;
  std::vector<Line> arguments_;  ///< the first `count_` are of this call
  std::size_t count_ = 0;
  std::vector<std::optional<std::uint64_t>> datatype_bytes_;
};

}  // namespace tactus
