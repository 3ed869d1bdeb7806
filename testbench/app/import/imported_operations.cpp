#include "testbench/app/import/imported_operations.h"

#include <fmt/core.h>

namespace tactus {
namespace {

bool has_root(MpiCollective kind) {
  return kind == MpiCollective::kBroadcast || kind == MpiCollective::kReduce || kind == MpiCollective::kGather ||
         kind == MpiCollective::kGatherv || kind == MpiCollective::kScatter || kind == MpiCollective::kScatterv;
}

}  // namespace

OperationSink::Index NotedCollectives::expand(int rank, const CollectiveRecord& record,
                                              std::optional<OperationSink::Index> after, OperationSink& sink) {
  OperationSink::Index index = 0;
  if (expander_ != nullptr) {
    index = expander_->expand(rank, record, after, sink);
  } else {
    Operation call;
    call.kind = OperationKind::kWait;
    call.place = record.place;
    index = sink.add(rank, call);
    if (after) sink.after_end_of(rank, index, *after);
  }
  std::string text = fmt::format("{} {}b", name_of(record.kind), record.bytes);
  if (has_root(record.kind)) text += fmt::format(" root {}", record.root);
  operations_.note(rank, index, std::move(text));
  return index;
}

}  // namespace tactus
