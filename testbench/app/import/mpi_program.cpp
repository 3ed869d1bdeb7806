#include "testbench/app/import/mpi_program.h"

#include <utility>

namespace tactus {

MpiProgram::Index MpiProgram::put(const Operation& operation) {
  const Index index = target_.add(rank_, operation);
  for (const After& after : after_) {
    if (after.begin) {
      target_.after_begin_of(rank_, index, after.operation);
    } else {
      target_.after_end_of(rank_, index, after.operation);
    }
  }
  return index;
}

void MpiProgram::blocking(const Operation& operation) { after_ = {{put(operation), false}}; }

MpiProgram::Index MpiProgram::started(const Operation& operation) {
  const Index index = put(operation);
  after_ = {{index, true}};
  return index;
}

void MpiProgram::both(const Operation& send, const Operation& receive) {
  // The receive has the slot that the send may be paired with.
  const Index received = put(receive);
  const Index sent = put(send);
  after_ = {{received, false}, {sent, false}};
}

void MpiProgram::wait(const std::vector<Index>& requests, std::uint32_t place) {
  if (requests.empty()) return;
  Operation operation;
  operation.kind = OperationKind::kWait;
  operation.place = place;
  const Index index = put(operation);
  for (const Index request : requests) target_.after_end_of(rank_, index, request);
  after_ = {{index, false}};
}

MpiProgram::Index MpiProgram::put_collective(CollectiveRecord&& record, const ImportPlace& place) {
  std::optional<Index> after;
  if (after_.size() == 1 && !after_[0].begin) {
    after = after_[0].operation;
  } else if (!after_.empty()) {
    // One operation stands for all that the call comes after.
    Operation join;
    join.kind = OperationKind::kWait;
    join.place = place.number();
    after = put(join);
    after_ = {{*after, false}};
  }
  return target_.collective(rank_, std::move(record), after, place);
}

void MpiProgram::collective(CollectiveRecord record, const ImportPlace& place) {
  after_ = {{put_collective(std::move(record), place), false}};
}

MpiProgram::Index MpiProgram::started_collective(CollectiveRecord record, const ImportPlace& place) {
  return put_collective(std::move(record), place);
}

}  // namespace tactus
