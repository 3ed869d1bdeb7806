#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "hw/memory/memory_port.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// A request as a memory saw it, and the edge at which it was made.
struct SeenRequest {
  std::uint64_t edge = 0;
  MemoryRequest request;
};

/// A memory that answers late, after random times, in any order, and says that data is visible some time after it has
/// taken it. It works at few requests at a time and lets the others wait, so that nobody knows when a request is made
/// how long it will take.
class ErraticMemory final : public MemoryPort {
 public:
  /// Draws by `seed`. `seen`, to which its requests are added, must outlive it.
  ErraticMemory(std::uint64_t seed, std::vector<SeenRequest>& seen) : dice_(seed), seen_(seen) {}

  void request(const MemoryRequest& request, Cycles now) override {
    seen_.push_back({now.count(), request});
    waiting_.push_back(request);
    say(now);
  }

  void forget() override {
    waiting_.clear();
    pending_.clear();
    at_work_ = 0;
    next_other_at(Cycles::max());
  }

 protected:
  void say(Cycles now) override {
    begin_waiting(now);
    for (std::size_t i = 0; i < pending_.size();) {
      if (pending_[i].edge > now) {
        ++i;
        continue;
      }
      const Pending said = pending_[i];
      pending_[i] = pending_.back();
      pending_.pop_back();
      client().done(said.engine, said.answer, said.tag);
      if (said.answer != MemoryAnswer::kVisible) --at_work_;
      begin_waiting(now);
    }
    // With every answer it may begin another request, so that it has to be called for reads too.
    Cycles next = Cycles::max();
    for (const Pending& pending : pending_) next = std::min(next, pending.edge);
    next_other_at(next);
  }

 private:
  static constexpr int kAtATime = 3;
  struct Pending {
    Cycles edge;
    int engine = 0;
    std::uint32_t tag = 0;
    MemoryAnswer answer = MemoryAnswer::kRead;
  };

  void begin_waiting(Cycles now) {
    while (at_work_ < kAtATime && !waiting_.empty()) {
      ++at_work_;
      begin(waiting_.front(), now);
      waiting_.pop_front();
    }
  }
  void begin(const MemoryRequest& request, Cycles now) {
    const Cycles done = now + Cycles{draw()};
    if (request.kind == MemoryRequest::Kind::kRead) {
      pending_.push_back({done, request.engine, request.tag, MemoryAnswer::kRead});
    } else {
      pending_.push_back({done, request.engine, request.tag, MemoryAnswer::kTaken});
      pending_.push_back({done + Cycles{draw()}, request.engine, request.tag, MemoryAnswer::kVisible});
    }
  }
  /// Cycles: at once, soon or late.
  std::uint64_t draw() {
    return dice_.chance(20) ? 0 : static_cast<std::uint64_t>(dice_.chance(50) ? dice_.below(20) : dice_.below(400));
  }

  Dice dice_;
  std::vector<SeenRequest>& seen_;
  std::deque<MemoryRequest> waiting_;
  std::vector<Pending> pending_;
  int at_work_ = 0;
};

}  // namespace tactus
