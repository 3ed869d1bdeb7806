#include "testbench/app/import/goal_reader.h"

#include <fmt/core.h>

#include <limits>
#include <utility>

#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

/// Length of lines that faults of open dependencies show.
constexpr std::size_t kMostKeptLine = 200;
/// Labels that an unknown one is compared with.
constexpr std::size_t kMostCompared = 2000;

const std::vector<std::string> kOperations = {"send", "recv", "calc"};

}  // namespace

void GoalReader::read() {
  while (!target_.stopped() && !given_up_ && reader_.next()) {
    line_.begin(reader_.line());
    read_line();
  }
  if (!target_.stopped() && !given_up_) end_file();
}

void GoalReader::fault(const char* at, std::string message) {
  target_.faults().add(reader_.place(static_cast<std::size_t>(at - reader_.line().data())), std::move(message));
}

bool GoalReader::expected(const char* what) {
  if (line_.at_end()) {
    fault(line_.at(), fmt::format("the line ends where {} is expected", what));
    return false;
  }
  const char* const at = line_.at();
  std::string_view found = line_.word();
  if (found.empty()) found = {at, 1};
  fault(at, fmt::format("'{}' where {} is expected", found, what));
  return false;
}

void GoalReader::read_line() {
  while (!line_.at_end() && !target_.stopped() && !given_up_) {
    if (line_.take(';')) continue;
    if (!(in_block_ ? read_in_block() : read_outside())) line_.skip_statement();
  }
}

bool GoalReader::end_statement() {
  if (line_.at_end() || line_.next_is(';') || line_.next_is('}')) return true;
  return expected("the end of the statement");
}

std::optional<std::uint64_t> GoalReader::read_number(const char* what) {
  const std::string_view digits = line_.digits();
  if (digits.empty()) {
    expected(what);
    return std::nullopt;
  }
  const auto number = parse_digits(digits);
  if (!number) fault(digits.data(), fmt::format("{} is too large: numbers are below 2^64", digits));
  return number;
}

bool GoalReader::read_outside() {
  if (awaits_brace_) {
    awaits_brace_ = false;
    in_block_ = true;
    if (!line_.take('{')) fault(line_.at(), "'{' is missing behind the rank");
    return true;
  }
  const char* const at = line_.at();
  if (line_.take('}')) {
    fault(at, "'}' ends no block");
    return true;
  }
  const std::string_view word = line_.word();
  if (word == "num_ranks") return read_num_ranks(at);
  if (word == "rank") return read_rank(at);
  if (word.empty()) return expected("num_ranks or rank");
  fault(at, fmt::format("'{}' where num_ranks or rank is expected{}", word, did_you_mean(word, {"num_ranks", "rank"})));
  return false;
}

bool GoalReader::read_num_ranks(const char* at) {
  if (target_.ranks() > 0) {
    fault(at, "num_ranks is given twice");
    return false;
  }
  const auto number = read_number("the number of ranks");
  if (!number || !target_.set_ranks(*number, reader_.place(static_cast<std::size_t>(at - reader_.line().data())))) {
    given_up_ = true;
    return false;
  }
  block_of_rank_.resize(*number);
  return end_statement();
}

bool GoalReader::read_rank(const char* at) {
  if (target_.ranks() == 0) {
    fault(at, "num_ranks is missing: it comes before the first rank");
    given_up_ = true;
    return false;
  }
  line_.at_end();
  const char* const number_at = line_.at();
  const auto number = read_number("the number of a rank");
  // A block whose rank is wrong is read as one of rank 0, for its other faults.
  rank_ = 0;
  if (number) {
    const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto rank = target_.rank(static_cast<std::int64_t>(std::min(*number, largest)),
                                   reader_.place(static_cast<std::size_t>(number_at - reader_.line().data())));
    rank_ = rank.value_or(0);
    std::uint64_t& block = block_of_rank_[static_cast<std::size_t>(rank_)];
    if (rank && block > 0) fault(number_at, fmt::format("rank {} has a block already, in line {}", rank_, block));
    if (rank) block = reader_.number();
  }
  block_line_ = reader_.number();
  awaits_brace_ = number.has_value();
  in_block_ = !awaits_brace_;  // the brace is skipped with the rest of the line
  return awaits_brace_;
}

