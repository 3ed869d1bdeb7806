#include <fmt/core.h>

#include <limits>
#include <utility>

#include "testbench/app/import/ti_reader.h"

namespace tactus {
namespace {

// SimGrid's numbers (smpi.h).
constexpr std::int64_t kTiAnySource = -555;
constexpr std::int64_t kTiNoProcess = -666;
constexpr std::int64_t kTiAnyTag = -444;

}  // namespace

std::uint64_t TiReader::product(TiLine& line, std::size_t argument, std::uint64_t count, std::uint64_t datatype_bytes) {
  if (datatype_bytes != 0 && count > std::numeric_limits<std::uint64_t>::max() / datatype_bytes) {
    line.fault(line.word(argument + 2), fmt::format("{} elements of {} B: 2^64 B or more", count, datatype_bytes));
    return 0;
  }
  return count * datatype_bytes;
}

bool TiReader::set_peer(Operation& operation, TiLine& line, std::size_t argument) {
  const std::int64_t number = line.number(argument, "the rank");
  if (!line.right()) return false;
  if (number == kTiNoProcess) {
    target_.count_without_effect("message to or from MPI_PROC_NULL");
    return false;
  }
  if (number == kTiAnySource && operation.kind == OperationKind::kReceive) {
    operation.peer = kAnySource;
    return target_.any_source(line.argument_place(argument));
  }
  const auto rank = target_.rank(number, line.argument_place(argument));
  operation.peer = rank.value_or(0);
  return rank.has_value();
}

void TiReader::set_tag(Operation& operation, TiLine& line, std::size_t argument) {
  const std::int64_t number = line.number(argument, "the tag");
  if (!line.right()) return;
  if (number == kTiAnyTag && operation.kind == OperationKind::kReceive) {
    operation.tag = kAnyTag;
    target_.any_tag(line.argument_place(argument));
    return;
  }
  if (number < 0 || number >= static_cast<std::int64_t>(CollectiveExpander::kFirstTag)) {
    return line.fault(line.word(argument + 2),
                      fmt::format("tag {}: tags are 0 to {}", number, CollectiveExpander::kFirstTag - 1));
  }
  operation.tag = static_cast<std::uint32_t>(number);
}

void TiReader::set_bytes(Operation& operation, TiLine& line, std::size_t argument, std::uint64_t datatype_bytes) {
  if (operation.kind == OperationKind::kReceive && line.word(argument + 2) == "-1") {
    return line.fault(line.word(argument + 2), "a receive of unknown size (-1): write the size that the send has");
  }
  operation.amount = product(line, argument, line.count(argument, "the size"), datatype_bytes);
  target_.message_size(operation.amount, line.argument_place(argument));
}

void TiReader::message(Rank& rank, TiLine& line) {
  const std::string_view name = line.word(1);
  const bool background = name[0] == 'i';
  Operation operation;
  operation.kind = name.back() == 'd' ? OperationKind::kSend : OperationKind::kReceive;
  operation.place = line.place(0).number();
  set_tag(operation, line, 1);
  set_bytes(operation, line, 2, line.datatype(3, rank.default_bytes));
  if (!set_peer(operation, line, 0) || !line.right()) return;
  if (!background) return rank.program.blocking(operation);
  const std::int64_t own = rank.program.rank();
  const std::int64_t peer = line.number(0, "the rank");
  const std::int64_t tag = line.number(1, "the tag");
  const bool sends = operation.kind == OperationKind::kSend;
  rank.requests[{sends ? own : peer, sends ? peer : own, tag}].push_back(rank.program.started(operation));
}

void TiReader::send_receive(Rank& rank, TiLine& line) {
  Operation send;
  Operation receive;
  send.kind = OperationKind::kSend;
  receive.kind = OperationKind::kReceive;
  send.place = receive.place = line.place(0).number();
  set_bytes(send, line, 0, line.datatype(4, rank.default_bytes));
  set_bytes(receive, line, 2, line.datatype(5, rank.default_bytes));
  const bool sends = set_peer(send, line, 1);
  const bool receives = set_peer(receive, line, 3);
  if (!line.right()) return;
  if (sends && receives) return rank.program.both(send, receive);
  if (sends) rank.program.blocking(send);
  if (receives) rank.program.blocking(receive);
}

TiReader::Request TiReader::request(TiLine& line) {
  const std::int64_t source = line.number(0, "the source");
  const std::int64_t destination = line.number(1, "the destination");
  return {source, destination, line.number(2, "the tag")};
}

void TiReader::test(Rank& rank, TiLine& line) {
  request(line);
  if (line.right()) no_operation(rank, line);  // it does not wait
}

void TiReader::wait(Rank& rank, TiLine& line) {
  const Request key = request(line);
  if (!line.right()) return;
  const auto found = rank.requests.find(key);
  if (found == rank.requests.end()) {
    return line.fault(line.word(1),
                      fmt::format("rank {} has no message from {} to {} with tag {} to wait for: isend and irecv "
                                  "begin them",
                                  rank.program.rank(), std::get<0>(key), std::get<1>(key), std::get<2>(key)));
  }
  const Index request = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) rank.requests.erase(found);
  rank.program.wait({request}, line.place(0).number());
}

void TiReader::wait_all(Rank& rank, TiLine& line) {
  if (line.arguments() > 0) line.count(0, "the number of messages");
  std::vector<Index> all;
  for (const auto& [key, indices] : rank.requests) all.insert(all.end(), indices.begin(), indices.end());
  rank.requests.clear();
  if (all.empty()) return no_operation(rank, line);
  rank.program.wait(all, line.place(0).number());
}

}  // namespace tactus
