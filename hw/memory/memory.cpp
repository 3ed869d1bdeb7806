#include "hw/memory/memory.h"

namespace tactus {

Memory::Pending Memory::Direction::take() {
  const Pending request = pending_[answered_++];
  // What is answered is cleared away when it is half of all: memory is proportional to what is under way.
  if (2 * answered_ >= pending_.size()) {
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(answered_));
    answered_ = 0;
  }
  return request;
}

void Memory::Direction::clear() {
  pending_.clear();
  answered_ = 0;
}

void Memory::request(const MemoryRequest& request, Cycles now) {
  const bool read = request.kind == MemoryRequest::Kind::kRead;
  Direction& direction = read ? reading_ : writing_;
  const Picoseconds done = direction.server.serve(clock_ * now.count(), request.bytes) + latency_;
  direction.add({cycles_covering(done, clock_), request.tag, request.engine});
  read ? next_read_at(direction.next()) : next_other_at(direction.next());
}

void Memory::say(Cycles now) {
  while (writing_.next() <= now) {
    const Pending write = writing_.take();
    client().done(write.engine, MemoryAnswer::kWritten, write.tag);
  }
  while (reading_.next() <= now) {
    const Pending read = reading_.take();
    client().done(read.engine, MemoryAnswer::kRead, read.tag);
  }
  next_other_at(writing_.next());
  next_read_at(reading_.next());
}

void Memory::forget() {
  reading_.clear();
  writing_.clear();
  next_other_at(Cycles::max());
  next_read_at(Cycles::max());
}

}  // namespace tactus
