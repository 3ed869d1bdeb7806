#include "testbench/app/import/imported_operations.h"

#include <fmt/core.h>

namespace tactus {
namespace {

bool has_root(CollectiveKind kind) {
  return kind == CollectiveKind::kBroadcast || kind == CollectiveKind::kReduce || kind == CollectiveKind::kGather ||
         kind == CollectiveKind::kGatherv || kind == CollectiveKind::kScatter || kind == CollectiveKind::kScatterv;
}

}  // namespace

OperationSink::Index NotedCollectives::expand(int rank, const CollectiveRecord& record,
                                              std::optional<OperationSink::Index> after, OperationSink& sink) {
  Operation call;
  call.kind = OperationKind::kWait;
  call.place = record.place;
  const OperationSink::Index index = sink.add(rank, call);
  if (after) sink.after_end_of(rank, index, *after);
  std::string text = fmt::format("{} {}b", name_of(record.kind), record.bytes);
  if (has_root(record.kind)) text += fmt::format(" root {}", record.root);
  operations_.note(rank, index, std::move(text));
  return index;
}

}  // namespace tactus
