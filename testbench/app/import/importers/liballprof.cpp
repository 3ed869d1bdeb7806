#include <fmt/core.h>

#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "testbench/app/import/allprof_call.h"
#include "testbench/app/import/compute_time.h"
#include "testbench/app/import/importer.h"
#include "testbench/app/import/mpi_program.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

using Index = OperationSink::Index;

/// Bytes between two requests in an array: Open MPI has pointers, MPICH numbers.
constexpr std::uint64_t kRequestBytes = 8;
constexpr std::uint64_t kSmallRequestBytes = 4;

/// Reads the trace of one rank.
class AllprofReader {
 public:
  AllprofReader(int rank, const fs::path& file, const ComputeTime& time, ImportTarget& target)
      : reader_(file, target.faults()),
        call_(reader_, target.faults()),
        time_(time),
        target_(target),
        program_(rank, target),
        rank_(rank) {}

  void read() {
    bool any = false;
    while (!target_.stopped() && reader_.next()) {
      const std::string_view line = reader_.line();
      const std::size_t begin = line.find_first_not_of(" \t");
      if (begin == std::string_view::npos || line[begin] == '#') continue;
      any = true;
      if (ended_) {
        target_.faults().add(call_.place(), "a call behind MPI_Finalize");
        break;
      }
      if (call_.read()) take();
    }
    if (!any && !target_.stopped()) target_.faults().add(reader_.place(0), "the file has no calls");
    if (any && !ended_ && target_.faults().empty()) {
      target_.faults().add(reader_.place(0), "the trace ends before MPI_Finalize: it is cut, or of a run that failed");
    }
  }

 private:
  void fault(const ImportPlace& place, std::string message) { target_.faults().add(place, std::move(message)); }

  /// Computing from the end of the call before to the start of this one.
  void compute() {
    const TraceTime& now = call_.start();
    if (now < last_) return fault(call_.place(), "the call starts before the call before it has ended");
    const double gap_ps = picoseconds_between(last_, now);
    if (gap_ps <= 0) return;
    if (gap_ps >= static_cast<double>(ComputeTime::kTooLong)) return fault(call_.place(), kTooLongText);
    const auto time = time_.of_units(static_cast<std::uint64_t>(gap_ps), 1);
    if (!time) return fault(call_.place(), kTooLongText);
    Operation operation;
    operation.amount = *time;
    operation.place = place_;
    program_.blocking(operation);
  }

  void take() {
    place_ = call_.place().number();
    const MpiKind kind = call_.function().kind;
    if (!begun_ && kind != MpiKind::kInit && !returns_alone(kind)) {
      fault(call_.place(), fmt::format("{} before MPI_Init", call_.function().name));
    }
    if (kind == MpiKind::kInit) {
      begun_ = true;
      last_ = call_.end();
      target_.count_without_effect(call_.function().name);
      return;
    }
    if (returns_alone(kind)) {
      target_.count_without_effect(call_.function().name);
      return;
    }
    begun_ = true;
    if (call_.has_communicator() && !has_all_ranks()) return;
    compute();
    last_ = call_.end();
    take_call(kind);
  }

  void take_call(MpiKind kind) {
    switch (kind) {
      case MpiKind::kSend:
      case MpiKind::kStartSend:
      case MpiKind::kReceive:
      case MpiKind::kStartReceive:
        return message(kind);
      case MpiKind::kSendReceive:
        return send_receive();
      case MpiKind::kWait:
        return wait();
      case MpiKind::kWaitAll:
        return wait_all();
      case MpiKind::kCollective:
      case MpiKind::kStartCollective:
        return collective();
      case MpiKind::kFinalize:
        ended_ = true;
        [[fallthrough]];
      default:
        target_.count_without_effect(call_.function().name);
    }
  }

  /// Members of a communicator are not in the trace: only one that has all ranks, in their order, is known.
  bool has_all_ranks() {
    const ImportPlace place = call_.place_of('c');
    if (call_.communicator_size() != target_.ranks()) {
      fault(place, fmt::format("a communicator of {} ranks, and the trace has {}: its members are not in the trace",
                               call_.communicator_size(), target_.ranks()));
      return false;
    }
    if (call_.rank_in_communicator() == rank_) return true;
    fault(place,
          fmt::format("rank {} is number {} of a communicator of all: the order of its members is not in the trace",
                      rank_, call_.rank_in_communicator()));
    return false;
  }

