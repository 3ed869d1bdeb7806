#include "testbench/app/results/wave_lane.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/random.h"
#include "testbench/app/kinds/torus/core_waves.h"
#include "testbench/app/results/wave_hierarchy.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "tlm_models/node/copies/datatype_config.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

constexpr int kRanks = 5;
const Clock kTorusClock{Picoseconds{1700}};
constexpr RandomStream kRandom(1, 2);

CoreMessagesConfig three_cores() {
  CoreMessagesConfig config;
  config.node.cores = 3;
  config.node.threads_per_core = 2;
  config.node.quantum = Cycles{400};
  config.node.directory_latency = config.node.memory_latency = Cycles{10};
  config.copy.kind = CopyProtocolKind::kPvas;
  CopyCosts& costs = config.copy.costs;
  costs.match = costs.post = costs.poll = costs.buffer = costs.stretch = costs.piece = costs.item = 8;
  return config;
}

Op message_to(int peer, std::uint32_t tag, std::uint64_t bytes) {
  Op op;
  op.peer = peer;
  op.tag = tag;
  op.bytes = Bytes{bytes};
  return op;
}

/// Cores that are given messages at edges of the torus by chance, the same ones each time.
class RandomCores {
 public:
  RandomCores() : cores_(three_cores(), kRanks) {}

  [[nodiscard]] CoreMessages& cores() { return cores_; }
  /// What software does in the middle of `cycle`.
  void act(std::uint64_t cycle) {
    const Picoseconds now = kTorusClock.edge(Cycles{cycle});
    const bool due = cores_.next() <= now;
    const bool sends = kRandom.below(4 * cycle, 40) == 0 && cycle % 2000 < 200 && cycle < 5000;  // and long breaks
    if (!due && !sends) return;
    std::vector<LocalMessages::Ended> ended;
    cores_.end(now, ended);
    ended_ += ended.size();
    if (sends) begin(cycle, now);
    cores_.go_on(std::vector<bool>(kRanks, true), now);
  }
  [[nodiscard]] std::uint64_t begun() const { return begun_; }
  [[nodiscard]] std::uint64_t ended() const { return ended_; }

 private:
  void begin(std::uint64_t cycle, Picoseconds now) {
    const int from = static_cast<int>(kRandom.below(4 * cycle + 1, kRanks));
    const int to = (from + 1 + static_cast<int>(kRandom.below(4 * cycle + 2, kRanks - 1))) % kRanks;
    const auto tag = static_cast<std::uint32_t>(++begun_);
    const std::uint64_t bytes = 64 + kRandom.below(4 * cycle + 3, 700);
    cores_.post(to, from, message_to(from, tag, bytes));
    cores_.send(from, to, message_to(to, tag, bytes), now);
  }

  CoreMessages cores_;
  std::uint64_t begun_ = 0;
  std::uint64_t ended_ = 0;
};

std::uint64_t tag_of(const CoreWork& work) { return work.op->tag; }
std::uint64_t as_it_is(std::uint64_t number) { return number; }

/// Reads all signals in every cycle of the cores, one after the other.
class EveryCoreCycle final : public WheelWatcher {
 public:
  explicit EveryCoreCycle(CoreMessages& cores) : waves_(three_cores().node, kRanks, *this) {
    waves_.put_into("torus.node.manycore", as_it_is);
    cores.watch(waves_, tag_of);
    waves_.add_probes(probes_, {});
  }
  void before(Picoseconds next) override {
    for (const Cycles end = clock_.covering(next); next_ < end; next_ += Cycles{1}) {
      for (const Probe& probe : probes_) values_[wave_name(probe)].push_back(probe.read());
    }
  }
  void after(Picoseconds) override {}
  void touched() override {}
  [[nodiscard]] ManyCoreWaves& waves() { return waves_; }
  /// By name and cycle of the cores.
  [[nodiscard]] const std::map<std::string, std::vector<std::uint64_t>>& values() const { return values_; }

 private:
  Clock clock_{three_cores().node.cycle};
  ManyCoreWaves waves_;
  ProbeList probes_;
  Cycles next_;
  std::map<std::string, std::vector<std::uint64_t>> values_;
};

class NoFocus final : public WaveFocus {
 public:
  void add(Cycles, const WaveChanges&) override {}
  [[nodiscard]] std::optional<WaveHighlight> highlight() const override { return std::nullopt; }
};

class TriggerIn final : public WaveTrigger {
 public:
  explicit TriggerIn(std::uint64_t cycle) : cycle_(cycle) {}
  std::optional<WaveEvent> look(Cycles cycle, const WaveChanges&) override {
    if (cycle != cycle_) return std::nullopt;
    return WaveEvent{cycle, "here", 0};
  }

 private:
  Cycles cycle_;
};

