#include <map>
#include <memory>
#include <vector>

#include "hw/common/clock_pins.h"
#include "hw/link/flit.h"
#include "hw/link/signal_to_wire.h"
#include "hw/link/wire_to_signal.h"
#include "testbench/parts/bench_clock.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Value = CreditReturn;

/// Puts a value on its wire at some edges, all a function of the seed.
class Source : public ClockedModule {
 public:
  Source(ClockDomain& domain, Wire<Value>& wire, std::uint64_t seed)
      : ClockedModule(sc_core::sc_gen_unique_name("source"), domain), wire_(wire), seed_(seed) {}
  std::map<std::uint64_t, Value> put;

 private:
  Cycles tick(Cycles now) override {
    Dice dice(seed_ + now.count() / 40);  // stretches of silence, of now and then, of every cycle
    const int percent = dice.chance(30) ? 0 : dice.chance(30) ? 100 : 30;
    Dice here(seed_ + now.count() * 1'000'003);
    if (!here.chance(percent)) return now + Cycles{1};
    const Value value = here.chance(50) ? 7 : here.bits() | 1;
    wire_.put(now, put[now.count()] = value);
    return now + Cycles{1};
  }
  void reset() override {}

  Wire<Value>& wire_;
  std::uint64_t seed_;
};

class Sink : public ClockedModule {
 public:
  Sink(ClockDomain& domain, Wire<Value>& wire)
      : ClockedModule(sc_core::sc_gen_unique_name("sink"), domain), wire_(wire) {
    wire.read_by(*this, 0);
  }
  std::map<std::uint64_t, Value> taken;

 private:
  Cycles tick(Cycles now) override {
    if (arrivals(now) != 0) taken[now.count()] = wire_.take();
    return kUntilWoken;
  }
  void reset() override {}

  Wire<Value>& wire_;
};

/// What both of the following compute: the output register becomes a mix of what is sampled and of what was last
/// sampled, if something is there to sample.
Value mixed(Value sampled, Value last) { return sampled == 0 ? 0 : sampled * 3 + (last | 1); }

/// On wires.
class Native : public ClockedModule {
 public:
  Native(ClockDomain& domain, Wire<Value>& in, Wire<Value>& out)
      : ClockedModule(sc_core::sc_gen_unique_name("native"), domain), in_(in), out_(out) {
    in.read_by(*this, 0);
  }

 private:
  Cycles tick(Cycles now) override {
    if (arrivals(now) == 0) return kUntilWoken;
    const Value sampled = in_.take();
    const Value out = mixed(sampled, last_);
    if (out != 0) out_.put(now, out);
    last_ = sampled;
    return kUntilWoken;
  }
  void reset() override { last_ = 0; }

  Wire<Value>& in_;
  Wire<Value>& out_;
  Value last_ = 0;
};

/// On signals and a clock, as somebody would write it who has never heard of wires: what comes before the register is a
/// process of its own.
class Foreign : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  sc_core::sc_in<Value> in_i{"in_i"};
  sc_core::sc_out<Value> out_o{"out_o"};
  std::map<std::uint64_t, Value> sampled;
  int resets = 0;

  explicit Foreign(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Foreign);
    SC_METHOD(combine);
    sensitive << in_i << last_;
    SC_METHOD(on_clock);
    sensitive << clk_i.pos();
    dont_initialize();
  }

 private:
  void combine() { next_.write(mixed(in_i.read(), last_.read())); }
  void on_clock() {
    if (!rst_ni.read()) {
      ++resets;
      last_.write(0);
      out_o.write(0);
      return;
    }
    const std::uint64_t edge = to_picoseconds(sc_core::sc_time_stamp()).count() / BenchClock::kPeriod.count();
    if (in_i.read() != 0) {
      sampled[edge] = in_i.read();
      last_.write(in_i.read());
    }
    out_o.write(next_.read());
  }

  sc_core::sc_signal<Value> next_{"next"};
  sc_core::sc_signal<Value> last_{"last"};
};

