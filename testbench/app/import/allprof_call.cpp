#include "testbench/app/import/allprof_call.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/import/text_numbers.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

/// Arguments of functions, a letter each: b buffer or other pointer, n count, t datatype, p rank of the other side or
/// root, g tag, c communicator, o operator, q request, s status, v counts or displacements. The arguments of all other
/// functions are not looked at.
constexpr std::pair<const char*, const char*> kArguments[] = {
    {"MPI_Send", "bntpgc"},           {"MPI_Ssend", "bntpgc"},
    {"MPI_Rsend", "bntpgc"},          {"MPI_Bsend", "bntpgc"},
    {"MPI_Isend", "bntpgcq"},         {"MPI_Issend", "bntpgcq"},
    {"MPI_Irsend", "bntpgcq"},        {"MPI_Ibsend", "bntpgcq"},
    {"MPI_Recv", "bntpgcs"},          {"MPI_Irecv", "bntpgcq"},
    {"MPI_Sendrecv", "bntpgbntpgcs"}, {"MPI_Wait", "qs"},
    {"MPI_Waitall", "nqs"},           {"MPI_Barrier", "c"},
    {"MPI_Bcast", "bntpc"},           {"MPI_Reduce", "bbntopc"},
    {"MPI_Allreduce", "bbntoc"},      {"MPI_Iallreduce", "bbntocq"},
    {"MPI_Scan", "bbntoc"},           {"MPI_Exscan", "bbntoc"},
    {"MPI_Reduce_scatter", "bbvtoc"}, {"MPI_Gather", "bntbntpc"},
    {"MPI_Gatherv", "bntbvvtpc"},     {"MPI_Scatter", "bntbntpc"},
    {"MPI_Scatterv", "bvvtbntpc"},    {"MPI_Allgather", "bntbntc"},
    {"MPI_Allgatherv", "bntbvvtc"},   {"MPI_Alltoall", "bntbntc"},
    {"MPI_Alltoallv", "bvvtbvvtc"},
};

const char* arguments_of(std::string_view name) {
  for (const auto& [function, letters] : kArguments) {
    if (name == function) return letters;
  }
  return "";
}

/// Why calls of a function cannot be read; nullptr if they can.
const char* refusal_of(const MpiFunction& function) {
  switch (function.kind) {
    case MpiKind::kWaitAny:
      return "the trace does not say which request was completed";
    case MpiKind::kWaitSome:
      return "the trace does not say which requests were completed";
    case MpiKind::kPersistent:
      return "persistent requests are not read";
    case MpiKind::kOneSided:
      return "one-sided communication is not read";
    case MpiKind::kSendReceive:
    case MpiKind::kCollective:
      return *arguments_of(function.name) != '\0' ? nullptr : "its arguments are not read";
    default:
      return nullptr;
  }
}

constexpr char kForm[] = "a line is function:start:arguments:end";

const char* text_of_argument(char letter) {
  switch (letter) {
    case 'n':
      return "a count";
    case 't':
      return "a datatype: type,size,extent";
    case 'p':
      return "a rank";
    case 'g':
      return "a tag";
    case 'c':
      return "a communicator: comm,rank,size";
    case 'q':
      return "a request";
    case 'v':
      return "counts: pointer:count,count ...";
    default:
      return "an argument";
  }
}

}  // namespace

bool AllprofCall::fault(std::string_view part, std::string message) {
  faults_.add(reader_.place_of(part), std::move(message));
  return false;
}

ImportPlace AllprofCall::place_of(char letter, std::size_t n) const {
  const std::string_view letters = arguments_of(function_->name);
  for (std::size_t i = 0; i < arguments_.size() && i < letters.size(); ++i) {
    if (letters[i] == letter && n-- == 0) return reader_.place_of(arguments_[i]);
  }
  return place();
}

