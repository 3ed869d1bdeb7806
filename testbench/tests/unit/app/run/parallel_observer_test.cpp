#include "testbench/app/run/parallel_observer.h"

#include <fmt/core.h>

#include <stdexcept>
#include <string>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// Writes down what it is told, and throws in a cycle that it is given.
class Listener final : public PacketObserver, public TrafficObserver {
 public:
  Listener(ParallelObserver* parallel, std::uint64_t throws_in) : parallel_(parallel), throws_in_(throws_in) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    const int sequence = parallel_ != nullptr ? parallel_->sequence_of_injected().value_or(-1)
                                              : static_cast<int>(header.route.inject_cycle % 7);
    line("injected", header.route, cycle, sequence);
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    line("granted", header, grant.cycle, grant.node * 1000 + grant.in_port * 100 + grant.in_vc * 10 + grant.out_port);
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    line("delivered", header.route, cycle, 0);
  }
  [[nodiscard]] bool wants_waits() const override { return true; }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override {
    line("waited", header, cycle, static_cast<int>(waits.in_state[2]));
  }
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override { line("left", header, cycle, vc); }
  void packet_written(const RouteHeader& header, Cycles cycle) override { line("written", header, cycle, 0); }

  void send_started(const MessageEvent& message, Cycles cycle) override { line("sends", message, cycle); }
  void receive_completed(const MessageEvent& message, Cycles cycle) override { line("received", message, cycle); }
  void sequence_began(int rank, int sequence, Cycles cycle) override { line("began", rank, sequence, cycle); }
  void sequence_ended(int rank, int sequence, Cycles cycle) override { line("ended", rank, sequence, cycle); }
  void program_ended(int rank, Cycles cycle) override { line("done", rank, 0, cycle); }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override {
    line("goes on", rank, static_cast<int>(awaited), cycle);
  }
  void operation_began(const OperationEvent& operation, Cycles cycle) override {
    line("begins", operation.rank, static_cast<int>(operation.operation * 100 + operation.after), cycle);
  }
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override {
    line("met", message.destination, static_cast<int>(operation), cycle);
    line("that", message, cycle);
  }
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) override {
    line("ends", rank, static_cast<int>(operation), cycle);
  }

  std::string text;

 private:
  void line(const char* what, const MessageEvent& message, Cycles cycle) {
    text += fmt::format("{} {} {} {} {} {} {}\n", what, message.source, message.destination, message.nic, message.tag,
                        message.bytes.count(), cycle.count());
  }
  void line(const char* what, int rank, int more, Cycles cycle) {
    text += fmt::format("{} {} {} {}\n", what, rank, more, cycle.count());
  }
  void line(const char* what, const RouteHeader& header, Cycles cycle, int more) {
    if (cycle.count() == throws_in_) throw std::runtime_error("as told");
    text += fmt::format("{} {} {} {}\n", what, header.inject_cycle, cycle.count(), more);
  }

  ParallelObserver* parallel_;
  std::uint64_t throws_in_;
};

void tell_of_ranks(TrafficObserver& observer, Dice& dice, Cycles now) {
  const int rank = dice.below(50);
  const MessageEvent message{rank, dice.below(50), 2, 77, Bytes{500}};
  switch (dice.below(9)) {
    case 0:
      return observer.send_started(message, now);
    case 1:
      return observer.receive_completed(message, now);
    case 2:
      return observer.sequence_began(rank, 4, now);
    case 3:
      return observer.sequence_ended(rank, 5, now);
    case 4:
      return observer.program_ended(rank, now);
    case 5:
      return observer.operation_began({rank, 7, 3}, now);
    case 6:
      return observer.operation_met(9, message, now);
    case 7:
      return observer.operation_ended(rank, 8, now);
    default:
      return observer.wait_ended(rank, static_cast<AwaitedCompletion>(dice.below(2)), now);
  }
}

template <class Observer>
void tell_something(Observer& observer, Dice& dice, std::uint64_t cycle) {
  PacketHeader header;
  header.route.inject_cycle = static_cast<std::uint32_t>(dice.below(1000));
  const Cycles now{cycle};
  SendWaits waits;
  switch (dice.below(7)) {
    case 0:
      return observer.packet_injected(header, now);
    case 1:
      return observer.packet_granted({dice.below(9), dice.below(8), dice.below(8), 1, now, dice.below(2), now},
                                     header.route);
    case 2:
      return observer.packet_delivered(header, now);
    case 3:
      waits.in_state[2] = static_cast<std::uint64_t>(dice.below(50));
      return observer.packet_waited(header.route, waits, now);
    case 4:
      return observer.packet_left(header.route, dice.below(3), now);
    case 5:
      return observer.packet_written(header.route, now);
    default:
      return tell_of_ranks(observer, dice, now);
  }
}

ParallelObserver::SequenceOf by_cycle() {
  return [](const RouteHeader& header) { return std::optional<int>(static_cast<int>(header.inject_cycle % 7)); };
}

}  // namespace

TEST_CASE("ParallelObserver: tells what it is told, in the same order, however much that is") {
  for (const std::uint64_t events : {0U, 1U, 1024U, 300'000U}) {
    CAPTURE(events);
    Listener direct(nullptr, 0);
    ParallelObserver parallel(by_cycle());
    Listener listener(&parallel, 0);
    parallel.start(listener, &listener);
    Dice one(9);
    Dice other(9);
    for (std::uint64_t cycle = 1; cycle <= events; ++cycle) {
      tell_something(direct, one, cycle);
      tell_something(parallel, other, cycle);
    }
    parallel.finish();
    const bool equal = listener.text == direct.text;
    CHECK(equal);
  }
}

TEST_CASE("ParallelObserver: what its observer throws is thrown in the end, and does not stop the simulation") {
  ParallelObserver parallel(by_cycle());
  Listener listener(&parallel, 50);
  parallel.start(listener, &listener);
  Dice dice(4);
  for (std::uint64_t cycle = 1; cycle <= 300'000; ++cycle) tell_something(parallel, dice, cycle);
  CHECK_THROWS_AS(parallel.finish(), std::runtime_error);
}

TEST_CASE("ParallelObserver: can be left at any time") {
  Listener listener(nullptr, 0);
  ParallelObserver parallel(by_cycle());
  parallel.start(listener, &listener);
  Dice dice(4);
  for (std::uint64_t cycle = 1; cycle <= 40'000; ++cycle) tell_something(parallel, dice, cycle);
}

}  // namespace tactus
