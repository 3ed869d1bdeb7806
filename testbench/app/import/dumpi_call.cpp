#include "testbench/app/import/dumpi_call.h"

#include <fmt/core.h>

#include <utility>

#include "testbench/app/import/text_numbers.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

constexpr std::string_view kEntering = " entering at walltime ";
constexpr std::string_view kReturning = " returning at walltime ";
constexpr std::string_view kThread = " seconds in thread ";
constexpr std::string_view kHasSize = " has size ";
constexpr std::string_view kIgnored = " times and ignored ";
/// Datatypes have small numbers: a trace with a larger one is broken.
constexpr std::uint64_t kMostDatatypes = 1U << 20U;

bool begins_with(std::string_view text, std::string_view begin) { return text.substr(0, begin.size()) == begin; }

/// The part of `text` between the end of `begin` and the next `end`, or its end.
std::string_view behind(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + begin.size());
  return rest.substr(0, rest.find(end));
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

}  // namespace

void DumpiCall::keep(Line& line) const {
  line.text.assign(reader_.line());
  line.number = reader_.number();
}

bool DumpiCall::fault(std::string message) {
  faults_.add(reader_.place(0), std::move(message));
  return false;
}

bool DumpiCall::next() {
  while (reader_.next()) {
    const std::string_view line = reader_.line();
    const std::size_t entering = line.find(kEntering);
    if (entering == std::string_view::npos) {
      if (!between_calls()) return false;
      continue;
    }
    const std::string name(line.substr(0, entering));
    return begin_call(name) && read_arguments(name);
  }
  return false;
}

bool DumpiCall::begin_call(std::string_view name) {
  function_ = find_mpi_function(name);
  if (function_ == nullptr) {
    return fault(fmt::format("{} is not read{}", name, did_you_mean(std::string(name), mpi_function_names())));
  }
  const auto time = time_of_line();
  if (!time) return false;
  entered_ = *time;
  keep(head_);
  count_ = 0;
  return true;
}

std::optional<TraceTime> DumpiCall::time_of_line() {
  const std::string_view line = reader_.line();
  const std::string_view thread = behind(line, kThread, ".");
  const std::string_view text = behind(line, " walltime ", ",");
  const auto time = parse_time(text, 0);
  if (!time) {
    fault(fmt::format("'{}' is no time: a number of seconds, and then a comma", text));
  } else if (!parse_digits(thread)) {
    fault("the line does not end with its thread: \"seconds in thread 0.\"");
  } else if (thread != "0") {
    fault(fmt::format("a call of thread {}: only one thread of a rank makes calls that can be read", thread));
  } else {
    return time;
  }
  return std::nullopt;
}

bool DumpiCall::read_arguments(std::string_view name) {
  while (reader_.next()) {
    const std::string_view line = reader_.line();
    const std::size_t returning = line.find(kReturning);
    if (returning != std::string_view::npos) {
      if (line.substr(0, returning) != name)
        return fault(fmt::format("the line returns from another call than {}", name));
      const auto time = time_of_line();
      if (!time) return false;
      returned_ = *time;
      return !(returned_ < entered_) || fault("the call returns before it is entered");
    }
    if (line.find(kEntering) != std::string_view::npos) return fault(fmt::format("{} has not returned yet", name));
    if (!begins_with(line, "Perfcounters: ")) take_argument();
  }
  faults_.add(place(), fmt::format("the file ends within {}: it is cut", name));
  return false;
}

void DumpiCall::take_argument() {
  if (count_ == arguments_.size()) arguments_.emplace_back();
  Line& kept = arguments_[count_];
  const std::string_view line = reader_.line();
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return;  // lists of lists go on over several lines
  keep(kept);
  const std::string_view left = line.substr(0, equals);
  kept.name_end = std::min(left.find('['), equals);
  const std::size_t blank = left.rfind(' ', kept.name_end);
  kept.name = blank == std::string_view::npos ? 0 : blank + 1;
  kept.value = equals + 1;
  ++count_;
}

/// Header, footer and tables: of these, the sizes of datatypes and the counts of calls that were left out matter.
bool DumpiCall::between_calls() {
  const std::string_view line = reader_.line();
  const std::size_t ignored = line.find(kIgnored);
  if (ignored != std::string_view::npos) {
    const std::string_view times = behind(line, kIgnored, " ");
    if (parse_digits(times) == 0) return true;
    return fault(fmt::format("the trace does not have {} calls of {}: it was made without them", times,
                             line.substr(0, line.find(' '))));
  }
  const std::size_t size = line.find(kHasSize);
  if (begins_with(line, "Datatype ") && size != std::string_view::npos) {
    const auto number = parse_digits(behind(line, "Datatype ", " "));
    const auto bytes = parse_signed(line.substr(size + kHasSize.size()));
    if (!number || *number >= kMostDatatypes || !bytes)
      return fault("a size is \"Datatype NUMBER (NAME) has size BYTES\"");
    if (datatype_bytes_.size() <= *number) datatype_bytes_.resize(*number + 1);
    // Numbers that no datatype had have sizes of 0 or -1.
    if (*bytes > 0) datatype_bytes_[*number] = static_cast<std::uint64_t>(*bytes);
    return true;
  }
  const bool known = without_blanks(line).empty() || line.find('=') != std::string_view::npos ||
                     begins_with(line, "Total keyvals: ") || begins_with(line, "Performance counters: ") ||
                     begins_with(line, "Function address ") || line.front() == ' ';
  return known || fault("neither a call nor a line of the header or footer of dumpi2ascii");
}

const DumpiCall::Line* DumpiCall::find(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const Line& line = arguments_[i];
    if (std::string_view(line.text).substr(line.name, line.name_end - line.name) == name) return &line;
  }
  return nullptr;
}

ImportPlace DumpiCall::place(std::string_view name) const {
  const Line* line = find(name);
  return line == nullptr ? place() : place_of(*line, line->value);
}

std::optional<std::int64_t> DumpiCall::number(std::string_view name) {
  const Line* line = find(name);
  if (line == nullptr) {
    faults_.add(place(), fmt::format("{} has no argument '{}'", function_->name, name));
    return std::nullopt;
  }
  std::string_view value = std::string_view(line->text).substr(line->value);
  // A handle has its name behind it: "2 (MPI_COMM_WORLD)"; a single request stands in brackets.
  value = value.substr(0, value.find(" ("));
  if (value.size() > 2 && value.front() == '[' && value.back() == ']') value = value.substr(1, value.size() - 2);
  const auto number = parse_signed(value);
  if (!number) faults_.add(place(name), fmt::format("'{}' is no number", value));
  return number;
}

std::optional<std::vector<std::int64_t>> DumpiCall::numbers(std::string_view name) {
  const Line* line = find(name);
  if (line == nullptr) {
    faults_.add(place(), fmt::format("{} has no argument '{}'", function_->name, name));
    return std::nullopt;
  }
  std::string_view rest = std::string_view(line->text).substr(line->value);
  std::vector<std::int64_t> values;
  if (rest == "<IGNORED>" || rest == "[]") return values;
  bool right = rest.size() > 2 && rest.front() == '[' && rest.back() == ']';
  if (right) rest = rest.substr(1, rest.size() - 2);
  while (right) {
    const std::size_t comma = rest.find(',');
    const auto value = parse_signed(without_blanks(rest.substr(0, comma)));
    right = value.has_value();
    if (!right) break;
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    rest.remove_prefix(comma + 1);
  }
  faults_.add(place(name), "this is no list of numbers: [1, 2]");
  return std::nullopt;
}

}  // namespace tactus
