#include "tlm_models/traffic/traffic_news.h"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Writes down every call.
class Diary final : public TrafficObserver {
 public:
  std::vector<std::string> lines;

  void send_started(const MessageEvent& message, Cycles cycle) override { add("send", message, cycle); }
  void receive_completed(const MessageEvent& message, Cycles cycle) override { add("receive", message, cycle); }
  void sequence_began(int rank, int sequence, Cycles cycle) override { add("begin", rank, sequence, cycle); }
  void sequence_ended(int rank, int sequence, Cycles cycle) override { add("end", rank, sequence, cycle); }
  void program_ended(int rank, Cycles cycle) override { add("program", rank, 0, cycle); }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override {
    add("wait", rank, static_cast<int>(awaited), cycle);
  }
  void operation_began(const OperationEvent& operation, Cycles cycle) override {
    add("operation", operation.rank, static_cast<int>(operation.operation), cycle);
  }
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override {
    add(fmt::format("met by {}", operation), message, cycle);
  }
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) override {
    add("operation ended", rank, static_cast<int>(operation), cycle);
  }
  void work_ended(const WorkEvent& work, Cycles cycle) override { add("work", work.rank, 0, cycle); }

 private:
  void add(const std::string& what, const MessageEvent& message, Cycles cycle) {
    lines.push_back(
        fmt::format("{}: {} to {}, {} at {}", what, message.source, message.destination, message.tag, cycle.count()));
  }
  void add(const std::string& what, int rank, int number, Cycles cycle) {
    lines.push_back(fmt::format("{}: rank {}, {} at {}", what, rank, number, cycle.count()));
  }
};

/// Tells another observer all that it hears.
class Messenger final : public TrafficNewsObserver {
 public:
  explicit Messenger(TrafficObserver& to) : to_(to) {}
  void hear(const TrafficNews& action) override { action.tell(to_); }

 private:
  TrafficObserver& to_;
};

void tell_all(TrafficObserver& observer) {
  MessageEvent message;
  message.source = 3;
  message.destination = 5;
  message.tag = 7;
  WorkEvent work;
  work.rank = 4;
  observer.send_started(message, Cycles{11});
  observer.receive_completed(message, Cycles{12});
  observer.sequence_began(2, 6, Cycles{13});
  observer.sequence_ended(2, 8, Cycles{14});
  observer.program_ended(9, Cycles{15});
  observer.wait_ended(1, AwaitedCompletion::kReceive, Cycles{16});
  observer.operation_began({2, 20}, Cycles{17});
  observer.operation_met(21, message, Cycles{18});
  observer.operation_ended(3, 22, Cycles{19});
  observer.work_ended(work, Cycles{20});
}

}  // namespace

TEST_CASE("TrafficNews: whoever hears news and tells them tells what has been told") {
  Diary direct;
  tell_all(direct);
  Diary told;
  Messenger messenger(told);
  tell_all(messenger);
  CHECK(direct.lines.size() == 10);
  CHECK(told.lines == direct.lines);
}

}  // namespace tactus
