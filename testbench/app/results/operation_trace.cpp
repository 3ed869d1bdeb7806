#include "testbench/app/results/operation_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr int kFirstTrack = 1'000'000;  // behind all others of a node
constexpr int kMostProcessors = 256;    // of a rank: Operation::processor
constexpr int kSortIndex = 1;           // shown beside the processor of the node

class OperationTracer {
 public:
  OperationTracer(const OperationTables& tables, const RankMap& map, const Clock& clock, const TraceConfig& trace,
                  Cycles end, const TraceSink& sink)
      : tables_(tables), map_(map), clock_(clock), trace_(trace), end_(end.count()), sink_(sink) {}

  void write() {
    std::uint64_t left = trace_.max_operations;
    for (const OperationTimes* times : tables_) {
      times_ = times;
      const Schedule& schedule = times->schedule();
      for (int rank = 0; rank < schedule.ranks() && left > 0; ++rank) {
        write_names(rank);
        const auto count = static_cast<std::uint32_t>(schedule.program(rank).operations.size());
        for (std::uint32_t i = 0; i < count && left > 0; ++i, --left) write(rank, i);
      }
    }
  }

 private:
  [[nodiscard]] int process(int rank) const { return map_.node(times_->machine_rank(rank)) + 1; }
  [[nodiscard]] int track(int rank, int processor) const {
    return kFirstTrack + map_.place(times_->machine_rank(rank)) * kMostProcessors + processor;
  }
  /// "rank 3", "job a rank 3".
  [[nodiscard]] std::string name(int rank) const {
    return times_->job().empty() ? fmt::format("rank {}", rank) : fmt::format("job {} rank {}", times_->job(), rank);
  }
  /// Fields of `args` that say which operation it is.
  [[nodiscard]] std::string place(int rank, std::uint32_t number) const {
    const std::string job = times_->job().empty() ? "" : fmt::format(R"json("job":"{}",)json", times_->job());
    return job + fmt::format(R"json("rank":{},"operation":{})json", rank, number);
  }

  void write_names(int rank) const {
    const int processors = times_->schedule().program(rank).processors;
    for (int processor = 0; processor < processors; ++processor) {
      const std::string common = fmt::format(R"json("pid":{},"tid":{})json", process(rank), track(rank, processor));
      const std::string which = processors > 1 ? fmt::format(", cpu {}", processor) : "";
      sink_(fmt::format(R"json({{"ph":"M","name":"thread_name",{},"args":{{"name":"{}{}"}}}})json", common, name(rank),
                        which));
      sink_(fmt::format(R"json({{"ph":"M","name":"thread_sort_index",{},"args":{{"sort_index":{}}}}})json", common,
                        kSortIndex));
    }
  }

  void write(int rank, std::uint32_t number) {
    const OperationTimes::Times& times = times_->at(rank, number);
    const std::uint64_t ended = std::min(times.ended, end_);
    if (times.began == OperationTimes::kNever || times.began > end_ || !in_window(times.began, ended)) return;
    const Operation operation = times_->operation(rank, number);
    const bool message = operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
    if (message) {
      write_message(rank, number, ended);
    } else {
      write_slice(rank, number, ended);
    }
  }

  [[nodiscard]] bool in_window(std::uint64_t began, std::uint64_t ended) const {
    if (clock_.edge(Cycles{ended}) < trace_.from) return false;
    return !trace_.to || clock_.edge(Cycles{began}) < *trace_.to;
  }

  [[nodiscard]] std::string args(int rank, std::uint32_t number) const {
    const Operation operation = times_->operation(rank, number);
    std::string text = place(rank, number);
    if (operation.place != 0) text += fmt::format(R"json(,"line":{})json", operation.place);
    if (times_->at(rank, number).after != kNoOperation) {
      text += fmt::format(R"json(,"after":{})json", times_->at(rank, number).after);
    }
    return text + fmt::format(R"json(,"finished":{})json", times_->at(rank, number).ended != OperationTimes::kNever);
  }

  void write_slice(int rank, std::uint32_t number, std::uint64_t ended) const {
    const Operation operation = times_->operation(rank, number);
    const std::uint64_t began = times_->at(rank, number).began;
    const std::string where =
        fmt::format(R"json("pid":{},"tid":{})json", process(rank), track(rank, operation.processor));
    sink_(fmt::format(R"json({{"ph":"X","cat":"operation","name":"{}",{},{},"args":{{{}}}}})json",
                      name_of(operation.kind), where, span(began, ended), args(rank, number)));
    if (operation.kind != OperationKind::kCompute) return;
    const std::uint64_t own = began + clock_.covering(Picoseconds{operation.amount}).count();
    if (own >= ended) return;
    sink_(fmt::format(R"json({{"ph":"X","cat":"noise","name":"noise",{},{},"args":{{{}}}}})json", where,
                      span(own, ended), place(rank, number)));
  }

  void write_message(int rank, std::uint32_t number, std::uint64_t ended) {
    const Operation operation = times_->operation(rank, number);
    const std::string common =
        fmt::format(R"json("cat":"operation","id":{},"name":"{} {}","pid":{},"tid":{})json", ++messages_, name(rank),
                    name_of(operation.kind), process(rank), track(rank, operation.processor));
    sink_(fmt::format(R"json({{"ph":"b",{},"ts":{},"args":{{{},"peer":{},"tag":{},"bytes":{},"nic":{}}}}})json", common,
                      time(times_->at(rank, number).began), args(rank, number), operation.peer, operation.tag,
                      operation.amount, operation.nic));
    sink_(fmt::format(R"json({{"ph":"e",{},"ts":{}}})json", common, time(ended)));
  }

  [[nodiscard]] std::string time(std::uint64_t cycle) const { return microseconds_text(clock_.edge(Cycles{cycle})); }
  /// As that of other slices: of whole nanoseconds, so that slices within slices do not end behind them.
  [[nodiscard]] std::string span(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t from = clock_.edge(Cycles{begin}).count() / 1000;
    const std::uint64_t to = clock_.edge(Cycles{end}).count() / 1000;
    return fmt::format(R"json("ts":{},"dur":{})json", time(begin), microseconds_text(Picoseconds{(to - from) * 1000}));
  }

  const OperationTables& tables_;
  const OperationTimes* times_ = nullptr;  ///< those that are being written
  const RankMap& map_;
  const Clock& clock_;
  const TraceConfig& trace_;
  std::uint64_t end_;
  const TraceSink& sink_;
  std::uint64_t messages_ = 0;
};

}  // namespace

void trace_operations(const OperationTables& tables, const RankMap& map, const Clock& clock, const TraceConfig& trace,
                      Cycles end, const TraceSink& sink) {
  OperationTracer(tables, map, clock, trace, end, sink).write();
}

}  // namespace tactus