/// Records cycles up to before `cycles` as WaveRecorder does it: a sample before software acts in the cycle.
Wave record_lane(const WavesConfig& waves, const std::optional<WavesAround>& around, std::uint64_t cycles,
                 std::uint64_t event = 0) {
  const TemporaryFolder folder;
  RandomCores run;
  WaveRecording recording(waves, kTorusClock, true, folder.path());
  if (around) recording.around(*around, std::make_unique<TriggerIn>(event));
  WaveLane lane(recording, 0, Clock{three_cores().node.cycle});
  ManyCoreWaves cores(three_cores().node, kRanks, lane);
  cores.put_into("torus.node.manycore", as_it_is);
  run.cores().watch(cores, tag_of);
  ProbeList of_cores;
  cores.add_probes(of_cores, {});
  std::uint64_t now = 0;
  recording.begin({{"torus.node", "low", 3, [&now] { return now & 7U; }, {}}},
                  [](const ProbeList&) { return std::make_unique<NoFocus>(); }, {}, {of_cores});
  const CopyNode& node = run.cores().node();
  for (; now < cycles; ++now) {
    const Cycles cycle{now};
    if (cycle >= recording.first() && !recording.ended(cycle)) {
      recording.sample(cycle);
      if (now > 0) {
        const Picoseconds known = node.quantum_start(kTorusClock.edge(Cycles{now - 1}));
        cores.settle(node.memory(), known);
        recording.release(known);
      }
    }
    run.act(now);
  }
  cores.settle(node.memory(), node.quantum_end(kTorusClock.edge(Cycles{cycles})));
  recording.release(Picoseconds::max());
  recording.finish();
  return read_vcd(folder.path() / "waves.vcd");
}

WavesConfig lanes_as_vcd() {
  WavesConfig waves;
  waves.format = WaveFormat::kVcd;
  return waves;
}

/// Number of values in which `part` differs from `whole` where it has something, and of changes that it lacks.
std::size_t lane_differences(const Wave& part, const Wave& whole) {
  std::size_t differing = 0;
  for (const auto& [name, values] : part.changes) {
    const std::uint64_t begin = values.begin()->first;
    for (const auto& entry : values) differing += part.at(name, entry.first) != whole.at(name, entry.first) ? 1 : 0;
    const auto& all = whole.changes.at(name);
    for (auto at = all.upper_bound(begin); at != all.lower_bound(part.end); ++at)
      differing += values.count(at->first) ^ 1U;
  }
  return differing;
}

}  // namespace

TEST_CASE("Wave lanes: cores beside the clock of the torus are in the file as a sample of each of their cycles gives",
          "[WAVE-68]") {
  constexpr std::uint64_t kCycles = 6200;
  const Wave wave = record_lane(lanes_as_vcd(), {}, kCycles);
  RandomCores run;
  EveryCoreCycle every(run.cores());
  for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) run.act(cycle);
  const CopyNode& node = run.cores().node();
  every.waves().settle(node.memory(), node.quantum_end(kTorusClock.edge(Cycles{kCycles})));
  CHECK(run.begun() > 12);
  CHECK(run.ended() == 2 * run.begun());
  const std::uint64_t grain = three_cores().node.cycle.count();
  REQUIRE(wave.end == kTorusClock.edge(Cycles{kCycles}).count());
  std::size_t differing = 0;
  std::size_t off_edges = 0;
  for (const auto& [name, values] : every.values()) {
    for (std::uint64_t number = 0; number * grain < wave.end; ++number) {
      differing += wave.at(name, number * grain) != values.at(number) ? 1 : 0;
    }
    for (const auto& entry : wave.changes.at(name)) {
      differing += entry.first % grain != 0 || entry.first >= wave.end ? 1 : 0;
      off_edges += entry.first % 1700 != 0 ? 1 : 0;
    }
  }
  CHECK(differing == 0);
  CHECK(off_edges > 1000);
  CHECK(wave.at("torus.node.low[2:0]", 9 * 1700) == 1);
  CHECK(wave.changes.at("clock.clk").size() == 2 * kCycles);
}

