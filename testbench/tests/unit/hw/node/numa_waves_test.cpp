#include "hw/node/numa_waves.h"

#include <cmath>
#include <map>
#include <string>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/numa_bench.h"

namespace tactus {
namespace {

using namespace literals;

/// A bench and the signals of its node. Accesses of NIC n have the numbers 1000 n + tag, reads 100 more.
class WaveBench {
 public:
  explicit WaveBench(const NumaNodeConfig& config)
      : bench_(config), waves_(bench_.node(), [](int nic, bool read, std::uint32_t tag) {
          return 1000 * static_cast<std::uint64_t>(nic) + (read ? 100 : 0) + tag;
        }) {
    ProbeList probes;
    waves_.add_probes(probes, "node", [this] { return now_; });
    for (const Probe& probe : probes) CHECK(probes_.emplace(probe.scope + "." + probe.name, probe).second);  // once
  }

  void write(int nic, int memory, std::uint32_t bytes) { bench_.write(nic, memory, 0, bytes); }
  void read(int nic, int memory, std::uint32_t bytes) { bench_.read(nic, memory, 0, bytes); }
  /// Goes on to `time` and looks then.
  void go_to(Picoseconds time) {
    while (events().next() <= time) events().step();
    now_ = time;
  }
  [[nodiscard]] std::uint64_t value(const std::string& name) const { return probes_.at("node." + name).read(); }
  [[nodiscard]] std::string word(const std::string& name) const {
    return probes_.at("node." + name).enum_names.at(value(name));
  }
  [[nodiscard]] const std::map<std::string, Probe>& probes() const { return probes_; }
  [[nodiscard]] TimedEvents& events() { return bench_.events(); }
  [[nodiscard]] NumaNode& node() { return bench_.node(); }
  [[nodiscard]] NumaWaves& waves() { return waves_; }

 private:
  NumaBench bench_;
  NumaWaves waves_;
  Picoseconds now_;
  std::map<std::string, Probe> probes_;
};

/// Times, in picoseconds, at which a signal gets another value until `end`, each with that value; looked at once in
/// every grain.
std::map<std::uint64_t, std::string> changes(WaveBench& bench, const std::string& name, Picoseconds end) {
  std::map<std::uint64_t, std::string> all;
  std::string last;
  for (Picoseconds time; time < end; time += Picoseconds{TimedEvents::kGrain}) {
    bench.go_to(time);
    const bool has_words = !bench.probes().at("node." + name).enum_names.empty();
    const std::string value = has_words ? bench.word(name) : std::to_string(bench.value(name));
    if (value != last) all[time.count()] = value;
    last = value;
  }
  return all;
}

/// First grain that does not begin before `nanoseconds`.
std::uint64_t grain(double nanoseconds) {
  return ceil_div(static_cast<std::uint64_t>(std::lround(nanoseconds * 1000)), TimedEvents::kGrain) *
         TimedEvents::kGrain;
}

using Times = std::map<std::uint64_t, std::string>;

// Of the default node: PCI Express x8 of generation 1 and HyperTransport, each way.
constexpr double kPcieRate = 2.0;  // B/ns
constexpr double kHtRate = 6.4;

}  // namespace

/// Signals of the buffers of one class of packets, all of which are read together.
struct BufferCounts {
  std::string scope;
  const Probe& credits;
  const Probe& in_flight;
  const Probe& occupancy;
  const Probe& returning;
};

std::vector<BufferCounts> buffer_counts(const WaveBench& bench) {
  std::vector<BufferCounts> all;
  for (const auto& [name, probe] : bench.probes()) {
    if (probe.name != "credits") continue;
    const auto beside = [&bench, path = probe.scope + "."](const char* signal) -> const Probe& {
      return bench.probes().at(path + signal);
    };
    all.push_back({probe.scope.substr(5) + ".", probe, beside("in_flight"), beside("occupancy"), beside("returning")});
    for (const char* signal : {"in_flight", "occupancy", "returning"})
      REQUIRE(beside(signal).together == probe.together);
  }
  return all;
}

TEST_CASE("NUMA waves: credits, packets in flight, occupied buffers and returning credits add up to the buffers",
          "[WAVE-44]") {
  std::uint64_t seen = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    WaveBench bench{NumaNodeConfig{}};
    for (int i = 0; i < 60; ++i) {
      const int nic = dice.below(4);
      const auto bytes = static_cast<std::uint32_t>(dice.between(1, 2000));
      dice.chance(50) ? bench.write(nic, dice.below(2), bytes) : bench.read(nic, dice.below(2), bytes);
    }
    const std::vector<BufferCounts> classes = buffer_counts(bench);
    std::map<std::string, std::uint64_t> all;
    std::size_t wrong = 0;
    for (Picoseconds time; !bench.events().empty(); time += Picoseconds{TimedEvents::kGrain}) {
      bench.go_to(time);
      for (const BufferCounts& of : classes) {
        std::array<std::uint64_t, kMostProbesTogether> values{};
        (*of.credits.together)(values.data());
        const std::uint64_t used = values[of.in_flight.place] + values[of.occupancy.place];
        const std::uint64_t sum = values[of.credits.place] + used + values[of.returning.place];
        seen += used != 0 ? 1 : 0;
        if (all.emplace(of.scope, sum).first->second != sum) ++wrong;
      }
    }
    CHECK(wrong == 0);
    // Buffers of the default node.
    CHECK(all.at("link_0.to_socket_1.posted.") == 1);
    CHECK(all.at("link_0.to_socket_0.response.") == 6);
    CHECK(all.at("bridge_0.ht_up.non_posted.") == 5);
    CHECK(all.at("bridge_1.ht_down.response.") == 16);
    CHECK(all.at("nic_3.pcie_up.posted.") == 32);
    CHECK(all.at("nic_3.pcie_up.non_posted.") == 8);
    CHECK(all.at("nic_0.pcie_down.completion.") == 256);
    CHECK(all.count("nic_0.pcie_down.posted.") == 0);
  }
  CHECK(seen > 1000);
}