  std::uint64_t bytes(std::size_t n) {
    const std::int64_t count = call_.count(n);
    const std::uint64_t each = call_.datatype_bytes(n);
    if (count < 0 ||
        (each != 0 && static_cast<std::uint64_t>(count) > std::numeric_limits<std::uint64_t>::max() / each)) {
      fault(call_.place_of('n', n), fmt::format("{} elements of {} B", count, each));
      return 0;
    }
    const std::uint64_t size = static_cast<std::uint64_t>(count) * each;
    target_.message_size(size, call_.place_of('n', n));
    return size;
  }

  /// A send or receive of the n-th count, datatype, rank and tag; nothing if it is wrong.
  std::optional<Operation> operation_of(OperationKind kind, std::size_t n) {
    Operation operation;
    operation.kind = kind;
    operation.place = place_;
    operation.amount = bytes(n);
    const bool receives = kind == OperationKind::kReceive;
    const std::int64_t peer = call_.rank(n);
    const ImportPlace peer_place = call_.place_of('p', n);
    if (receives && peer == -1) {
      operation.peer = kAnySource;
      if (!target_.any_source(peer_place)) return std::nullopt;
    } else if (peer == -2) {
      fault(peer_place, "-2 is MPI_PROC_NULL of Open MPI or MPI_ANY_SOURCE of MPICH: the trace does not say which");
      return std::nullopt;
    } else {
      const auto rank = target_.rank(peer, peer_place);
      if (!rank) return std::nullopt;
      operation.peer = *rank;
    }
    const std::int64_t tag = call_.tag(n);
    if (receives && tag == -1) {
      operation.tag = kAnyTag;
      if (!target_.any_tag(call_.place_of('g', n))) return std::nullopt;
    } else if (tag < 0 || tag >= static_cast<std::int64_t>(CollectiveExpander::kFirstTag)) {
      fault(call_.place_of('g', n), fmt::format("tag {}: tags are 0 to {}", tag, CollectiveExpander::kFirstTag - 1));
      return std::nullopt;
    } else {
      operation.tag = static_cast<std::uint32_t>(tag);
    }
    return operation;
  }

  void message(MpiKind kind) {
    const bool sends = kind == MpiKind::kSend || kind == MpiKind::kStartSend;
    const auto operation = operation_of(sends ? OperationKind::kSend : OperationKind::kReceive, 0);
    if (!operation) return;
    if (kind == MpiKind::kSend || kind == MpiKind::kReceive) return program_.blocking(*operation);
    requests_[call_.request()] = program_.started(*operation);
  }

  void send_receive() {
    const auto send = operation_of(OperationKind::kSend, 0);
    const auto receive = operation_of(OperationKind::kReceive, 1);
    if (send && receive) program_.both(*send, *receive);
  }

  void wait() {
    const auto found = requests_.find(call_.request());
    if (found == requests_.end()) {  // a request that has ended already is MPI_REQUEST_NULL
      target_.count_without_effect("MPI_Wait for nothing");
      return;
    }
    program_.wait({found->second}, place_);
    requests_.erase(found);
  }

  void wait_all() {
    const std::int64_t count = call_.count(0);
    if (count < 0 || count > std::int64_t{1} << 40U) {
      return fault(call_.place_of('n'), fmt::format("{} requests", count));
    }
    const std::uint64_t first = call_.request();
    const auto range_end = [&](std::uint64_t each) {
      const std::uint64_t size = static_cast<std::uint64_t>(count) * each;
      return first > std::numeric_limits<std::uint64_t>::max() - size ? requests_.end()
                                                                      : requests_.lower_bound(first + size);
    };
    std::uint64_t each = kRequestBytes;
    for (auto at = requests_.lower_bound(first); at != range_end(kSmallRequestBytes); ++at) {
      if ((at->first - first) % kRequestBytes == kSmallRequestBytes) each = kSmallRequestBytes;
    }
    std::vector<Index> waited_for;
    const auto end = range_end(each);
    for (auto at = requests_.lower_bound(first); at != end;) {
      if ((at->first - first) % each != 0) {
        ++at;
        continue;
      }
      waited_for.push_back(at->second);
      at = requests_.erase(at);
    }
    if (waited_for.empty()) return target_.count_without_effect("MPI_Waitall for nothing");
    program_.wait(waited_for, place_);
  }

  std::vector<std::uint64_t> member_bytes(std::size_t list, std::size_t datatype) {
    const std::vector<std::int64_t>& counts = call_.counts_of_members(list);
    std::vector<std::uint64_t> bytes;
    const ImportPlace place = call_.place_of('v', list);
    if (counts.size() != static_cast<std::size_t>(target_.ranks())) {
      fault(place, fmt::format("{} counts for {} ranks", counts.size(), target_.ranks()));
    }
    const std::uint64_t each = call_.datatype_bytes(datatype);
    for (const std::int64_t count : counts) {
      const bool wrong = count < 0 || (each != 0 && static_cast<std::uint64_t>(count) >
                                                        std::numeric_limits<std::uint64_t>::max() / each);
      if (wrong) {
        fault(place, fmt::format("{} elements of {} B", count, each));
        break;
      }
      bytes.push_back(static_cast<std::uint64_t>(count) * each);
    }
    bytes.resize(static_cast<std::size_t>(target_.ranks()));
    return bytes;
  }

