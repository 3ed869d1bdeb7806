#include "testbench/app/import/allprof_call.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/import/text_numbers.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

using K = AllprofKind;

/// Functions of MPI. Those of kind kLocal and kRefused have no arguments here: they are not looked at.
constexpr AllprofFunction kFunctions[] = {
    {"MPI_Init", K::kInit, ""},
    {"MPI_Init_thread", K::kInit, ""},
    {"MPI_Finalize", K::kFinalize, ""},
    {"MPI_Send", K::kSend, "bntpgc"},
    {"MPI_Ssend", K::kSend, "bntpgc"},
    {"MPI_Rsend", K::kSend, "bntpgc"},
    {"MPI_Bsend", K::kSend, "bntpgc"},
    {"MPI_Isend", K::kStartSend, "bntpgcq"},
    {"MPI_Issend", K::kStartSend, "bntpgcq"},
    {"MPI_Irsend", K::kStartSend, "bntpgcq"},
    {"MPI_Ibsend", K::kStartSend, "bntpgcq"},
    {"MPI_Recv", K::kReceive, "bntpgcs"},
    {"MPI_Irecv", K::kStartReceive, "bntpgcq"},
    {"MPI_Sendrecv", K::kSendReceive, "bntpgbntpgcs"},
    {"MPI_Wait", K::kWait, "qs"},
    {"MPI_Waitall", K::kWaitAll, "nqs"},
    {"MPI_Barrier", K::kCollective, "c"},
    {"MPI_Bcast", K::kCollective, "bntpc"},
    {"MPI_Reduce", K::kCollective, "bbntopc"},
    {"MPI_Allreduce", K::kCollective, "bbntoc"},
    {"MPI_Iallreduce", K::kStartCollective, "bbntocq"},
    {"MPI_Scan", K::kCollective, "bbntoc"},
    {"MPI_Exscan", K::kCollective, "bbntoc"},
    {"MPI_Reduce_scatter", K::kCollective, "bbvtoc"},
    {"MPI_Gather", K::kCollective, "bntbntpc"},
    {"MPI_Gatherv", K::kCollective, "bntbvvtpc"},
    {"MPI_Scatter", K::kCollective, "bntbntpc"},
    {"MPI_Scatterv", K::kCollective, "bvvtbntpc"},
    {"MPI_Allgather", K::kCollective, "bntbntc"},
    {"MPI_Allgatherv", K::kCollective, "bntbvvtc"},
    {"MPI_Alltoall", K::kCollective, "bntbntc"},
    {"MPI_Alltoallv", K::kCollective, "bvvtbvvtc"},
    {"MPI_Waitany", K::kRefused, "the trace does not say which request was completed"},
    {"MPI_Waitsome", K::kRefused, "the trace does not say which requests were completed"},
    {"MPI_Alltoallw", K::kRefused, "the trace does not have the datatypes of all ranks"},
    {"MPI_Sendrecv_replace", K::kRefused, "it is not read yet: replace it by MPI_Sendrecv"},
    {"MPI_Start", K::kRefused, "persistent requests are not read"},
    {"MPI_Startall", K::kRefused, "persistent requests are not read"},
    {"MPI_Put", K::kRefused, "one-sided communication is not read"},
    {"MPI_Get", K::kRefused, "one-sided communication is not read"},
    {"MPI_Accumulate", K::kRefused, "one-sided communication is not read"},
    {"MPI_Win_fence", K::kRefused, "one-sided communication is not read"},
    {"MPI_Comm_rank", K::kLocal, ""},
    {"MPI_Comm_size", K::kLocal, ""},
    {"MPI_Comm_dup", K::kIdle, ""},
    {"MPI_Comm_split", K::kIdle, ""},
    {"MPI_Comm_create", K::kIdle, ""},
    {"MPI_Comm_free", K::kIdle, ""},
    {"MPI_Comm_group", K::kLocal, ""},
    {"MPI_Group_incl", K::kLocal, ""},
    {"MPI_Group_excl", K::kLocal, ""},
    {"MPI_Group_free", K::kLocal, ""},
    {"MPI_Group_rank", K::kLocal, ""},
    {"MPI_Group_size", K::kLocal, ""},
    {"MPI_Group_translate_ranks", K::kLocal, ""},
    {"MPI_Cart_create", K::kIdle, ""},
    {"MPI_Cart_coords", K::kLocal, ""},
    {"MPI_Cart_get", K::kLocal, ""},
    {"MPI_Cart_rank", K::kLocal, ""},
    {"MPI_Cart_shift", K::kLocal, ""},
    {"MPI_Cart_sub", K::kIdle, ""},
    {"MPI_Dims_create", K::kLocal, ""},
    {"MPI_Attr_get", K::kLocal, ""},
    {"MPI_Comm_get_attr", K::kLocal, ""},
    {"MPI_Comm_set_errhandler", K::kLocal, ""},
    {"MPI_Errhandler_set", K::kLocal, ""},
    {"MPI_Errhandler_create", K::kLocal, ""},
    {"MPI_Get_count", K::kLocal, ""},
    {"MPI_Get_elements", K::kLocal, ""},
    {"MPI_Get_address", K::kLocal, ""},
    {"MPI_Address", K::kLocal, ""},
    {"MPI_Get_processor_name", K::kLocal, ""},
    {"MPI_Get_version", K::kLocal, ""},
    {"MPI_Initialized", K::kLocal, ""},
    {"MPI_Iprobe", K::kLocal, ""},
    {"MPI_Probe", K::kIdle, ""},
    {"MPI_Test", K::kLocal, ""},
    {"MPI_Testall", K::kLocal, ""},
    {"MPI_Testany", K::kLocal, ""},
    {"MPI_Testsome", K::kLocal, ""},
    {"MPI_Request_free", K::kLocal, ""},
    {"MPI_Op_create", K::kLocal, ""},
    {"MPI_Op_free", K::kLocal, ""},
    {"MPI_Pcontrol", K::kLocal, ""},
    {"MPI_Type_commit", K::kLocal, ""},
    {"MPI_Type_contiguous", K::kLocal, ""},
    {"MPI_Type_create_struct", K::kLocal, ""},
    {"MPI_Type_create_subarray", K::kLocal, ""},
    {"MPI_Type_extent", K::kLocal, ""},
    {"MPI_Type_free", K::kLocal, ""},
    {"MPI_Type_hvector", K::kLocal, ""},
    {"MPI_Type_indexed", K::kLocal, ""},
    {"MPI_Type_size", K::kLocal, ""},
    {"MPI_Type_struct", K::kLocal, ""},
    {"MPI_Type_vector", K::kLocal, ""},
    {"MPI_Wtick", K::kLocal, ""},
    {"MPI_Wtime", K::kLocal, ""},
};

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

