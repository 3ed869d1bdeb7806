#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hw/router/arbiter.h"

namespace tactus {

/// Requests and grants of a router's outputs at an edge, bits as on the ports of an arbiter in RTL; 0 if the output's
/// arbiter was not asked.
struct NotedGrants {
  RequestMask request = 0;
  RequestMask grant = 0;
};
/// By output.
using ArbiterNotes = std::vector<NotedGrants>;

/// Picks as another arbiter does, and notes what it is asked and what it picks.
class NotedArbiter final : public Arbiter {
 public:
  /// `notes` has an entry for `output`.
  NotedArbiter(std::unique_ptr<Arbiter> arbiter, std::shared_ptr<ArbiterNotes> notes, std::size_t output)
      : arbiter_(std::move(arbiter)), notes_(std::move(notes)), output_(output) {}

  int pick(RequestMask requests, RequestAges ages) override {
    const int winner = arbiter_->pick(requests, ages);
    (*notes_)[output_] = {requests, RequestMask{1} << winner};
    return winner;
  }
  void reset() override { arbiter_->reset(); }

 private:
  std::unique_ptr<Arbiter> arbiter_;
  std::shared_ptr<ArbiterNotes> notes_;
  std::size_t output_;
};

}  // namespace tactus
