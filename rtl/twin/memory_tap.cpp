#include "rtl/twin/memory_tap.h"

#include <algorithm>

namespace tactus {

MemoryTap::MemoryTap(MemoryPort& memory, const MachineConfig& config) : memory_(memory), config_(config) {
  memory_.connect(*this);
  forget();
}

void MemoryTap::forget() {
  memory_.forget();
  read_rate_.assign(static_cast<std::size_t>(config_.nics()), RateServer(config_.dma_rate()));
  write_rate_.assign(static_cast<std::size_t>(config_.nics()), RateServer(config_.dma_rate()));
  requests_.clear();
  open_.clear();
  follow();
}

void MemoryTap::request(const MemoryRequest& request, Cycles now) {
  RateServer& rate =
      (request.kind == MemoryRequest::Kind::kRead ? read_rate_ : write_rate_)[static_cast<std::size_t>(request.engine)];
  requests_.push_back(request);
  open_.push_back({request, rate.serve(config_.clock.edge(now), request.bytes)});
  memory_.request(request, now);
  follow();
}

void MemoryTap::say(Cycles now) {
  memory_.answer(now);
  follow();
}

void MemoryTap::done(int engine, MemoryAnswer answer, std::uint32_t tag) {
  const auto kind = answer == MemoryAnswer::kRead ? MemoryRequest::Kind::kRead : MemoryRequest::Kind::kWrite;
  for (Open& open : open_) {
    if (open.request.engine != engine || open.request.kind != kind || open.request.tag != tag) continue;
    open.taken = open.taken || answer == MemoryAnswer::kTaken || answer == MemoryAnswer::kWritten;
    open.visible = open.visible || answer != MemoryAnswer::kTaken;
    break;
  }
  client().done(engine, answer, tag);
  follow();
}

/// `answer` is to be called whenever the memory's own has to be.
void MemoryTap::follow() {
  next_read_at(memory_.next(true));
  next_other_at(memory_.next(false));
}

std::vector<MemoryTap::Answer> MemoryTap::due(Cycles now) {
  const Picoseconds time = config_.clock.edge(now);
  std::vector<Answer> answers;
  for (Open& open : open_) {
    if (open.moved > time) continue;
    const bool read = open.request.kind == MemoryRequest::Kind::kRead;
    const bool taken = !read && open.taken && !open.told;
    const bool visible = open.visible && (read || open.taken);
    if (!taken && !visible) continue;
    answers.push_back({open.request.engine, open.request.kind, open.request.tag, taken, visible});
    open.told = true;
  }
  const auto complete = [time](const Open& open) {
    const bool left = open.request.kind == MemoryRequest::Kind::kRead || open.taken;
    return open.moved <= time && open.visible && left;
  };
  open_.erase(std::remove_if(open_.begin(), open_.end(), complete), open_.end());
  return answers;
}

}  // namespace tactus
