#include "hw/link/wire.h"

#include <map>
#include <memory>
#include <vector>

#include "hw/link/flit_trace.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Value = CreditReturn;

/// Puts values on a wire at the edges for which it was given one.
class Writer : public ClockedModule {
 public:
  Writer(ClockDomain& domain, Wire<Value>& wire)
      : ClockedModule(sc_core::sc_gen_unique_name("writer"), domain), wire_(wire) {}
  void put_at_next_edge(Value value) {
    value_ = value;
    wake();
  }

 private:
  Cycles tick(Cycles now) override {
    if (value_ != 0) wire_.put(now, value_);
    value_ = 0;
    return kUntilWoken;
  }
  void reset() override { value_ = 0; }

  Wire<Value>& wire_;
  Value value_ = 0;
};

/// Writes down what arrives, by edge.
class Reader : public ClockedModule {
 public:
  Reader(ClockDomain& domain, Wire<Value>& wire, int input = 5)
      : ClockedModule(sc_core::sc_gen_unique_name("reader"), domain), wire_(wire), input_(input) {
    wire.read_by(*this, input);
  }
  std::map<std::uint64_t, Value> taken;
  int ticks = 0;

 private:
  Cycles tick(Cycles now) override {
    ++ticks;
    const bool alone = arrivals(now, input_ / 64) == std::uint64_t{1} << input_ % 64;
    if (alone && arrivals(now, 1 - input_ / 64) == 0) taken[now.count()] = wire_.take();
    return kUntilWoken;
  }
  void reset() override {}

  Wire<Value>& wire_;
  int input_;
};

/// A wire, its two ends, and everything that was put on it by the edge at which it has to be sampled.
class WireBench {
 public:
  WireBench(BenchClock& clock, std::uint64_t delay)
      : delay_(delay),
        dice_(delay),
        wire_(sc_core::sc_gen_unique_name("wire"), clock.domain, Cycles{delay}),
        writer_(clock.domain, wire_),
        reader_(clock.domain, wire_, delay % 2 == 0 ? 5 : 100) {}

  /// Busy stretches, quiet ones longer than the wire, and values that stay the same for many cycles: put by the writer
  /// at edge `next`, or written between the edges as if at the last one.
  void drive_random(std::uint64_t next) {
    if (stretch_ == 0) {
      stretch_ = dice_.between(1, 3 * static_cast<int>(delay_) + 10);
      percent_ = dice_.chance(40) ? 0 : dice_.between(5, 100);
      by_module_ = dice_.chance(50);
    }
    --stretch_;
    if (by_module_) {
      if (!dice_.chance(percent_)) return;
      writer_.put_at_next_edge(expected_[next + delay_] = random_value());
      ++put_;
    } else if (next > 1 && expected_.count(next - 1 + delay_) == 0 && dice_.chance(percent_)) {
      wire_.write(expected_[next - 1 + delay_] = random_value());
      ++put_;
    }
  }
  /// Nothing that was put so far will arrive.
  void forget(std::uint64_t next) { expected_.erase(expected_.lower_bound(next), expected_.end()); }
  [[nodiscard]] int put() const { return put_; }
  [[nodiscard]] const Reader& reader() const { return reader_; }

  /// In cycle `edge`, after its edge and before anything is written in it.
  void check(std::uint64_t edge) {
    const auto due = [this](std::uint64_t at) {
      const auto found = expected_.find(at);
      return found != expected_.end() ? found->second : Value{0};
    };
    const auto taken = reader_.taken.find(edge);
    const bool taken_right = (taken != reader_.taken.end() ? taken->second : 0) == due(edge);
    expected_.erase(edge);
    if (!taken_right || wire_.read() != due(edge + 1) || wire_.driven() != due(edge + delay_) ||
        wire_.under_way() != expected_.size()) {
      FAIL("delay " << delay_ << ", edge " << edge);
    }
  }

 private:
  Value random_value() {
    if (dice_.chance(50)) last_ = dice_.bits() | 1;
    return last_;
  }

  std::uint64_t delay_;
  Dice dice_;
  Wire<Value> wire_;
  Writer writer_;
  Reader reader_;
  std::map<std::uint64_t, Value> expected_;  ///< by the edge at which it is sampled
  Value last_ = 1;
  int put_ = 0;
  int stretch_ = 0;
  int percent_ = 0;
  bool by_module_ = false;
};

using WireBenches = std::vector<std::unique_ptr<WireBench>>;

WireBenches wires_of_many_lengths(BenchClock& clock) {
  WireBenches wires;
  for (std::uint64_t delay = 1; delay <= 30; ++delay) wires.push_back(std::make_unique<WireBench>(clock, delay));
  for (const std::uint64_t delay : {61U, 62U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
    wires.push_back(std::make_unique<WireBench>(clock, delay));
  }
  return wires;
}

void step_and_check(BenchClock& clock, const WireBenches& wires) {
  const std::uint64_t edge = clock.next_edge();
  clock.step();
  for (const auto& wire : wires) wire->check(edge);
}

}  // namespace