/// A source and a sink with a native module between them, and the same source and sink with a foreign one.
struct Pair {
  Pair(BenchClock& clock, std::uint64_t seed, Cycles in_delay, Cycles out_delay)
      : native_in(name("native_in"), clock.domain, in_delay),
        native_out(name("native_out"), clock.domain, out_delay),
        foreign_in(name("foreign_in"), clock.domain, in_delay),
        foreign_out(name("foreign_out"), clock.domain, out_delay),
        native_sink(clock.domain, native_out),
        foreign_sink(clock.domain, foreign_out),
        native_source(clock.domain, native_in, seed),
        entry(name("entry"), clock.domain),
        native(clock.domain, native_in, native_out),
        exit(name("exit"), clock.domain),
        foreign_source(clock.domain, foreign_in, seed),
        foreign(name("foreign")) {
    exit.wire_i(foreign_in);
    exit.signal_o(in_signal);
    foreign.in_i(in_signal);
    foreign.out_o(out_signal);
    entry.signal_i(out_signal);
    entry.wire_o(foreign_out);
  }
  static const char* name(const char* base) { return sc_core::sc_gen_unique_name(base); }

  Wire<Value> native_in, native_out, foreign_in, foreign_out;
  sc_core::sc_signal<Value> in_signal, out_signal;
  Sink native_sink, foreign_sink;
  Source native_source;
  SignalToWire<Value> entry;
  Native native;
  WireToSignal<Value> exit;
  Source foreign_source;
  Foreign foreign;
};

std::vector<std::unique_ptr<Pair>> make_pairs(BenchClock& clock) {
  std::vector<std::unique_ptr<Pair>> pairs;
  for (const std::uint64_t in_delay : {1U, 2U, 23U, 90U}) {
    for (const std::uint64_t out_delay : {1U, 23U, 90U}) {
      pairs.push_back(std::make_unique<Pair>(clock, pairs.size(), Cycles{in_delay}, Cycles{out_delay}));
    }
  }
  return pairs;
}

/// The clock and reset that the domain gives to modules on signals.
struct DomainPins {
  explicit DomainPins(BenchClock& clock) : pins("pins", clock.domain) {
    pins.clk_o(clk);
    pins.rst_no(rst_n);
  }
  void drive(Foreign& foreign) {
    foreign.clk_i(clk);
    foreign.rst_ni(rst_n);
  }

  sc_core::sc_signal<bool> clk{"clk"};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  ClockPins pins;
};

void check_equal(const std::vector<std::unique_ptr<Pair>>& pairs) {
  for (const auto& pair : pairs) {
    CHECK(pair->native_sink.taken.size() > 200);
    CHECK(pair->foreign_sink.taken == pair->native_sink.taken);
  }
}

}  // namespace

TEST_CASE("Wire adapters: a module on an sc_clock between two of them behaves as one on the domain", "[WIRE-14]") {
  BenchClock clock;
  sc_core::sc_clock foreign_clock("foreign_clock", to_sc_time(BenchClock::kPeriod));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  const auto pairs = make_pairs(clock);
  for (const auto& pair : pairs) {
    pair->foreign.clk_i(foreign_clock);
    pair->foreign.rst_ni(rst_n);
  }
  clock.step();
  rst_n.write(true);
  while (clock.next_edge() < 3000) clock.step();
  check_equal(pairs);
}

TEST_CASE("Wire adapters: the same on the clock and reset that the domain gives it, through a reset in mid-run",
          "[WIRE-13][WIRE-14]") {
  BenchClock clock;
  DomainPins pins(clock);
  const auto pairs = make_pairs(clock);
  for (const auto& pair : pairs) pins.drive(pair->foreign);
  while (clock.next_edge() < 1000) clock.step();
  clock.domain.reset(4);
  while (clock.next_edge() < 3000) clock.step();
  check_equal(pairs);
  for (const auto& pair : pairs) CHECK(pair->foreign.resets == 5);
}