TEST_CASE("NUMA waves: a write of 64 B to near memory is on each wire, in each buffer and in memory when it has to be",
          "[WAVE-43][WAVE-46][WAVE-48]") {
  // On the slot's wire with 24 B more, 40 ns; on the bridge's with 8 B more, 24 ns; then on the bus of memory.
  const double on_pcie = (64 + 24) / kPcieRate;
  const double at_bridge = on_pcie + 40;
  const double begun = static_cast<double>(grain(at_bridge)) / 1000;
  const double off_ht = at_bridge + (64 + 8) / kHtRate;
  const double at_memory = off_ht + 24;
  const double off_bus = at_memory + 64 / 10.6;
  const double visible = off_bus + 144;
  const auto record = [](const std::string& name) {
    WaveBench bench{NumaNodeConfig{}};
    bench.write(0, 0, 64);
    return changes(bench, name, 500_ns);
  };
  CHECK(record("nic_0.pcie_up.kind") == Times{{0, "write"}, {grain(on_pcie), "idle"}});
  CHECK(record("nic_0.pcie_up.length") == Times{{0, "64"}, {grain(on_pcie), "0"}});
  CHECK(record("nic_0.pcie_up.posted.in_flight") == Times{{0, "1"}, {grain(at_bridge), "0"}});
  CHECK(record("bridge_0.ht_up.kind") == Times{{0, "idle"}, {grain(begun), "write"}, {grain(off_ht), "idle"}});
  CHECK(record("bridge_0.ht_up.posted.in_flight") == Times{{0, "0"}, {grain(at_bridge), "1"}, {grain(at_memory), "0"}});
  CHECK(record("memory_0.bus") == Times{{0, "idle"}, {grain(at_memory), "write"}, {grain(off_bus), "idle"}});
  CHECK(record("memory_0.queue") == Times{{0, "0"}, {grain(at_memory), "1"}, {grain(visible), "0"}});
  CHECK(record("memory_0.bank_0") == Times{{0, "0"}, {grain(at_memory), "1"}, {grain(at_memory + 20), "0"}});
  CHECK(record("memory_0.bank_1") == Times{{0, "0"}});
  CHECK(record("memory_1.bus") == Times{{0, "idle"}});
  CHECK(record("nic_0.slot.writes") == Times{{0, "1"}, {grain(visible), "0"}});
}

TEST_CASE("NUMA waves: a read has a tag until its data is there, and its number on every wire", "[WAVE-43][WAVE-46]") {
  // Request, transfer of 64 B at the bridge, access, and back with 4 B and 20 B.
  const double at_bridge = 24 / kPcieRate + 40;
  const double at_memory = at_bridge + 8 / kHtRate + 24;
  const double read = at_memory + 64 / 10.6 + 144;
  const double back = read + (64 + 4) / kHtRate + 24;
  const double done = back + (64 + 20) / kPcieRate + 40;
  const auto record = [](const std::string& name) {
    WaveBench bench{NumaNodeConfig{}};
    bench.read(0, 0, 64);
    return changes(bench, name, 800_ns);
  };
  CHECK(record("nic_0.slot.tags") == Times{{0, "1"}, {grain(done), "0"}});
  CHECK(record("nic_0.slot.reads") == Times{{0, "1"}, {grain(done), "0"}});
  CHECK(record("bridge_0.reads") == Times{{0, "0"}, {grain(at_bridge), "1"}, {grain(back), "0"}});
  CHECK(record("nic_0.pcie_up.message") == Times{{0, "100"}, {grain(24 / kPcieRate), "0"}});
  const Times down = record("nic_0.pcie_down.message");
  REQUIRE(down.size() == 3);
  CHECK(std::next(down.begin())->first == grain(back));
  CHECK(std::next(down.begin())->second == "100");
  CHECK(record("nic_0.pcie_down.kind").at(grain(back)) == "completion");
  CHECK(record("bridge_0.ht_down.kind").at(grain(read)) == "response");
  CHECK(record("memory_0.bus").at(grain(at_memory)) == "read");
}