const AllprofFunction* find_allprof_function(std::string_view name) {
  for (const AllprofFunction& function : kFunctions) {
    if (name == function.name) return &function;
  }
  return nullptr;
}

std::vector<std::string> allprof_function_names() {
  std::vector<std::string> names;
  for (const AllprofFunction& function : kFunctions) names.emplace_back(function.name);
  return names;
}

bool AllprofCall::fault(std::string_view part, std::string message) {
  faults_.add(reader_.place_of(part), std::move(message));
  return false;
}

ImportPlace AllprofCall::place_of(char letter, std::size_t n) const {
  const std::string_view letters = function_->arguments;
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
  function_ = find_allprof_function(fields_[0]);
  if (function_ == nullptr) {
    return fault(fields_[0], fmt::format("unknown function '{}'{}", fields_[0],
                                         did_you_mean(fields_[0], allprof_function_names())));
  }
  if (function_->kind == AllprofKind::kRefused) {
    return fault(fields_[0], fmt::format("{}: {}", function_->name, function_->arguments));
  }
  return fields_.size() >= 3 || fault(fields_[0], fmt::format("{} has no times: {}", function_->name, kForm));
}

std::optional<AllprofTime> AllprofCall::time(std::string_view field) {
  const std::size_t dot = field.find('.');
  const auto whole = parse_digits(field.substr(0, dot));
  AllprofTime time;
  bool right = whole.has_value() && *whole < std::uint64_t{1} << 62U;
  if (right) time.microseconds = *whole;
  std::uint64_t unit = 100'000;
  for (std::size_t i = dot == std::string_view::npos ? field.size() : dot + 1; right && i < field.size(); ++i) {
    right = is_digit(field[i]);
    time.picoseconds += unit * static_cast<std::uint64_t>(right ? field[i] - '0' : 0);
    unit /= 10;
  }
  if (right) return time;
  fault(field, fmt::format("'{}' is no time: a number of microseconds", field));
  return std::nullopt;
}

bool AllprofCall::read_times() {
  // Before MPI_Init and after MPI_Finalize there is no clock.
  const bool no_start = function_->kind == AllprofKind::kInit && fields_[1] == "-";
  const bool no_end = function_->kind == AllprofKind::kFinalize && fields_.back() == "-";
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
  for (const char* letter = function_->arguments; *letter != '\0'; ++letter) {
    if (!read_argument(*letter, field)) return false;
  }
  const bool listed = *function_->arguments != '\0';
  if (listed && field != fields_.size() - 1) {
    return fault(fields_[field],
                 fmt::format("{} has {} arguments too many", function_->name, fields_.size() - 1 - field));
  }
  return true;
}

}  // namespace tactus