bool GoalReader::read_in_block() {
  if (line_.take('}')) {
    end_block();
    return true;
  }
  const char* const at = line_.at();
  const std::string_view word = line_.word();
  if (word.empty()) return expected("an operation, a label or '}'");
  if (word == "send" || word == "recv" || word == "calc") return read_operation(word, {});
  if (word == "rank" || word == "num_ranks") {
    fault(at, fmt::format("'{}' in the block of rank {}, which began in line {}: its '}}' is missing", word, rank_,
                          block_line_));
    end_block();
    return word == "rank" ? read_rank(at) : read_num_ranks(at);
  }
  if (line_.take(':')) {
    line_.at_end();
    const char* const keyword_at = line_.at();
    const std::string_view keyword = line_.word();
    if (keyword == "send" || keyword == "recv" || keyword == "calc") return read_operation(keyword, word);
    if (keyword.empty()) return expected("send, recv or calc");
    fault(keyword_at,
          fmt::format("'{}' is no operation: send, recv or calc{}", keyword, did_you_mean(keyword, kOperations)));
    return false;
  }
  line_.at_end();
  const char* const verb_at = line_.at();
  const std::string_view verb = line_.word();
  if (verb == "requires") return read_dependency(word, at, false);
  if (verb == "irequires") return read_dependency(word, at, true);
  if (!verb.empty()) {
    const std::string hint = did_you_mean(verb, {"requires", "irequires"});
    fault(verb_at, fmt::format("'{}' where ':', requires or irequires is expected{}", verb, hint));
    return false;
  }
  const std::string hint = did_you_mean(word, kOperations);
  if (hint.empty()) return expected("':', requires or irequires");
  fault(at, fmt::format("'{}' is no statement{}", word, hint));
  return false;
}

bool GoalReader::read_operation(std::string_view keyword, std::string_view label) {
  Operation operation;
  operation.place = reader_.place(0).number();
  bool right = false;
  if (keyword == "calc") {
    operation.kind = OperationKind::kCompute;
    right = read_calc(operation);
  } else {
    operation.kind = keyword == "send" ? OperationKind::kSend : OperationKind::kReceive;
    right = read_message(operation);
  }
  right = right && read_options(operation) && end_statement();
  // An operation that is wrong keeps its label, so that those that depend on it are not told of as well.
  const Index index = target_.add(rank_, operation);
  if (lines_.empty()) first_ = index;  // not 0 where a block is a rank's second
  lines_.push_back(operation.place);
  if (label.empty()) return right;
  if (const auto known = labels_.add(label, index)) {
    fault(label.data(), fmt::format("label '{}' is given twice in the block of rank {}; first in line {}", label, rank_,
                                    lines_[*known - first_]));
  } else {
    target_.label(rank_, index, label);
  }
  return right;
}

bool GoalReader::read_calc(Operation& operation) {
  line_.at_end();
  const char* const at = line_.at();
  const auto units = read_number("the length of the computing");
  if (!units) return false;
  const auto time = time_.of_units(*units, unit_ps_);
  if (!time) fault(at, kTooLongText);
  operation.amount = time.value_or(0);
  return true;
}

bool GoalReader::read_message(Operation& operation) {
  line_.at_end();
  const char* const at = line_.at();
  const auto bytes = read_number("the size of the message");
  if (!bytes) return false;
  operation.amount = *bytes;
  target_.message_size(*bytes, reader_.place(static_cast<std::size_t>(at - reader_.line().data())));
  line_.at_end();
  const char* const unit_at = line_.at();
  const std::string_view unit = line_.word();
  if (unit != "b") {
    if (unit.empty()) return expected("b, the unit of the size,");
    fault(unit_at, fmt::format("'{}' where b, the unit of the size, is expected", unit));
    return false;
  }
  line_.at_end();
  const char* const way_at = line_.at();
  const char* const way = operation.kind == OperationKind::kSend ? "to" : "from";
  const std::string_view word = line_.word();
  if (word == way) return read_peer(operation);
  if (word.empty()) return expected(way);
  fault(way_at, fmt::format("'{}' where '{}' is expected", word, way));
  return false;
}

bool GoalReader::read_peer(Operation& operation) {
  const std::string_view digits = line_.digits(true);
  if (digits.empty()) return expected("the number of a rank");
  if (digits == "-1" && operation.kind == OperationKind::kReceive) {
    operation.peer = kAnySource;
    target_.any_source(reader_.place_of(digits));
    return true;
  }
  const std::int64_t number = parse_signed(digits).value_or(std::numeric_limits<std::int64_t>::max());
  operation.peer = target_.rank(number, reader_.place_of(digits)).value_or(0);
  return true;
}