TEST_CASE("Wire adapters: what is put at edge k is sampled outside at edge k + delay, and back inside one edge later",
          "[WIRE-11][WIRE-12][WIRE-14]") {
  BenchClock clock;
  DomainPins pins(clock);
  constexpr std::uint64_t kDelay = 3;
  Pair pair(clock, 5, Cycles{kDelay}, Cycles{1});
  pins.drive(pair.foreign);
  while (clock.next_edge() < 500) clock.step();
  REQUIRE(pair.foreign_source.put.size() > 50);
  for (const auto& [edge, value] : pair.foreign_source.put) {
    if (edge + kDelay + 1 >= 500) break;
    CHECK(pair.foreign.sampled.at(edge + kDelay) == value);
    CHECK(pair.foreign_sink.taken.count(edge + kDelay + 1) == 1);
  }
  CHECK(pair.foreign_sink.taken.size() <= pair.foreign.sampled.size());
}

TEST_CASE("SignalToWire: carries what the signal shows when the edge comes, whenever in the cycle it came to show it",
          "[WIRE-12]") {
  BenchClock clock;
  Wire<Value> wire("wire", clock.domain);
  SignalToWire<Value> entry("entry", clock.domain);
  Sink sink(clock.domain, wire);
  sc_core::sc_signal<Value> signal("signal");
  entry.signal_i(signal);
  entry.wire_o(wire);
  const auto write_at = [&signal](std::uint64_t picoseconds, Value value) {
    sc_core::sc_start(to_sc_time(Picoseconds{picoseconds}) - sc_core::sc_time_stamp());
    signal.write(value);
  };
  write_at(10 * 4000, 1);         // at the time of an edge: after it
  write_at(20 * 4000 + 1, 2);     // early in cycle 20
  write_at(22 * 4000 + 3999, 3);  // late in cycle 22
  write_at(23 * 4000 + 1000, 4);  // twice in cycle 23
  write_at(23 * 4000 + 2000, 5);
  write_at(24 * 4000 + 1000, 0);
  write_at(30 * 4000 + 1000, 6);  // for part of a cycle
  write_at(30 * 4000 + 2000, 0);
  sc_core::sc_start(to_sc_time(BenchClock::kPeriod * 10));
  std::map<std::uint64_t, Value> expected;
  for (std::uint64_t edge = 11; edge <= 20; ++edge) expected[edge] = 1;
  expected[21] = expected[22] = 2;
  expected[23] = 3;
  expected[24] = 5;
  CHECK(sink.taken == expected);
}

TEST_CASE("WireToSignal: in every cycle the signal shows what the wire shows", "[WIRE-11]") {
  BenchClock clock;
  Wire<Value> wire("wire", clock.domain, Cycles{4});
  Source source(clock.domain, wire, 11);
  WireToSignal<Value> exit("exit", clock.domain);
  sc_core::sc_signal<Value> signal("signal");
  exit.wire_i(wire);
  exit.signal_o(signal);
  int busy = 0;
  while (clock.next_edge() < 600) {
    clock.step();
    CHECK(signal.read() == wire.read());
    busy += signal.read() != 0 ? 1 : 0;
  }
  CHECK(busy > 100);
}

TEST_CASE("ClockPins: rises at every edge and falls in mid-cycle, with reset low around the edges of reset",
          "[WIRE-13]") {
  BenchClock clock;
  DomainPins pins(clock);
  const auto at = [&](std::uint64_t picoseconds) {
    sc_core::sc_start(to_sc_time(Picoseconds{picoseconds}) - sc_core::sc_time_stamp());
    return std::make_pair(pins.clk.read(), pins.rst_n.read());
  };
  CHECK(at(1) == std::make_pair(true, false));
  CHECK(at(2001) == std::make_pair(false, true));
  for (std::uint64_t edge = 1; edge < 5; ++edge) {
    CHECK(at(edge * 4000 + 1) == std::make_pair(true, true));
    CHECK(at(edge * 4000 + 2001) == std::make_pair(false, true));
  }
  at(4 * 4000 + 3000);
  clock.domain.reset(2);
  CHECK(at(5 * 4000 + 1) == std::make_pair(true, false));
  CHECK(at(5 * 4000 + 2001) == std::make_pair(false, false));
  CHECK(at(6 * 4000 + 1) == std::make_pair(true, false));
  CHECK(at(6 * 4000 + 2001) == std::make_pair(false, true));
  CHECK(at(7 * 4000 + 1) == std::make_pair(true, true));
}

}  // namespace tactus
