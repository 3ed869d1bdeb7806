#include "testbench/app/import/dumpi_rank.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace tactus {
namespace {

/// DUMPI's numbers for what MPI implementations number as they like; -1 and MPICH's MPI_PROC_NULL are alike.
constexpr std::int64_t kAnySourceOrTag = -1;

}  // namespace

DumpiRank::DumpiRank(int rank, const std::filesystem::path& file, DumpiDatatypes datatypes, const DumpiTrace& trace,
                     ImportTarget& target)
    : call_(file, target.faults()),
      datatypes_(std::move(datatypes)),
      trace_(trace),
      target_(target),
      sizes_(call_, target, datatypes_),
      communicators_(rank, trace.communicators),
      program_(rank, target),
      rank_(rank) {}

void DumpiRank::read() {
  while (!target_.stopped() && call_.next()) {
    if (ended_) return fault(call_.place(), "a call behind MPI_Finalize");
    take();
  }
  if (!ended_ && target_.faults().empty()) {
    fault(call_.reading_place(), "the trace ends before MPI_Finalize: it is cut, or of a run that failed");
  }
}

void DumpiRank::take() {
  const MpiFunction& function = call_.function();
  if (function.kind == MpiKind::kDatatype) datatypes_.take(call_);
  communicators_.check(call_, target_.faults());
  if (function.kind == MpiKind::kTest) return test();
  if (returns_alone(function.kind)) return target_.count_without_effect(function.name);
  if (function.kind == MpiKind::kInit) {
    begun_ = true;
    last_ = call_.returned();
    return target_.count_without_effect(function.name);
  }
  if (!begun_) fault(call_.place(), fmt::format("{} before MPI_Init", function.name));
  begun_ = true;
  compute();
  last_ = call_.returned();
  take_call();
}

void DumpiRank::take_call() {
  const MpiFunction& function = call_.function();
  switch (function.kind) {
    case MpiKind::kSend:
    case MpiKind::kStartSend:
    case MpiKind::kReceive:
    case MpiKind::kStartReceive:
      return single(function.kind);
    case MpiKind::kSendReceive:
      return send_receive();
    case MpiKind::kPersistent:
      return persistent();
    case MpiKind::kWait:
    case MpiKind::kWaitAll:
    case MpiKind::kWaitAny:
    case MpiKind::kWaitSome:
      return wait();
    case MpiKind::kCollective:
      return collective();
    case MpiKind::kOneSided:
      return fault(call_.place(), fmt::format("{}: one-sided communication is not read", function.name));
    case MpiKind::kStartCollective:
      return fault(call_.place(), fmt::format("{}: DUMPI has no such calls", function.name));
    case MpiKind::kCommunicator:
      communicators_.take(call_);
      break;
    case MpiKind::kFinalize:
      ended_ = true;
      break;
    default:
      break;
  }
  target_.count_without_effect(function.name);
}

void DumpiRank::compute() {
  const TraceTime& now = call_.entered();
  if (now < last_) return fault(call_.place(), "the call is entered before the call before it has returned");
  const double gap_ps = picoseconds_between(last_, now);
  if (gap_ps <= 0) return;
  const bool too_long = gap_ps >= static_cast<double>(ComputeTime::kTooLong);
  const auto time = too_long ? std::nullopt : trace_.time.of_units(static_cast<std::uint64_t>(gap_ps), 1);
  if (!time) return fault(call_.place(), kTooLongText);
  Operation operation;
  operation.amount = *time;
  operation.place = call_.place().number();
  program_.blocking(operation);
}

bool DumpiRank::message(OperationKind kind, const MessageNames& names, Operation& operation) {
  operation.kind = kind;
  operation.place = call_.place().number();
  const Communicator* communicator = communicators_.named(call_, "comm", target_.faults());
  if (communicator == nullptr || !set_peer(names, *communicator, operation)) return false;
  if (operation.peer == kNobody) return true;
  const auto bytes = sizes_.bytes(names.count, names.datatype);
  operation.amount = bytes.value_or(0);
  return bytes && set_tag(names, *communicator, operation);
}

bool DumpiRank::set_peer(const MessageNames& names, const Communicator& communicator, Operation& operation) {
  const auto member = call_.number(names.peer);
  if (!member) return false;
  const bool receives = operation.kind == OperationKind::kReceive;
  if (*member < 0) {
    operation.peer = receives && *member == kAnySourceOrTag ? kAnySource : kNobody;
    if (operation.peer == kNobody) return true;
    if (communicator.number == 0 || trace_.tags.any_tag()) return target_.any_source(call_.place(names.peer));
    fault(call_.place(names.peer), "a receive from any rank, in one of several communicators that have messages");
    return false;
  }
  if (*member >= static_cast<std::int64_t>(communicator.ranks.size())) {
    fault(call_.place(names.peer),
          fmt::format("there is no member {}: the communicator has {}", *member, communicator.ranks.size()));
    return false;
  }
  operation.peer = communicator.ranks[static_cast<std::size_t>(*member)];
  return true;
}

bool DumpiRank::set_tag(const MessageNames& names, const Communicator& communicator, Operation& operation) {
  const auto tag = call_.number(names.tag);
  if (!tag) return false;
  const ImportPlace place = call_.place(names.tag);
  if (*tag == kAnySourceOrTag && operation.kind == OperationKind::kReceive) {
    operation.tag = kAnyTag;
    if (trace_.tags.any_tag()) return target_.any_tag(place);
    fault(place, "a receive with any tag, and messages are in several communicators");
    return false;
  }
  const bool has_tag = *tag >= 0 && *tag < static_cast<std::int64_t>(CollectiveExpander::kFirstTag);
  const auto own = has_tag ? trace_.tags.tag_of(communicator, static_cast<std::uint32_t>(*tag)) : std::nullopt;
  operation.tag = own.value_or(0);
  if (!own) fault(place, fmt::format("tag {}: tags are 0 to {}", *tag, CollectiveExpander::kFirstTag - 1));
  return own.has_value();
}

