#include "hw/node/numa_node.h"

#include <algorithm>
#include <map>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/numa_bench.h"

namespace tactus {
namespace {

using namespace literals;

constexpr std::uint32_t kChunk = 2048;
constexpr int kChunks = 400;

/// A ring of sockets, each with a memory and a bridge, with small buffers of random sizes everywhere.
NumaNodeConfig random_node(Dice& dice) {
  const auto few = [&](int most) { return static_cast<std::uint32_t>(dice.between(1, most)); };
  NumaNodeConfig config;
  config.sockets = dice.between(2, 4);
  config.memories.clear();
  config.socket_links.clear();
  config.bridges.clear();
  config.nics.clear();
  for (int socket = 0; socket < config.sockets; ++socket) {
    config.memories.push_back({socket, {}});
    MemoryControllerConfig& memory = config.memories.back().controller;
    memory.queue = few(8);
    memory.banks = 1 << dice.below(4);
    memory.bank_busy = Picoseconds{static_cast<std::uint64_t>(dice.below(60'000))};
    NumaNodeConfig::Bridge bridge;
    bridge.socket = socket;
    bridge.socket_buffers = {few(4), few(4), few(4)};
    bridge.bridge_buffers = {few(4), few(4), few(4)};
    bridge.reads = few(16);
    bridge.completions = few(4);
    for (PcieLinkConfig& slot : bridge.slots) {
      slot.read_tags = dice.between(1, 8);
      slot.posted = {few(4), 8 * few(4)};
      slot.completions = {few(4), 8 * few(4)};
      slot.non_posted_headers = few(4);
    }
    config.nics.push_back({socket, 0});
    if (dice.chance(50)) config.nics.push_back({socket, 1});
    config.bridges.push_back(bridge);
    // A chain: without a cycle of links no cycle of full buffers.
    if (socket > 0) config.socket_links.push_back({socket - 1, socket, {}, {few(3), few(3), few(3)}});
  }
  return config;
}

}  // namespace

TEST_CASE("NumaNode: random accesses are each done once, in order on every link, and everything comes home") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    const NumaNodeConfig config = random_node(dice);
    REQUIRE(validate(config).empty());
    NumaBench bench(config);
    std::vector<std::uint64_t> written(config.memories.size());
    std::vector<std::uint64_t> read(config.memories.size());
    std::vector<std::vector<bool>> is_read(config.nics.size());
    for (int i = 0; i < 200; ++i) {
      const auto nic = static_cast<std::size_t>(dice.below(static_cast<int>(config.nics.size())));
      const auto memory = static_cast<std::size_t>(dice.below(config.sockets));
      const auto bytes = static_cast<std::uint32_t>(dice.between(1, 3000));
      const auto offset = static_cast<std::uint64_t>(dice.below(100'000));
      is_read[nic].push_back(dice.chance(50));
      if (is_read[nic].back()) {
        bench.read(static_cast<int>(nic), static_cast<int>(memory), offset, bytes);
        read[memory] += bytes;
      } else {
        bench.write(static_cast<int>(nic), static_cast<int>(memory), offset, bytes);
        written[memory] += bytes;
      }
      for (int step = dice.below(40); step > 0 && !bench.events().empty(); --step) bench.events().step();
    }
    CHECK(bench.run());
    CHECK(bench.faults() == std::vector<std::string>{});
    for (std::size_t memory = 0; memory < written.size(); ++memory) {
      CHECK(bench.node().memory(static_cast<int>(memory)).bytes_written() == Bytes{written[memory]});
      CHECK(bench.node().memory(static_cast<int>(memory)).bytes_read() == Bytes{read[memory]});
    }
    bool once = true;
    for (std::size_t nic = 0; nic < is_read.size(); ++nic) {
      const CountingNic& counting = bench.nic(static_cast<int>(nic));
      for (std::size_t tag = 0; tag < is_read[nic].size(); ++tag) {
        const CountingNic::Count& count = counting.counts[tag];
        once = once && count.read == (is_read[nic][tag] ? 1 : 0) && count.taken == (is_read[nic][tag] ? 0 : 1) &&
               count.visible == count.taken;
      }
      once = once && !counting.visible_before_taken;
    }
    CHECK(once);
  }
}

TEST_CASE("NumaNode: no access of a memory begins before the packet has come out of its buffer, but for a grain") {
  /// How long before it was given to its memory an access began, at most.
  struct Earliest final : MemoryObserver {
    explicit Earliest(const TimedEvents& when) : events(when) {}
    void accessed(bool, std::size_t, Picoseconds begin, Picoseconds, Picoseconds) override {
      if (begin < events.now()) most = std::max(most, events.now() - begin);
    }
    const TimedEvents& events;
    Picoseconds most;
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Dice dice(seed);
    const NumaNodeConfig config = random_node(dice);
    NumaBench bench(config);
    Earliest earliest(bench.events());
    for (int memory = 0; memory < config.sockets; ++memory) bench.node().memory(memory).observe(&earliest);
    for (int i = 0; i < 300; ++i) {
      const int nic = dice.below(static_cast<int>(config.nics.size()));
      const int memory = dice.below(config.sockets);
      const auto bytes = static_cast<std::uint32_t>(dice.between(1, 1000));
      dice.chance(60) ? bench.write(nic, memory, 0, bytes) : bench.read(nic, memory, 0, bytes);
    }
    CHECK(bench.run());
    CAPTURE(seed);
    CHECK(earliest.most <= Picoseconds{256});
  }
}

TEST_CASE("NumaNode: no write or read of a NIC overtakes an older write of it on the way through bridge and sockets") {
  // Accesses of 64 B are the same packet on each link. Writes are held up at the link between the sockets, reads are
  // not.
  struct Way final : LinkObserver {
    OrderChecker& checker;
    bool enters;
    Way(OrderChecker& way, bool at_entry) : checker(way), enters(at_entry) {}
    void sent(const LinkPacket& packet, Picoseconds now) override {
      if (enters) checker.sent(packet, now);
    }
    void received(const LinkPacket& packet, Picoseconds now) override {
      if (!enters) checker.received(packet, now);
    }
    void released(const LinkPacket& /*packet*/, Picoseconds /*now*/) override {}
  };
  NumaBench bench({});
  OrderChecker checker(ht_order_rules(), "NIC to far socket");
  Way entry(checker, true);
  Way end(checker, false);
  for (const NumaNode::Channel& channel : bench.node().channels()) {
    if (channel.name == "PCIe NIC 0" || channel.name == "PCIe NIC 1") channel.channel->observe(&entry);
    if (channel.name == "HT socket 0 to 1") channel.channel->observe(&end);
  }
  Dice dice(1);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const int nic = dice.below(2);
    if (dice.chance(70)) {
      bench.write(nic, 1, i * 64, 64);
    } else {
      bench.read(nic, 1, i * 64, 64);
    }
    for (int step = dice.below(10); step > 0 && !bench.events().empty(); --step) bench.events().step();
  }
  CHECK(bench.run());
  CHECK(checker.packets() == 1'000);
  CHECK(checker.pending() == 0);
  CHECK(checker.faults() == std::vector<std::string>{});
}

TEST_CASE("NumaNode: writes into near memory fill their PCI Express link, 128/152 of it") {
  NumaBench bench({});
  for (int i = 0; i < kChunks; ++i) bench.write(0, 0, static_cast<std::uint64_t>(i) * kChunk, kChunk);
  CHECK(bench.run());
  CHECK(bench.rate(0, std::uint64_t{kChunk} * kChunks) == Approx(2e9 * 128 / 152).epsilon(0.005));
}

TEST_CASE("NumaNode: writes into far memory get posted buffers x 64 B / round trip of the link between sockets") {
  for (std::uint32_t posted = 1; posted <= 3; ++posted) {
    CAPTURE(posted);
    NumaNodeConfig config;
    config.socket_links[0].buffers.posted = posted;
    NumaBench bench(config);
    for (int i = 0; i < kChunks; ++i) bench.write(0, 1, static_cast<std::uint64_t>(i) * kChunk, kChunk);
    CHECK(bench.run());
    const double round_trip = 72 / 6.4e9 + 2 * 24e-9;
    const double expected = std::min(posted * 64 / round_trip, 2e9 * 128 / 152);
    CHECK(bench.rate(0, std::uint64_t{kChunk} * kChunks) == Approx(expected).epsilon(0.01));
  }
}

TEST_CASE("NumaNode: reads from far memory are not held back by posted buffers") {
  NumaBench near({});
  NumaBench far({});
  for (int i = 0; i < kChunks; ++i) {
    near.read(0, 0, static_cast<std::uint64_t>(i) * kChunk, kChunk);
    far.read(0, 1, static_cast<std::uint64_t>(i) * kChunk, kChunk);
  }
  CHECK(near.run());
  CHECK(far.run());
  const std::uint64_t bytes = std::uint64_t{kChunk} * kChunks;
  CHECK(near.rate(0, bytes) == Approx(2e9 * 128 / 148).epsilon(0.01));
  CHECK(far.rate(0, bytes) == Approx(near.rate(0, bytes)).epsilon(0.01));
}

TEST_CASE("NumaNode: few reads under way give tags x request / round trip") {
  NumaNodeConfig config;
  for (auto& bridge : config.bridges) {
    for (auto& slot : bridge.slots) {
      slot.read_tags = 1;
      slot.dllp = {};  // a round trip on an idle link meets none
    }
  }
  NumaBench one(config);
  one.read(0, 0, 0, 512);
  CHECK(one.run());
  const double round_trip = static_cast<double>(one.nic(0).last.count()) * 1e-12;
  NumaBench many(config);
  for (int i = 0; i < kChunks; ++i) many.read(0, 0, static_cast<std::uint64_t>(i) * 512, 512);
  std::map<NodeLimit, int> limits;
  for (int i = 0; i < 1'000; ++i) {
    many.events().step();
    ++limits[many.node().limit_of_reads(0, many.events().now()).limit];
  }
  CHECK(limits[NodeLimit::kReadTags] > 0);
  CHECK(limits[NodeLimit::kPcieCredits] == 0);
  CHECK(many.run());
  CHECK(many.rate(0, std::uint64_t{512} * kChunks) == Approx(512 / round_trip).epsilon(0.01));
}

TEST_CASE("NumaNode: what limits writes is the PCI Express wire near, and the link between sockets far") {
  const auto limits = [](int memory) {
    NumaBench bench({});
    for (int i = 0; i < kChunks; ++i) bench.write(0, memory, static_cast<std::uint64_t>(i) * kChunk, kChunk);
    for (int i = 0; i < 2'000; ++i) bench.events().step();
    std::vector<NodeLimit> seen;
    for (int i = 0; i < 2'000; ++i) {
      bench.events().step();
      seen.push_back(bench.node().limit_of_writes(0, bench.events().now()).limit);
    }
    return seen;
  };
  const auto count = [](const std::vector<NodeLimit>& seen, NodeLimit limit) {
    return std::count(seen.begin(), seen.end(), limit);
  };
  const std::vector<NodeLimit> near = limits(0);
  CHECK(count(near, NodeLimit::kPciePayload) + count(near, NodeLimit::kPcieOverhead) == 2'000);
  const std::vector<NodeLimit> far = limits(1);
  CHECK(count(far, NodeLimit::kHtPosted) + count(far, NodeLimit::kHtWire) == 2'000);
  CHECK(count(far, NodeLimit::kHtPosted) > count(far, NodeLimit::kHtWire));
}

}  // namespace tactus
