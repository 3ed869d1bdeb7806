#include "hw/node/numa_memory_port.h"

#include <map>
#include <tuple>

#include "hw/common/router_ports.h"
#include "hw/memory/address_map.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using namespace literals;
using Kind = MemoryRequest::Kind;

constexpr Clock kClock{Picoseconds{4'000}};

/// Asks a NUMA node edge by edge, as a NIC does, at the edges that it says or at all, and notes the answers.
struct Asker final : MemoryClient {
  NumaMemoryPort port;
  Cycles now;
  std::map<std::tuple<int, std::uint32_t, MemoryAnswer>, Cycles> answers;

  explicit Asker(const NumaNodeConfig& config = {}, std::vector<int> engine_nics = {0, 1, 2, 3})
      : port(config, std::move(engine_nics), kClock) {
    port.connect(*this);
  }
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override {
    CHECK(answers.emplace(std::tuple(engine, tag, answer), now).second);
  }
  void ask(int engine, Kind kind, std::uint32_t tag, std::uint64_t bytes, int memory = 0) {
    port.request({engine, tag, kind, AddressMap::in_memory(memory, tag * 4096), Bytes{bytes}}, now);
  }
  /// To edge `edge`; either through each one, or only through those at which the port wants to be called.
  void run_to(Cycles edge, bool each) {
    while (now < edge) {
      now = each ? now + 1_cycles : std::min(edge, std::max(port.next(true), now + 1_cycles));
      port.answer(now);
    }
  }
  [[nodiscard]] Cycles at(int engine, std::uint32_t tag, MemoryAnswer answer) const {
    const auto it = answers.find(std::tuple(engine, tag, answer));
    return it == answers.end() ? Cycles::max() : it->second;
  }
};

/// First edge at or after the grain of the node's events in which `time` lies.
Cycles edge_of(Picoseconds time) { return kClock.covering(Picoseconds{ceil_div(time.count(), 256) * 256}); }

}  // namespace

TEST_CASE("NumaMemoryPort: a write is taken when its TLPs have left and visible when memory has them") {
  Asker asker;
  asker.ask(0, Kind::kWrite, 5, 256);
  asker.run_to(1'000_cycles, true);
  // Two TLPs of 152 B at 2 GB/s: 152 ns.
  CHECK(asker.at(0, 5, MemoryAnswer::kTaken) == edge_of(152_ns));
  // Then 40 ns to the bridge, two transfers of 11.25 ns and 24 ns to the socket, 6.04 ns and 144 ns at the memory.
  const Picoseconds visible{152'000 + 40'000 + 22'500 + 24'000 + 6'038 + 144'000};
  CHECK(asker.at(0, 5, MemoryAnswer::kVisible) == edge_of(visible));
  CHECK(asker.at(0, 5, MemoryAnswer::kWritten) == Cycles::max());
}

TEST_CASE("NumaMemoryPort: far memory answers reads later than near memory does, each engine through its slot") {
  for (int engine = 0; engine < 4; ++engine) {
    CAPTURE(engine);
    Asker asker;
    asker.ask(engine, Kind::kRead, 1, 256, engine / 2);
    asker.ask(engine, Kind::kRead, 2, 256, 1 - engine / 2);
    asker.run_to(1'000_cycles, true);
    CHECK(asker.at(engine, 1, MemoryAnswer::kRead) < asker.at(engine, 2, MemoryAnswer::kRead));
    CHECK(asker.answers.size() == 2);
  }
}

TEST_CASE("NumaMemoryPort: an engine asks through the NIC that it has been given") {
  Asker asker({}, {2, 2, 0, 1});
  asker.ask(0, Kind::kRead, 1, 256, 1);  // NIC 2 is at socket 1
  asker.run_to(1'000_cycles, true);
  Asker far({}, {0, 2, 0, 1});
  far.ask(0, Kind::kRead, 1, 256, 1);
  far.run_to(1'000_cycles, true);
  CHECK(asker.at(0, 1, MemoryAnswer::kRead) < far.at(0, 1, MemoryAnswer::kRead));
  CHECK(asker.answers.size() == 1);
}

TEST_CASE("NumaMemoryPort: answers do not depend on whether it is called at every edge") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Asker each;
    Asker some;
    Dice dice(seed);
    for (std::uint32_t tag = 0; tag < 150; ++tag) {
      const Cycles edge{each.now.count() + static_cast<std::uint64_t>(dice.below(60))};
      each.run_to(edge, true);
      some.run_to(edge, false);
      const int engine = dice.below(4);
      const Kind kind = dice.chance(50) ? Kind::kRead : Kind::kWrite;
      const auto bytes = static_cast<std::uint64_t>(dice.between(1, 1'920));
      const int memory = dice.below(2);
      each.ask(engine, kind, tag, bytes, memory);
      some.ask(engine, kind, tag, bytes, memory);
    }
    each.run_to(each.now + 20'000_cycles, true);
    some.run_to(each.now, false);
    CHECK(each.answers.size() >= 150);
    const bool same = each.answers == some.answers;
    CHECK(same);
    CHECK(some.port.next(true) == Cycles::max());
  }
}

TEST_CASE("NumaMemoryPort: what was asked for before a reset is not answered, what comes after is") {
  Asker asker;
  asker.ask(0, Kind::kRead, 1, 512);
  asker.ask(1, Kind::kWrite, 1, 512);
  asker.run_to(10_cycles, true);
  asker.port.forget();
  asker.ask(0, Kind::kRead, 1, 512);
  asker.run_to(2'000_cycles, true);
  CHECK(asker.answers.size() == 1);
  CHECK(asker.at(0, 1, MemoryAnswer::kRead) != Cycles::max());
}

TEST_CASE("NumaMemoryPort: each of eight engines is told its own answers, by tags of twenty bits, also after resets") {
  Asker asker({}, {0, 1, 2, 3, 3, 2, 1, 0});
  for (int reset = 0; reset < 1100; reset += 100) {
    for (int i = 0; i < 100; ++i) asker.port.forget();
    asker.answers.clear();
    for (int engine = 0; engine < kMaxNics; ++engine) {
      for (const std::uint32_t tag : {0U, 3U, (1U << 20) - 1}) asker.ask(engine, Kind::kRead, tag, 64);
    }
    asker.run_to(asker.now + 5'000_cycles, false);
    for (int engine = 0; engine < kMaxNics; ++engine) {
      for (const std::uint32_t tag : {0U, 3U, (1U << 20) - 1}) {
        CAPTURE(reset, engine, tag);
        CHECK(asker.at(engine, tag, MemoryAnswer::kRead) != Cycles::max());
      }
    }
    CHECK(asker.answers.size() == 3 * kMaxNics);
  }
}

}  // namespace tactus