void DumpiRank::single(MpiKind kind) {
  const bool sends = kind == MpiKind::kSend || kind == MpiKind::kStartSend;
  Operation operation;
  const MessageNames names = {"count", "datatype", sends ? "dest" : "source", "tag"};
  if (!message(sends ? OperationKind::kSend : OperationKind::kReceive, names, operation)) return;
  if (operation.peer == kNobody) return target_.count_without_effect("messages of MPI_PROC_NULL");
  if (kind == MpiKind::kSend || kind == MpiKind::kReceive) return program_.blocking(operation);
  const auto request = call_.number("request");
  if (request) requests_[*request] = program_.started(operation);
}

void DumpiRank::send_receive() {
  const bool replaces = call_.has("count");
  Operation send;
  Operation receive;
  const bool right =
      message(OperationKind::kSend,
              {replaces ? "count" : "sendcount", replaces ? "datatype" : "sendtype", "dest", "sendtag"}, send) &&
      message(OperationKind::kReceive,
              {replaces ? "count" : "recvcount", replaces ? "datatype" : "recvtype", "source", "recvtag"}, receive);
  if (!right) return;
  if (send.peer != kNobody && receive.peer != kNobody) return program_.both(send, receive);
  target_.count_without_effect("messages of MPI_PROC_NULL");
  if (send.peer != kNobody) program_.blocking(send);
  if (receive.peer != kNobody) program_.blocking(receive);
}

void DumpiRank::persistent() {
  if (call_.has("requests")) {
    const auto requests = call_.numbers("requests");
    if (requests) {
      for (const std::int64_t request : *requests) start(request);
    }
    return;
  }
  const auto request = call_.number("request");
  if (!request) return;
  if (!call_.has("count")) return start(*request);
  const bool sends = call_.has("dest");
  Operation operation;
  const MessageNames names = {"count", "datatype", sends ? "dest" : "source", "tag"};
  if (message(sends ? OperationKind::kSend : OperationKind::kReceive, names, operation)) {
    persistent_[*request] = operation;
  }
}

void DumpiRank::start(std::int64_t request) {
  const auto found = persistent_.find(request);
  if (found == persistent_.end()) {
    return fault(call_.place(), fmt::format("request {} is not persistent: no call has made it", request));
  }
  if (found->second.peer == kNobody) return target_.count_without_effect("messages of MPI_PROC_NULL");
  found->second.place = call_.place().number();
  requests_[request] = program_.started(found->second);
}

std::optional<std::vector<std::int64_t>> DumpiRank::completed() {
  if (!call_.has("requests")) {
    const auto request = call_.number("request");
    if (!request) return std::nullopt;
    return std::vector<std::int64_t>{*request};
  }
  auto requests = call_.numbers("requests");
  if (!requests || (!call_.has("index") && !call_.has("outcount"))) return requests;
  std::vector<std::int64_t> places;
  if (call_.has("index")) {
    const auto index = call_.number("index");
    if (!index) return std::nullopt;
    places = {*index};
  } else {
    const auto count = call_.number("outcount");
    const auto indices = count && *count > 0 ? call_.numbers("indices") : std::vector<std::int64_t>{};
    if (!count || !indices) return std::nullopt;
    places = *indices;
  }
  std::vector<std::int64_t> completed;
  for (const std::int64_t place : places) {
    if (place < 0) continue;  // MPI_UNDEFINED: nothing was open
    if (place >= static_cast<std::int64_t>(requests->size())) {
      fault(call_.place("requests"), fmt::format("request number {} of {} has ended", place, requests->size()));
      return std::nullopt;
    }
    completed.push_back((*requests)[static_cast<std::size_t>(place)]);
  }
  return completed;
}

void DumpiRank::wait_for(const std::vector<std::int64_t>& requests) {
  std::vector<Index> open;
  for (const std::int64_t request : requests) {
    const auto found = requests_.find(request);
    if (found == requests_.end()) continue;  // it has ended already
    open.push_back(found->second);
    requests_.erase(found);
  }
  if (open.empty()) return target_.count_without_effect(fmt::format("{} for nothing", call_.function().name));
  program_.wait(open, call_.place().number());
}

void DumpiRank::wait() {
  const auto requests = completed();
  if (requests) wait_for(*requests);
}

void DumpiRank::test() {
  const bool has_flag = call_.has("flag");
  const auto found = call_.number(has_flag ? "flag" : "outcount");
  if (!found) return;
  if (*found <= 0) return target_.count_without_effect(call_.function().name);
  const auto requests = completed();
  if (!requests) return;
  compute();
  last_ = call_.returned();
  wait_for(*requests);
}

void DumpiRank::collective() {
  const Communicator* communicator = communicators_.named(call_, "comm", target_.faults());
  if (communicator == nullptr) return;
  CollectiveRecord record;
  record.kind = call_.function().collective;
  record.communicator = communicator->number == 0 ? nullptr : communicator;
  if (!sizes_.fill(record, communicator->member(rank_), communicator->ranks.size())) return;
  program_.collective(std::move(record), call_.place());
}

}  // namespace tactus
