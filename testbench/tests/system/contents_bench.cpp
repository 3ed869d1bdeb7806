#include "testbench/tests/system/contents_bench.h"

#include <algorithm>

#include "hw/common/sc_time_conversion.h"
#include "hw/node/torus.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kBase = 0x8000'0000'0000;
constexpr std::uint64_t kHalf = 1 << 19;  ///< memory is read below, written above
constexpr std::uint64_t kNicBase = 0x4000'0000;
constexpr int kEngines = 2;

MachineConfig machine() {
  MachineConfig config;
  config.network = {3, 2};
  config.nic.count = kEngines;
  config.nic.outstanding_reads = 3;
  config.nic.unexpected_entries = 32;
  return config;
}

/// Messages of random lengths and places between random nodes, up to 8 receives per engine. No two overlap.
std::vector<ContentsMessage> random_messages(std::uint64_t seed, int nodes) {
  Dice dice(seed);
  std::vector<ContentsMessage> messages;
  std::vector<std::uint64_t> used(static_cast<std::size_t>(nodes), kHalf);
  for (int i = 0; i < 40; ++i) {
    ContentsMessage message;
    message.from = dice.below(nodes);
    message.to = (message.from + dice.between(1, nodes - 1)) % nodes;
    message.engine = dice.below(kEngines);
    message.bytes = static_cast<std::uint64_t>(dice.chance(30) ? dice.below(100) : dice.between(1, 9000));
    message.source = static_cast<std::uint64_t>(dice.below(400'000));
    message.destination = used[static_cast<std::size_t>(message.to)] += static_cast<std::uint64_t>(dice.below(70));
    used[static_cast<std::size_t>(message.to)] += message.bytes;
    // Single packets of one tag may overtake each other, and their bytes must not.
    message.one_sided = dice.chance(40);
    message.tag = message.one_sided && message.bytes <= 2000 ? 0 : static_cast<std::uint32_t>(i);
    message.late = !message.one_sided && dice.chance(30);
    message.cancelled = !message.one_sided && !message.late && dice.chance(20);
    messages.push_back(message);
  }
  return messages;
}

PayloadCarrier::Payload part(const TlmRam& ram, std::uint64_t offset, std::uint64_t bytes) {
  const auto begin = ram.bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  return {begin, begin + static_cast<std::ptrdiff_t>(bytes)};
}

void check_contents(const ContentsBench& bench, const std::vector<ContentsMessage>& messages) {
  for (const ContentsMessage& message : messages) {
    CAPTURE(message.from, message.to, message.bytes, message.one_sided, message.tag);
    const TlmRam& from = *bench.rams[static_cast<std::size_t>(message.from)];
    const TlmRam& to = *bench.rams[static_cast<std::size_t>(message.to)];
    if (message.cancelled) continue;
    CHECK(part(from, message.source, message.bytes) == part(to, message.destination, message.bytes));
  }
  CHECK(bench.fabric().drained());
  CHECK(bench.under_way() == 0);
}

}  // namespace

ContentsBench::ContentsBench(const sc_core::sc_module_name& name, const ContentsSetup& setup, std::uint64_t start,
                             std::vector<ContentsMessage> messages, PacingConfig pacing)
    : sc_module(name),
      rams(static_cast<std::size_t>(machine().network.nodes())),
      config_(machine()),
      carrier_(config_.network.nodes()),
      start_(start),
      messages_(std::move(messages)),
      pacing_(std::move(pacing)) {
  const MemoryFactory memories = [this, direct = setup.direct, waits = setup.waits](int node) {
    return memory_of(node, direct, waits);
  };
  NodeParts parts = setup.parts;
  parts.memory = memories;
  if (setup.level == Execution::kCycle) {
    fabric_ = std::make_unique<Torus>("torus", config_, parts);
  } else {
    IslandSetup island;
    island.nodes = setup.on_pins;
    island.parts = parts;
    fabric_ = std::make_unique<PacketTorus>("torus", config_, Threading{}, PacketTimings{}, memories, island);
  }
  fabric_->observe(this);
  for (int node = 0; node < config_.network.nodes(); ++node) {
    sockets_.push_back(std::make_unique<Socket>(sc_core::sc_gen_unique_name("csr_isock")));
    setup.bus ? bind_by_bus(node) : sockets_.back()->bind(fabric_->csr_tsock(node));
    drivers_.emplace_back(*sockets_.back(), kEngines, config_.network.dimensions());
  }
  SC_HAS_PROCESS(ContentsBench);
  SC_METHOD(act);
}

void ContentsBench::bind_by_bus(int node) {
  windows_.push_back(std::make_unique<RegisterWindow>(sc_core::sc_gen_unique_name("window"), kNicBase));
  buses_.push_back(std::make_unique<TlmBus>(sc_core::sc_gen_unique_name("bus"), kNicBase, 0x9000));
  sockets_.back()->bind(windows_.back()->csr_tsock);
  windows_.back()->bus_isock.bind(buses_.back()->tsock);
  buses_.back()->isock.bind(fabric_->csr_tsock(node));
}

std::unique_ptr<MemoryPort> ContentsBench::memory_of(int node, bool direct, bool waits) {
  auto& made = rams[static_cast<std::size_t>(node)];
  made = std::make_unique<TlmRam>(sc_core::sc_gen_unique_name("ram"), kBase, 2 * kHalf);
  TlmRam& ram = *made;
  ram.read_delay = sc_core::sc_time(31, sc_core::SC_NS);  // never at an edge
  ram.write_delay = sc_core::sc_time(node % 2 == 0 ? 11 : 701, sc_core::SC_NS);
  ram.grants = direct;
  ram.waits = waits;
  Dice dice(static_cast<std::uint64_t>(node));
  std::generate(ram.bytes.begin(), ram.bytes.end(), [&] { return static_cast<unsigned char>(dice.bits()); });
  auto port = std::make_unique<TlmMemoryPort>(sc_core::sc_gen_unique_name("memory"), config_.clock, carrier_, node,
                                              TlmMemoryConfig{true, waits ? 16 : 0});
  port->memory_isock.bind(ram.tsock);
  return port;
}

void ContentsBench::act() {
  switch (stage_) {
    case Stage::kBegin:
      stage_ = Stage::kPost;
      return next_trigger(to_sc_time(config_.clock.middle(Cycles{start_})));
    case Stage::kPost:
      stage_ = Stage::kCancel;
      for (NicDriver& driver : drivers_) driver.configure(pacing_, 0);
      post(false);
      for (const ContentsMessage& message : messages_) send(message);
      return next_trigger(to_sc_time(config_.clock.edge(Cycles{500})));
    case Stage::kCancel:
      cancel();
      post(true);
  }
}

void ContentsBench::post(bool late) {
  for (const ContentsMessage& message : messages_) {
    if (message.one_sided || message.late != late) continue;
    nic_reg::ReceiveSlot receive;
    receive.source = config_.network.coordinate(message.from);
    receive.tag = message.tag;
    receive.bytes = message.bytes;
    receive.destination_address = kBase + message.destination;
    const int slot = driver(message.to).post_receive(message.engine, receive);
    if (message.cancelled) cancel_.emplace_back(message.to, message.engine, slot);
  }
}

void ContentsBench::cancel() {
  for (const auto& [node, engine, slot] : cancel_) {
    driver(node).take_completions(engine);
    if ((driver(node).receives_under_way(engine) >> slot & 1U) != 0) driver(node).cancel_receive(engine, slot);
  }
}

void ContentsBench::send(const ContentsMessage& message) {
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = config_.network.coordinate(message.to);
  descriptor.destination_nic = static_cast<std::uint8_t>(message.engine);
  descriptor.one_sided = message.one_sided;
  descriptor.tag = message.tag;
  descriptor.bytes = message.bytes;
  descriptor.source_address = kBase + message.source;
  descriptor.destination_address = message.one_sided ? kBase + message.destination : 0;
  driver(message.from).send(message.engine, descriptor);
}

void ContentsBench::packet_delivered(const PacketHeader& header, Cycles cycle) {
  deliveries.emplace_back(config_.network.node(header.route.destination), header.route.destination_nic,
                          header.transport.tag, header.transport.packet_index, cycle.count() - start_);
}

void check_equal_contents(std::uint64_t seed, const ContentsSetup& setup, const ContentsSetup& other,
                          const PacingConfig& pacing) {
  constexpr std::uint64_t kEnough = 60'000;  ///< cycles
  const std::vector<ContentsMessage> messages = random_messages(seed, machine().network.nodes());
  ContentsBench first("first", setup, 1, messages, pacing);
  ContentsBench second("second", other, 1 + kEnough, messages, pacing);
  sc_core::sc_start(to_sc_time(machine().clock.edge(Cycles{2 * kEnough})));
  bool ahead = false;
  for (ContentsBench* bench : {&first, &second}) {
    check_contents(*bench, messages);
    std::sort(bench->deliveries.begin(), bench->deliveries.end());
    for (const auto& ram : bench->rams) ahead = ahead || ram->last_delay > sc_core::SC_ZERO_TIME;
  }
  CHECK(first.deliveries == second.deliveries);
  for (std::size_t node = 0; node < first.rams.size(); ++node) {
    CHECK(first.rams[node]->bytes == second.rams[node]->bytes);
    CHECK((first.rams[node]->transports == second.rams[node]->transports || other.waits));
  }
  CHECK(ahead == (other.level == Execution::kPacket));
}

}  // namespace tactus
