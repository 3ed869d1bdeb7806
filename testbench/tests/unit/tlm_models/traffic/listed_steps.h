#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// By tag of a message: of which tag it has the result.
using ListedResults = std::map<std::uint32_t, std::uint32_t>;

/// The steps of a list.
class ListProgram final : public SequentialProgram {
 public:
  explicit ListProgram(std::vector<Op> ops, ListedResults results = {})
      : ops_(std::move(ops)), results_(std::move(results)) {}
  [[nodiscard]] std::optional<std::uint32_t> result_in(const Op& receive) const override {
    const auto found = results_.find(receive.tag);
    return found == results_.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<Op> next() override {
    if (next_ == ops_.size()) return std::nullopt;
    return ops_[next_++];
  }

 private:
  std::vector<Op> ops_;
  ListedResults results_;
  std::size_t next_ = 0;
};

/// "began 1@51", "sent 2@101", ...: what a processor tells, with cycles; "begin" and "end" are of operations.
class Journal final : public TrafficObserver {
 public:
  std::vector<std::string> lines;
  std::vector<AwaitedCompletion> waits;  ///< completions that have ended them
  std::vector<std::string> work;         ///< "compute@203+48ns": kind, cycle of the end, noise
  std::vector<std::uint64_t> began;      ///< cycles in which that work began

  void work_ended(const WorkEvent& event, Cycles cycle) override {
    began.push_back(event.began.count());
    const std::array<const char*, 3> kinds{"call", "compute", "late"};
    work.push_back(std::string(kinds.at(static_cast<std::size_t>(event.kind))) + "@" + std::to_string(cycle.count()) +
                   "+" + std::to_string(event.noise.count() / 1000) + "ns");
  }
  void wait_ended(int, AwaitedCompletion awaited, Cycles) override { waits.push_back(awaited); }
  void send_started(const MessageEvent& m, Cycles cycle) override { add("sent", m.tag, cycle); }
  void receive_completed(const MessageEvent& m, Cycles cycle) override { add("received", m.tag, cycle); }
  void sequence_began(int, int sequence, Cycles cycle) override { add("began", sequence, cycle); }
  void sequence_ended(int, int sequence, Cycles cycle) override { add("ended", sequence, cycle); }
  void program_ended(int node, Cycles cycle) override { add("finished", node, cycle); }
  void operation_began(const OperationEvent& each, Cycles cycle) override { add("begin", each.operation, cycle); }
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override {
    add("met " + std::to_string(operation) + " from", message.source, cycle);
  }
  void operation_ended(int, std::uint32_t operation, Cycles cycle) override { add("end", operation, cycle); }

 private:
  template <class Number>
  void add(const std::string& what, Number number, Cycles cycle) {
    lines.push_back(what + " " + std::to_string(number) + "@" + std::to_string(cycle.count()));
  }
};

}  // namespace tactus
