#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// When each operation of a schedule began and ended.
class OperationTimes final : public TrafficObserver {
 public:
  static constexpr std::uint64_t kNever = UINT64_MAX;

  struct Times {
    std::uint64_t began = kNever;           ///< cycle in which its processor took it
    std::uint64_t ended = kNever;           ///< cycle
    std::uint32_t after = kNoOperation;     ///< the operation that it came after last
    std::uint32_t previous = kNoOperation;  ///< the one that its processor took before it
  };

  explicit OperationTimes(std::shared_ptr<const Schedule> schedule);

  void send_started(const MessageEvent&, Cycles) override {}
  void receive_completed(const MessageEvent&, Cycles) override {}
  void sequence_began(int, int, Cycles) override {}
  void sequence_ended(int, int, Cycles) override {}
  void program_ended(int, Cycles) override {}
  void operation_began(const OperationEvent& operation, Cycles cycle) override;
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override;
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) override;

  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
  /// The operation; a receive from any rank that has ended with peer, tag and bytes of its message.
  [[nodiscard]] Operation operation(int rank, std::uint32_t number) const;
  [[nodiscard]] const Times& at(int rank, std::uint32_t operation) const {
    return times_[static_cast<std::size_t>(rank)][operation];
  }

 private:
  std::shared_ptr<const Schedule> schedule_;
  std::map<std::pair<int, std::uint32_t>, MessageEvent> met_;  ///< by rank and operation: messages of such receives
  std::vector<std::vector<Times>> times_;                      ///< by rank and operation
  std::vector<std::vector<std::uint32_t>> last_;  ///< by rank and processor: the operation that it took last
};

/// "send", "recv", "calc", "wait", as GOAL has them.
const char* name_of(OperationKind kind);

}  // namespace tactus