TEST_CASE("NUMA waves: what several TLPs wait for has a name, and the bridge shows what it holds",
          "[WAVE-47][WAVE-49]") {
  WaveBench bench{NumaNodeConfig{}};
  for (int i = 0; i < 10; ++i) bench.write(0, 1, 2048);  // far: one posted buffer at the link between sockets
  std::map<std::string, int> limits;
  std::uint64_t least = 128;
  for (Picoseconds time; time < 20_us; time += Picoseconds{TimedEvents::kGrain}) {
    bench.go_to(time);
    ++limits[bench.word("nic_0.limit_of_writes")];
    CHECK(bench.word("nic_1.limit_of_writes") == "nothing");
    CHECK(bench.value("bridge_0.slot_0.posted_tlps") == bench.value("nic_0.pcie_up.posted.occupancy"));
    least = std::min(least, bench.value("nic_0.pcie_up.posted.data_credits"));
    if (bench.word("nic_0.limit_of_writes") == "HT socket 0 to 1: posted buffers") {
      CHECK(bench.value("link_0.to_socket_1.posted.credits") == 0);
    }
  }
  CHECK(limits["HT socket 0 to 1: posted buffers"] > 10 * limits["HT socket 0 to 1: wire"]);
  CHECK(least == 0);
  WaveBench reads{NumaNodeConfig{}};
  for (int i = 0; i < 20; ++i) reads.read(0, 1, 512);
  std::uint64_t most = 0;
  for (Picoseconds time; time < 5_us; time += Picoseconds{TimedEvents::kGrain}) {
    reads.go_to(time);
    most = std::max(most, reads.value("bridge_0.reads"));
    const std::string limit = reads.word("nic_0.limit_of_reads");
    if (limit == "NIC 0: reads under way") CHECK(reads.value("nic_0.slot.tags") != 0);
  }
  CHECK(most > 4);
  CHECK(most <= 32);
}

TEST_CASE("NUMA waves: a pair of ACK and flow control is on the other wire for every four TLPs", "[WAVE-45]") {
  WaveBench bench{NumaNodeConfig{}};
  bench.write(0, 0, 8 * 128);
  int updates = 0;
  std::string last;
  std::uint64_t most = 0;
  for (Picoseconds time; time < 2_us; time += Picoseconds{TimedEvents::kGrain}) {
    bench.go_to(time);
    const std::string kind = bench.word("nic_0.pcie_down.kind");
    updates += kind == "dllp" && last != "dllp" ? 1 : 0;
    most = std::max(most, bench.value("nic_0.pcie_up.without_update"));
    last = kind;
  }
  CHECK(updates == 2);
  CHECK(most == 3);
  CHECK(bench.value("nic_0.pcie_up.without_update") == 0);
}

TEST_CASE("NUMA waves: between what happens, nothing changes before the time that is said", "[WAVE-42]") {
  WaveBench bench{NumaNodeConfig{}};
  for (int nic = 0; nic < 4; ++nic) {
    bench.write(nic, 1 - nic / 2, 3000);
    bench.read(nic, nic % 2, 3000);
  }
  const auto all_values = [&bench] {
    std::vector<std::uint64_t> values;
    for (const auto& entry : bench.probes()) values.push_back(entry.second.read());
    return values;
  };
  std::vector<std::uint64_t> last;
  Picoseconds next;
  int alone = 0;
  int wrong = 0;
  for (Picoseconds time; time < 8_us; time += Picoseconds{TimedEvents::kGrain}) {
    const std::uint64_t executed = bench.events().executed();
    bench.go_to(time);
    const std::vector<std::uint64_t> values = all_values();
    const bool happened = bench.events().executed() != executed;
    if (!happened && values != last) {
      ++alone;
      if (next > time) ++wrong;
    }
    if (happened || next <= time) next = bench.waves().next_change(time);
    last = values;
  }
  CHECK(wrong == 0);
  CHECK(alone > 100);
}

TEST_CASE("NUMA waves: a node that is watched does the same at the same times") {
  NumaBench plain{NumaNodeConfig{}};
  WaveBench watched{NumaNodeConfig{}};
  for (int nic = 0; nic < 4; ++nic) {
    plain.write(nic, 0, 0, 5000);
    plain.read(nic, 1, 0, 5000);
    watched.write(nic, 0, 5000);
    watched.read(nic, 1, 5000);
  }
  CHECK(plain.run());
  for (Picoseconds time; !watched.events().empty(); time += Picoseconds{TimedEvents::kGrain}) {
    watched.go_to(time);
    for (const auto& entry : watched.probes()) entry.second.read();
  }
  CHECK(watched.node().idle());
  CHECK(watched.events().executed() == plain.events().executed());
  CHECK(watched.events().now() == plain.events().now());
}

}  // namespace tactus