  bool set_root(CollectiveRecord& record) {
    const auto root = target_.rank(call_.rank(0), call_.place_of('p'));
    record.root = root.value_or(0);
    return root.has_value();
  }

  /// Sizes of the call, by its arguments; false if they are wrong.
  bool fill(CollectiveRecord& record) {
    using Kind = MpiCollective;
    switch (record.kind) {
      case Kind::kBarrier:
        return true;
      case Kind::kBroadcast:
      case Kind::kReduce:
      case Kind::kGather:
        record.bytes = bytes(0);
        return set_root(record);
      case Kind::kScatter:
        record.bytes = bytes(1);
        return set_root(record);
      case Kind::kAllreduce:
      case Kind::kScan:
      case Kind::kExscan:
      case Kind::kAllgather:
      case Kind::kAlltoall:
        record.bytes = bytes(0);
        return true;
      case Kind::kReduceScatter:
        record.member_bytes = member_bytes(0, 0);
        record.bytes = std::accumulate(record.member_bytes.begin(), record.member_bytes.end(), std::uint64_t{0});
        return true;
      case Kind::kGatherv:
        if (!set_root(record)) return false;
        record.bytes = bytes(0);
        // Only the root's counts have a meaning.
        if (record.root == rank_) record.member_bytes = member_bytes(0, 1);
        return true;
      case Kind::kScatterv:
        if (!set_root(record)) return false;
        record.bytes = scattered_bytes();
        if (record.root == rank_) record.member_bytes = member_bytes(0, 0);
        return true;
      case Kind::kAllgatherv:
        record.bytes = bytes(0);
        record.member_bytes = member_bytes(0, 1);
        return true;
      case Kind::kAlltoallv:
        record.member_bytes = member_bytes(0, 0);
        record.received_bytes = member_bytes(2, 1);
        return true;
    }
    return false;
  }

  /// The count of MPI_Scatterv is its first, and has the second datatype.
  std::uint64_t scattered_bytes() {
    const std::int64_t count = call_.count(0);
    const std::uint64_t each = call_.datatype_bytes(1);
    if (count >= 0 &&
        (each == 0 || static_cast<std::uint64_t>(count) <= std::numeric_limits<std::uint64_t>::max() / each)) {
      return static_cast<std::uint64_t>(count) * each;
    }
    fault(call_.place_of('n'), fmt::format("{} elements of {} B", count, each));
    return 0;
  }

  void collective() {
    CollectiveRecord record;
    record.kind = call_.function().collective;
    if (!fill(record)) return;
    if (call_.function().kind == MpiKind::kCollective) return program_.collective(std::move(record), call_.place());
    requests_[call_.request()] = program_.started_collective(std::move(record), call_.place());
  }

  LineReader reader_;
  AllprofCall call_;
  const ComputeTime& time_;
  ImportTarget& target_;
  MpiProgram program_;
  int rank_;
  std::uint32_t place_ = 0;
  TraceTime last_;  ///< end of the last call
  bool begun_ = false;
  bool ended_ = false;
  std::map<std::uint64_t, Index> requests_;  ///< open ones, by their addresses
};

bool recognises(const ImportPeek& peek) {
  const std::string_view line = first_significant_line(peek.head);
  const std::size_t name_end = line.find_first_of(": \t");
  const bool call = line.substr(0, 4) == "MPI_" && name_end != std::string_view::npos && line[name_end] == ':';
  return call || peek.head.substr(0, 10) == "# collprof" || peek.head.substr(0, 12) == "# liballprof";
}

void read(const ImportInput& input, const ImportSettings& settings, ImportTarget& target) {
  const std::vector<fs::path> files = input.rank_files(target.faults());
  if (files.empty() || !target.set_ranks(files.size(), ImportPlace::of_file(files[0].native()))) return;
  const ComputeTime time(settings);
  for (std::size_t rank = 0; rank < files.size() && !target.stopped(); ++rank) {
    AllprofReader(static_cast<int>(rank), files[rank], time, target).read();
  }
  if (target.faults().empty()) target.end_collectives(files[0].native());
}

const Registered<ImporterKind> kLiballprof{
    {{"liballprof", "Traces of MPI calls by liballprof, a file for each rank."}, recognises, read}};

}  // namespace
}  // namespace tactus