TEST_CASE("Wire: what is put at edge k is sampled at edge k + delay, and nothing else is",
          "[CLOCK-1][LINK-1][PIN-1][WIRE-1][WIRE-3][WIRE-5][WIRE-7][WIRE-8][WIRE-9]") {
  BenchClock clock;
  const WireBenches wires = wires_of_many_lengths(clock);
  step_and_check(clock, wires);
  for (int cycle = 0; cycle < 6000; ++cycle) {
    for (const auto& wire : wires) wire->drive_random(clock.next_edge());
    step_and_check(clock, wires);
  }
  for (const auto& wire : wires) CHECK(wire->put() > 300);
}

TEST_CASE("Wire: may be 100,000 cycles long, and wakes its reader for what arrives only",
          "[WIRE-4][WIRE-5][DOMAIN-3]") {
  constexpr std::uint64_t kDelay = 100'000;
  BenchClock clock;
  Wire<Value> wire("wire", clock.domain, Cycles{kDelay});
  Writer writer(clock.domain, wire);
  Reader reader(clock.domain, wire);
  std::map<std::uint64_t, Value> expected;
  for (const std::uint64_t edge : {2U, 3U, 4U, 100U, 40'000U}) {
    while (clock.next_edge() < edge) clock.step();
    writer.put_at_next_edge(edge);
    expected[edge + kDelay] = edge;
  }
  while (clock.next_edge() <= 150'000) clock.step();
  CHECK(reader.taken == expected);
  CHECK(reader.ticks == 6);  // one after reset
}

TEST_CASE("Wire: a reset in mid-run empties it", "[WIRE-6][PIN-2]") {
  BenchClock clock;
  const WireBenches wires = wires_of_many_lengths(clock);
  step_and_check(clock, wires);
  for (int round = 0; round < 20; ++round) {
    for (int cycle = 0; cycle < 150; ++cycle) {
      for (const auto& wire : wires) wire->drive_random(clock.next_edge());
      step_and_check(clock, wires);
    }
    for (const auto& wire : wires) wire->forget(clock.next_edge());
    clock.reset_at_next_edge();
    step_and_check(clock, wires);
    for (int cycle = 0; cycle < 140 * (round % 2); ++cycle) step_and_check(clock, wires);
  }
  for (const auto& wire : wires) CHECK(wire->put() > 50);
}

TEST_CASE("Wire: the last write of a cycle holds, and nothing is put if it is idle", "[WIRE-2][WIRE-10]") {
  BenchClock clock;
  std::vector<std::unique_ptr<Wire<Value>>> wires;
  std::vector<std::unique_ptr<Reader>> readers;
  for (const std::uint64_t delay : {1U, 5U, 70U}) {
    wires.push_back(std::make_unique<Wire<Value>>(sc_core::sc_gen_unique_name("wire"), clock.domain, Cycles{delay}));
    readers.push_back(std::make_unique<Reader>(clock.domain, *wires.back()));
  }
  clock.step();
  for (const std::vector<Value>& written : {std::vector<Value>{}, {3, 4}, {5, 0}, {0, 6}}) {
    for (const Value value : written) {
      for (const auto& wire : wires) wire->write(value);
    }
    clock.step();
  }
  while (clock.next_edge() < 100) clock.step();
  CHECK(readers[0]->taken == std::map<std::uint64_t, Value>{{2, 4}, {4, 6}});
  CHECK(readers[1]->taken == std::map<std::uint64_t, Value>{{6, 4}, {8, 6}});
  CHECK(readers[2]->taken == std::map<std::uint64_t, Value>{{71, 4}, {73, 6}});
}

TEST_CASE("Wire: that nobody reads shows what is put on it for one cycle", "[WIRE-2][WIRE-4][WIRE-8]") {
  BenchClock clock;
  Wire<Value> wire("wire", clock.domain);
  Writer writer(clock.domain, wire);
  clock.step();
  for (Value value = 1; value < 100; ++value) {
    writer.put_at_next_edge(value);
    clock.step();
    CHECK(wire.read() == value);
    if (value % 3 == 0) {
      clock.step();
      CHECK(wire.read() == 0);
    }
  }
}

TEST_CASE("Wire: has no events, and says so to a process that wants to be sensitive to it", "[WIRE-6]") {
  BenchClock clock;
  Wire<Flit> wire("wire", clock.domain);
  const sc_core::sc_signal_in_if<Flit>& as_signal = wire;
  CHECK_THROWS_AS(as_signal.value_changed_event(), sc_core::sc_report);
  CHECK_THROWS_AS(as_signal.default_event(), sc_core::sc_report);
}

TEST_CASE("Wire: a port that is bound to a signal is told from one that is bound to a wire") {
  BenchClock clock;
  sc_core::sc_signal<Flit> signal("signal");
  Wire<Flit> wire("wire", clock.domain);
  struct Module : sc_core::sc_module {
    explicit Module(const sc_core::sc_module_name& name) : sc_module(name) {}
    sc_core::sc_in<Flit> to_signal{"to_signal"};
    sc_core::sc_in<Flit> to_wire{"to_wire"};
  } module("module");
  module.to_signal(signal);
  module.to_wire(wire);
  clock.step();
  CHECK(&wire_at<Flit>(module.to_wire) == &wire);
  CHECK_THROWS_AS(wire_at<Flit>(module.to_signal), sc_core::sc_report);
}

}  // namespace tactus