TEST_CASE("Wave lanes: a window has what the whole file has there, and so has what is around an event",
          "[WAVE-68][key:waves.from][key:waves.to]") {
  const Wave whole = record_lane(lanes_as_vcd(), {}, 5000);
  WavesConfig window = lanes_as_vcd();
  window.from = 1700_ns;
  window.to = 3400_ns;
  const Wave part = record_lane(window, {}, 5000);
  CHECK(part.end == 3'400'000);
  CHECK(part.changes.at("clock.cycle[47:0]").begin()->first == 1'700'000);
  CHECK(lane_differences(part, whole) == 0);
  WavesAround around;
  around.event = WavesAround::Event::kStall;
  around.after = Picoseconds{500 * 1700};
  for (const std::uint64_t before : {300, 301, 302, 303, 304, 305, 306}) {
    around.before = Picoseconds{before * 1700};
    const Wave event = record_lane(lanes_as_vcd(), around, 5000, 1500);
    CHECK(event.changes.at("clock.cycle[47:0]").begin()->first == (1500 - before) * 1700);
    CHECK(event.end == 2000 * 1700);
    CHECK(lane_differences(event, whole) == 0);
  }
  // Memory for few changes: the file begins later, with the values as they were.
  around.before = Picoseconds{1400 * 1700};
  around.memory = 4096_B;
  const Wave short_of_memory = record_lane(lanes_as_vcd(), around, 5000, 1500);
  CHECK(short_of_memory.changes.at("clock.cycle[47:0]").begin()->first > 1300 * 1700);
  CHECK(lane_differences(short_of_memory, whole) == 0);
}

TEST_CASE("Waves of cores in a torus: packing a column takes each of its parts as long as its instructions",
          "[WAVE-68]") {
  constexpr std::uint64_t kRows = 60;
  CoreMessagesConfig config = three_cores();
  ManyCoreConfig& cores = config.node;  // each access takes as long as an instruction, 4 ns
  cores.cycle = 2_ns;
  cores.quantum = Cycles{1000};
  cores.l1.latency = cores.l2.latency = cores.issue_interval = Cycles{2};
  cores.directory_latency = cores.memory_latency = cores.ring_hop = Cycles{0};
  config.copy.costs.piece = config.copy.costs.item = 0;
  const MessageSideConfig column{vector_type(kRows, 1, 20, basic_type(BasicType::kDouble)), 1};
  config.message = TransferConfig{column, column};
  CoreMessages messages(config, 1);
  class Changes final : public WheelWatcher {
   public:
    void before(Picoseconds) override {}
    void touched() override {}
    void after(Picoseconds now) override {
      for (const Probe& probe : probes) {
        if (probe.name != "state" && probe.name != "part") continue;
        auto& times = all[probe.name];
        const std::string value = probe.enum_names.at(probe.read());
        if (times.empty() || times.back().second != value) times.emplace_back(now.count(), value);
      }
    }
    ProbeList probes;
    std::map<std::string, std::vector<std::pair<std::uint64_t, std::string>>> all;
  } changes;
  ManyCoreWaves waves(cores, 1, changes);
  waves.put_into("torus.node.manycore", as_it_is);
  messages.watch(waves, tag_of);
  waves.add_probes(changes.probes, {});
  const Picoseconds begin = 50_us;
  CHECK_FALSE(messages.packed(0, message_to(7, 1, 8 * kRows), begin));
  messages.go_on({true}, begin);
  for (Picoseconds now = begin; messages.next() != Picoseconds::max(); now = messages.next()) {
    std::vector<LocalMessages::Ended> ended;
    messages.end(now, ended);
  }
  waves.settle(messages.node().memory(), messages.node().quantum_end(100_us));
  const CopyCosts& costs = config.copy.costs;
  const std::uint64_t described = begin.count() + costs.buffer * 4000;
  const std::uint64_t copied = described + 4000;
  const std::uint64_t done = copied + kRows * (costs.stretch + 2) * 4000;
  using Times = std::vector<std::pair<std::uint64_t, std::string>>;
  CHECK(changes.all["state"] ==
        Times{{0, "rank"}, {begin.count(), "call"}, {described, "describe"}, {copied, "copy"}, {done, "rank"}});
  CHECK(changes.all["part"] == Times{{0, "none"}, {begin.count(), "pack"}, {done, "none"}});
}

TEST_CASE("MessageTickets: a ticket has the number that its message gets, also when the message has ended",
          "[WAVE-68]") {
  const MachineConfig machine;
  const RankMap map({machine.network, 1, machine.nics()});
  PacketBook book(machine, map, Cycles{100});
  MessageTickets tickets;
  const MessageKey key{3, 5, 17};
  const std::uint64_t none = tickets.take(book, key);
  book.send_started({4, 5, 0, 17, 64_B}, Cycles{10});
  book.send_started({3, 5, 0, 17, 64_B}, Cycles{10});
  const std::uint64_t one = tickets.take(book, key);
  CHECK(tickets.number(one) == 0);  // others may be started in this cycle
  book.settle_before(Cycles{11});
  book.receive_completed({3, 5, 0, 17, 64_B}, Cycles{12});
  book.send_started({3, 5, 0, 17, 64_B}, Cycles{12});
  const std::uint64_t two = tickets.take(book, key);
  book.settle_before(Cycles{13});
  CHECK(tickets.number(none) == 0);
  CHECK(tickets.number(0) == 0);
  CHECK(tickets.number(one) == 1);  // of rank 3, which comes before rank 4
  CHECK(tickets.number(two) == 3);
}