bool AllprofCall::split() {
  fields_.clear();
  std::string_view rest = reader_.line();
  for (;;) {
    const std::size_t colon = rest.find(':');
    fields_.push_back(rest.substr(0, colon));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  for (std::string_view& field : fields_) {  // blanks around fields
    const std::size_t begin = std::min(field.find_first_not_of(" \t"), field.size());
    field.remove_prefix(begin);
    field = field.substr(0, field.find_last_not_of(" \t") + 1);
  }
  function_ = find_mpi_function(fields_[0]);
  if (function_ == nullptr) {
    return fault(fields_[0],
                 fmt::format("unknown function '{}'{}", fields_[0], did_you_mean(fields_[0], mpi_function_names())));
  }
  if (const char* const refusal = refusal_of(*function_)) {
    return fault(fields_[0], fmt::format("{}: {}", function_->name, refusal));
  }
  return fields_.size() >= 3 || fault(fields_[0], fmt::format("{} has no times: {}", function_->name, kForm));
}

std::optional<TraceTime> AllprofCall::time(std::string_view field) {
  const auto time = parse_time(field, 6);
  if (!time) fault(field, fmt::format("'{}' is no time: a number of microseconds", field));
  return time;
}

bool AllprofCall::read_times() {
  // Before MPI_Init and after MPI_Finalize there is no clock.
  const bool no_start = function_->kind == MpiKind::kInit && fields_[1] == "-";
  const bool no_end = function_->kind == MpiKind::kFinalize && fields_.back() == "-";
  const auto start = no_start ? time(fields_.back()) : time(fields_[1]);
  if (!start) return false;
  const auto end = no_end ? start : time(fields_.back());
  if (!end) return false;
  if (*end < *start) return fault(fields_.back(), "the call ends before it starts");
  start_ = *start;
  end_ = *end;
  return true;
}

bool AllprofCall::integer(std::string_view field, const char* what, std::vector<std::int64_t>& values) {
  const auto value = parse_signed(field);
  if (!value) return fault(field, fmt::format("'{}' where {} is expected", field, what));
  values.push_back(*value);
  return true;
}

bool AllprofCall::numbers(std::string_view field, const char* what, std::size_t size,
                          std::vector<std::int64_t>& values) {
  values.clear();
  for (std::string_view rest = field;;) {
    const std::size_t comma = rest.find(',');
    const auto value = parse_signed(rest.substr(0, comma));
    if (!value) return fault(field, fmt::format("'{}' where {} is expected", field, what));
    values.push_back(*value);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (size == 0 || values.size() == size) return true;
  return fault(field, fmt::format("'{}' where {} is expected", field, what));
}

bool AllprofCall::read_argument(char letter, std::size_t& field) {
  const char* const what = text_of_argument(letter);
  // The last field is the end of the call.
  const std::size_t needed = letter == 'v' ? 2 : 1;
  if (field + needed > fields_.size() - 1) {
    return fault(fields_.back(), fmt::format("{} has {} arguments too few: {} is missing", function_->name,
                                             field + needed + 1 - fields_.size(), what));
  }
  const std::string_view text = fields_[field++];
  arguments_.push_back(text);
  std::vector<std::int64_t> values;
  switch (letter) {
    case 'n':
      return integer(text, what, counts_);
    case 'p':
      return integer(text, what, ranks_);
    case 'g':
      return integer(text, what, tags_);
    case 't':
      if (!numbers(text, what, 3, values)) return false;
      if (values[1] < 0) return fault(text, fmt::format("the datatype has {} bytes", values[1]));
      datatypes_.push_back(static_cast<std::uint64_t>(values[1]));
      return true;
    case 'c':
      if (!numbers(text, what, 3, values)) return false;
      std::copy(values.begin(), values.end(), communicator_.begin());
      has_communicator_ = true;
      return true;
    case 'q': {
      const auto request = parse_digits(text);
      if (!request) return fault(text, fmt::format("'{}' where {} is expected", text, what));
      request_ = *request;
      return true;
    }
    case 'v':
      arguments_.back() = fields_[field++];
      if (!numbers(arguments_.back(), what, 0, values)) return false;
      lists_.push_back(std::move(values));
      return true;
    default:
      return true;  // buffers, operators and status: they have no meaning beyond the process
  }
}

bool AllprofCall::read() {
  arguments_.clear();
  counts_.clear();
  datatypes_.clear();
  ranks_.clear();
  tags_.clear();
  lists_.clear();
  has_communicator_ = false;
  if (!split() || !read_times()) return false;
  std::size_t field = 2;
  const char* const letters = arguments_of(function_->name);
  for (const char* letter = letters; *letter != '\0'; ++letter) {
    if (!read_argument(*letter, field)) return false;
  }
  const bool listed = *letters != '\0';
  if (listed && field != fields_.size() - 1) {
    return fault(fields_[field],
                 fmt::format("{} has {} arguments too many", function_->name, fields_.size() - 1 - field));
  }
  return true;
}

}  // namespace tactus
