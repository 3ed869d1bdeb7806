#include "hw/memory/memory.h"

namespace tactus {

void Memory::request(const MemoryRequest& request, Cycles now) {
  const bool read = request.kind == MemoryRequest::Kind::kRead;
  Direction& direction = this->direction(request);
  direction.pending.push({serve(direction, request, now), request.tag, request.engine});
  read ? next_read_at(direction.next()) : next_other_at(direction.next());
}

Bytes Memory::moved(const MemoryRequest& request) const {
  const std::uint64_t within = access_.count() - 1;
  if (within == 0 || request.bytes.count() == 0) return request.bytes;
  const std::uint64_t begin = request.address & ~within;
  const std::uint64_t end = (request.address + request.bytes.count() + within) & ~within;
  return Bytes{end - begin};
}

void Memory::say(Cycles now) {
  for (; writing_.next() <= now; writing_.pending.pop()) {
    const Pending& write = writing_.pending.front();
    client().done(write.engine, MemoryAnswer::kWritten, write.tag);
  }
  for (; reading_.next() <= now; reading_.pending.pop()) {
    const Pending& read = reading_.pending.front();
    client().done(read.engine, MemoryAnswer::kRead, read.tag);
  }
  next_other_at(writing_.next());
  next_read_at(reading_.next());
}

void Memory::forget() {
  reading_.pending.clear();
  writing_.pending.clear();
  next_other_at(Cycles::max());
  next_read_at(Cycles::max());
}

}  // namespace tactus