bool GoalReader::read_options(Operation& operation) {
  bool tag = operation.kind == OperationKind::kCompute;  // computing has no tag and no NIC
  bool cpu = false;
  bool nic = tag;
  while (!line_.at_end() && GoalLine::is_letter(*line_.at())) {
    const char* const at = line_.at();
    const std::string_view word = line_.word();
    unsigned number = 0;
    if (word == "tag" && !tag) {
      tag = true;
      if (!read_tag(operation)) return false;
    } else if (word == "cpu" && !cpu) {
      cpu = true;
      if (!read_small_number("cpu", std::numeric_limits<std::uint8_t>::max(), number)) return false;
      operation.processor = static_cast<std::uint8_t>(number);
    } else if (word == "nic" && !nic) {
      nic = true;
      if (!read_small_number("nic", std::numeric_limits<std::int8_t>::max(), number)) return false;
      operation.nic = static_cast<std::int8_t>(number);
    } else if (operation.kind == OperationKind::kCompute) {
      fault(at, fmt::format("'{}' where cpu, once, or the end of the statement is expected", word));
      return false;
    } else {
      const bool again = word == "tag" || word == "cpu" || word == "nic";
      const std::string hint = again ? "" : did_you_mean(word, {"tag", "cpu", "nic"});
      fault(at, fmt::format("'{}' where tag, cpu or nic, each once, is expected{}", word, hint));
      return false;
    }
  }
  return true;
}

bool GoalReader::read_tag(Operation& operation) {
  const std::string_view digits = line_.digits(true);
  if (digits.empty()) return expected("a tag");
  if (digits == "-1" && operation.kind == OperationKind::kReceive) {
    operation.tag = kAnyTag;
    target_.any_tag(reader_.place_of(digits));
    return true;
  }
  const auto number = parse_digits(digits);
  if (!number || *number >= kAnyTag) {
    fault(digits.data(), fmt::format("tag {}: tags are 0 to {}", digits, kAnyTag - 1));
    return false;
  }
  operation.tag = static_cast<std::uint32_t>(*number);
  return true;
}

bool GoalReader::read_small_number(const char* name, unsigned most, unsigned& value) {
  const std::string_view digits = line_.digits();
  if (digits.empty()) return expected("a number");
  const auto number = parse_digits(digits);
  if (!number || *number > most) {
    fault(digits.data(), fmt::format("{} {}: numbers are 0 to {}", name, digits, most));
    return false;
  }
  value = static_cast<unsigned>(*number);
  return true;
}

bool GoalReader::read_dependency(std::string_view label, const char* at, bool after_begin) {
  const std::string_view earlier = line_.word();
  if (earlier.empty()) return expected("a label");
  if (earlier == label) {
    fault(earlier.data(), fmt::format("operation '{}' waits for itself", label));
    return end_statement();
  }
  const auto operation_index = labels_.find(label);
  const auto earlier_index = labels_.find(earlier);
  if (operation_index && earlier_index) {
    depend(*operation_index, *earlier_index, after_begin);
    return end_statement();
  }
  const char* const begin = reader_.line().data();
  open_.push_back({std::string(label), std::string(earlier), after_begin, reader_.number(),
                   static_cast<std::size_t>(at - begin) + 1, static_cast<std::size_t>(earlier.data() - begin) + 1,
                   std::string(reader_.line().size() <= kMostKeptLine ? reader_.line() : std::string_view())});
  return end_statement();
}

void GoalReader::unknown_label(const OpenDependency& dependency, const std::string& label, std::size_t column) {
  target_.faults().add({reader_.file(), dependency.line, column, dependency.text},
                       fmt::format("no operation of rank {} has the label '{}'{}", rank_, label,
                                   did_you_mean(label, labels_.all(kMostCompared))));
}

void GoalReader::resolve(const OpenDependency& dependency) {
  const auto operation = labels_.find(dependency.operation);
  const auto earlier = labels_.find(dependency.earlier);
  if (!operation) unknown_label(dependency, dependency.operation, dependency.column);
  if (!earlier) unknown_label(dependency, dependency.earlier, dependency.earlier_column);
  if (!operation || !earlier) return;
  depend(*operation, *earlier, dependency.after_begin);
}

void GoalReader::depend(Index operation, Index earlier, bool after_begin) {
  if (after_begin) {
    target_.after_begin_of(rank_, operation, earlier);
  } else {
    target_.after_end_of(rank_, operation, earlier);
  }
}

void GoalReader::end_block() {
  for (const OpenDependency& dependency : open_) {
    if (target_.stopped()) break;
    resolve(dependency);
  }
  in_block_ = false;
  open_.clear();
  labels_.clear();
  lines_.clear();
}

void GoalReader::end_file() {
  const ImportPlace place = reader_.place(reader_.line().size());
  if (line_.in_comment()) target_.faults().add(place, "the file ends in a comment: '*/' is missing");
  if (in_block_ || awaits_brace_) {
    target_.faults().add(
        place, fmt::format("the file ends in the block of rank {}, which began in line {}: '}}' is missing", rank_,
                           block_line_));
  } else if (target_.ranks() == 0 && target_.faults().empty()) {
    target_.faults().add(place, "there is no num_ranks: the file has no schedule");
  }
}

}  // namespace tactus
