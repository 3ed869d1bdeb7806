#pragma once

#include <vector>

#include "hw/memory/memory_port.h"

namespace tactus::test {

/// A memory that says what a test tells it, and keeps what it was asked.
class ScriptedMemory final : public MemoryPort {
 public:
  void request(const MemoryRequest& request, Cycles now) override {
    requests.push_back(request);
    edges.push_back(now.count());
    if (at_once) tell(request);
  }
  void forget() override {}

  /// Answers a request in full.
  void tell(const MemoryRequest& request) {
    tell(request, request.kind == MemoryRequest::Kind::kRead ? MemoryAnswer::kRead : MemoryAnswer::kWritten);
  }
  void tell(const MemoryRequest& request, MemoryAnswer answer) { client().done(request.engine, answer, request.tag); }

  bool at_once = false;  ///< answers every request as it is made
  std::vector<MemoryRequest> requests;
  std::vector<std::uint64_t> edges;  ///< at which they were made

 protected:
  void say(Cycles) override {}
};

}  // namespace tactus::test
