#include <algorithm>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "testbench/tests/unit/tlm_models/node/copies/copied_bytes.h"
#include "testbench/tests/unit/tlm_models/node/copies/naive_typemap.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/copy_ping_pong.h"
#include "tlm_models/node/copies/copy_protocol.h"
#include "tlm_models/node/copies/layout_overlap.h"
#include "tlm_models/node/copies/placed_message.h"

namespace tactus {
namespace {

using Kind = CopyProtocolKind;

const std::vector<Kind> kKinds{Kind::kSmRendezvous, Kind::kSmEager, Kind::kPvas,     Kind::kCma,
                               Kind::kKnem,         Kind::kXpmem,   Kind::kSmartmap, Kind::kAdvised};

/// Small caches on a small ring.
ManyCoreConfig small_node() {
  ManyCoreConfig config;
  config.cores = 4;
  config.l1.size = Bytes{4 * 1024};
  config.l2.size = Bytes{32 * 1024};
  return config;
}

CopyPingPongConfig ping_pong(Kind kind, const TransferConfig& message) {
  CopyPingPongConfig config;
  config.node = small_node();
  config.copy.kind = kind;
  config.message = message;
  config.receive_offset = 1 << 20;
  return config;
}

/// Whether a round trip has put every byte where it belongs, once, and nothing else into the arrays.
bool moved_exactly(const CopyPingPongConfig& config, const CopiedBytes& memory) {
  const auto send = pieces_of(Layout(config.message.send.datatype, config.message.send.elements));
  const auto receive = pieces_of(Layout(config.message.receive.datatype, config.message.receive.elements));
  const auto bytes = [](const std::vector<Piece>& pieces, std::uint64_t base, std::int64_t offset) {
    std::vector<std::uint64_t> all;
    for (const Piece& piece : pieces) {
      for (std::int64_t i = 0; i < piece.length; ++i) {
        all.push_back(base + static_cast<std::uint64_t>(offset + piece.offset + i));
      }
    }
    return all;
  };
  for (int sender = 0; sender < 2; ++sender) {
    const auto from = bytes(send, array_of(sender), config.send_offset);
    const auto to = bytes(receive, array_of(1 - sender), config.receive_offset);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (memory.origin(to[i]) != from[i] || memory.writes(to[i]) != 1) return false;
    }
    const std::uint64_t array = array_of(1 - sender);
    const std::uint64_t around = std::uint64_t{1} << 32;
    if (memory.written_within(array - around, array + around) != static_cast<std::int64_t>(to.size())) return false;
  }
  return true;
}

TEST_CASE("CopyProtocol: every byte of random messages is copied to its place once, and nothing else is touched",
          "[COPY-1][QUANTUM-2]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Dice dice(seed);
    CopyPingPongConfig config = ping_pong(kKinds[seed % kKinds.size()], random_message(dice));
    config.copy.buffer_size = Bytes{static_cast<std::uint64_t>(dice.between(64, 700))};
    config.copy.buffers = dice.between(1, 4);
    config.copy.direct_derived = dice.chance(60);
    config.node.quantum = Cycles{static_cast<std::uint64_t>(dice.between(1, 5000))};
    config.threads = {dice.below(8), dice.between(8, 15)};
    config.warm_up = 0;
    config.round_trips = 1;
    if (dice.chance(50)) config.copy.split = CopySplit::kPieces;
    CAPTURE(seed);
    REQUIRE(validate(config).empty());
    CopiedBytes memory;
    run_copy_ping_pong(config, &memory);
    REQUIRE(moved_exactly(config, memory));
  }
}

TransferConfig contiguous_message(std::int64_t bytes) {
  TransferConfig message;
  message.send.datatype = message.receive.datatype = contiguous_type(bytes, basic_type(BasicType::kByte));
  return message;
}

/// Single doubles, one in a line: nothing is contiguous.
TransferConfig scattered_message(std::int64_t doubles) {
  TransferConfig message;
  message.send.datatype = message.receive.datatype = hvector_type(doubles, 1, 64, basic_type(BasicType::kDouble));
  return message;
}

Picoseconds latency(const CopyPingPongConfig& config) { return run_copy_ping_pong(config).latency; }

TEST_CASE("PvasRendezvous: each side copies a half, and both at once take less than one of them alone", "[COPY-4]") {
  CopyPingPongConfig config = ping_pong(Kind::kPvas, contiguous_message(100'001));
  config.warm_up = 0;
  config.round_trips = 1;
  CopiedBytes memory;
  run_copy_ping_pong(config, &memory);
  CHECK(memory.copied_by(0) == 100'001);
  CHECK(memory.copied_by(1) == 100'001);
  const Picoseconds both = latency(config);
  config.copy.kind = Kind::kSmartmap;
  CHECK(both.count() < latency(config).count() * 3 / 4);
}

TEST_CASE("PvasRendezvous: each side reads what it needs of both descriptions, and ends when the other has copied",
          "[COPY-4]") {
  const TransferConfig transfer = scattered_message(100);
  const MessageShape shape(0, transfer);
  CopyProtocolConfig config;
  config.kind = Kind::kPvas;
  config.description_item = Bytes{1000};
  const CopyPlan plan = make_copy_protocol(config, ManyCoreConfig{})->plan(first_message(shape, 0, 0));
  const auto flag_behind_copy = [](const CopySteps& steps) {
    const auto copy = std::find_if(steps.begin(), steps.end(),
                                   [](const CopyStep& step) { return step.kind == CopyStep::Kind::kCopy; });
    REQUIRE((copy + 1)->kind == CopyStep::Kind::kPost);
    return (copy + 1)->flag;
  };
  const auto read = [](const CopySteps& steps) {
    std::vector<std::uint64_t> bytes;
    for (const CopyStep& step : steps) {
      if (step.kind == CopyStep::Kind::kRead) bytes.push_back(step.bytes);
    }
    return bytes;
  };
  CHECK(plan.sender.back().kind == CopyStep::Kind::kWait);
  CHECK(plan.sender.back().flag == flag_behind_copy(plan.receiver));
  CHECK(plan.receiver.back().kind == CopyStep::Kind::kWait);
  CHECK(plan.receiver.back().flag == flag_behind_copy(plan.sender));
  // One loop describes each side.
  CHECK(read(plan.sender) == std::vector<std::uint64_t>{1000, 1000});
  CHECK(read(plan.receiver) == std::vector<std::uint64_t>{500, 500});
}

/// Packed bytes that the receiver copies.
std::int64_t receivers_half(CopySplit split, const TransferConfig& transfer) {
  const MessageShape shape(0, transfer);
  CopyProtocolConfig config;
  config.kind = Kind::kPvas;
  config.split = split;
  const CopyPlan plan = make_copy_protocol(config, ManyCoreConfig{})->plan(first_message(shape, 0, 0));
  const auto is_copy = [](const CopyStep& step) { return step.kind == CopyStep::Kind::kCopy; };
  const auto first = std::find_if(plan.receiver.begin(), plan.receiver.end(), is_copy);
  const auto second = std::find_if(plan.sender.begin(), plan.sender.end(), is_copy);
  REQUIRE(first->from == 0);
  REQUIRE(second->from == first->to);
  REQUIRE(second->to == shape.send.size());
  return first->to;
}

TEST_CASE("PvasRendezvous: halves have as many bytes, or as many pieces, and an odd piece is cut", "[COPY-4]") {
  const DatatypeConfig number = basic_type(BasicType::kDouble);
  // A particle: three doubles in a row and five that lie apart.
  TransferConfig particle;
  particle.send.datatype =
      struct_type({3, 1, 1, 1, 1, 1}, {0, 100, 200, 300, 400, 500}, std::vector<DatatypeConfig>(6, number));
  particle.receive.datatype = contiguous_type(8, number);
  CHECK(receivers_half(CopySplit::kBytes, particle) == 32);
  CHECK(receivers_half(CopySplit::kPieces, particle) == 24 + 8 + 8);
  // Pieces are what is contiguous on both sides, whichever of them parts it.
  std::swap(particle.send.datatype, particle.receive.datatype);
  CHECK(receivers_half(CopySplit::kPieces, particle) == 24 + 8 + 8);
  TransferConfig odd;
  odd.send.datatype = odd.receive.datatype = struct_type({1, 10, 1}, {0, 100, 500}, {number, number, number});
  CHECK(receivers_half(CopySplit::kPieces, odd) == 8 + 80 / 2);
  // Where all pieces are alike, and where there is one, both are the same.
  for (const TransferConfig& alike : {scattered_message(100), scattered_message(101), contiguous_message(1001)}) {
    CHECK(receivers_half(CopySplit::kPieces, alike) == receivers_half(CopySplit::kBytes, alike));
  }
}

TEST_CASE("CopyProcess: pays for each piece and item once, and for each load and store", "[COPY-7]") {
  CopyPingPongConfig config = ping_pong(Kind::kSmEager, scattered_message(64));
  // Writes end at once, and all of a message is one process after the other.
  config.node.directory_latency = config.node.ring_hop = Cycles{0};
  config.node.l1.latency = config.node.l2.latency = Cycles{2};
  const auto cycles = [&config] { return latency(config).count() / config.node.cycle.count(); };
  const std::uint64_t instruction = config.node.issue_interval.count();
  const std::uint64_t before = cycles();
  config.copy.costs.piece += 100;
  // Doubles and one buffer, gathered and scattered.
  CHECK(cycles() == before + 2 * (64 + 1) * 100 * instruction);
  config.copy.costs.piece -= 100;
  config.copy.costs.item += 100;
  CHECK(cycles() == before + 2 * (1 + 1) * 100 * instruction);
  config.copy.costs.item -= 100;
  config.copy.copy_width = Bytes{1};
  CHECK(cycles() == before + 2 * 64 * 2 * (8 - 1) * instruction);
}

TEST_CASE("SmRendezvous: several buffers let sender and receiver copy at once", "[COPY-2]") {
  CopyPingPongConfig config = ping_pong(Kind::kSmRendezvous, contiguous_message(64 * 1024));
  config.copy.buffer_size = Bytes{8 * 1024};
  const Picoseconds pipelined = latency(config);
  config.copy.buffers = 1;
  CHECK(pipelined.count() < latency(config).count() * 3 / 4);
  // One buffer for all of it: nothing overlaps either.
  config.copy.buffer_size = Bytes{64 * 1024};
  CHECK(pipelined < latency(config));
}

TEST_CASE("SmRendezvous: never fills a buffer that has not been given back", "[COPY-2]") {
  const Layout packed(contiguous_type(1000, basic_type(BasicType::kByte)));
  CopyProtocolConfig config;
  config.buffer_size = Bytes{100};
  config.buffers = 2;
  CopyMessage message;
  message.send.layout = message.receive.layout = message.packed = &packed;
  const CopyPlan plan = make_copy_protocol(config, ManyCoreConfig{})->plan(message);
  int filled = 0;
  int waited = 0;
  for (const CopyStep& step : plan.sender) {
    filled += step.kind == CopyStep::Kind::kCopy ? 1 : 0;
    waited += step.kind == CopyStep::Kind::kWait ? 1 : 0;
    // The first wait is for the ack.
    if (waited > 0) CHECK(filled - (waited - 1) <= 2);
  }
  CHECK(filled == 10);
}

TEST_CASE("SmEager: takes less time than the rendezvous for little data, more for much", "[COPY-3]") {
  const auto eager_over_rendezvous = [](std::int64_t bytes) {
    CopyPingPongConfig config = ping_pong(Kind::kSmEager, contiguous_message(bytes));
    const auto eager = static_cast<double>(latency(config).count());
    config.copy.kind = Kind::kSmRendezvous;
    config.copy.buffer_size = Bytes{4096};
    return eager / static_cast<double>(latency(config).count());
  };
  CHECK(eager_over_rendezvous(64) < 1);
  CHECK(eager_over_rendezvous(256 * 1024) > 1);
}

TEST_CASE("SingleCopy: what is not contiguous goes as by SM rendezvous, unless it may go directly", "[COPY-5]") {
  for (const Kind kind : {Kind::kCma, Kind::kKnem, Kind::kXpmem, Kind::kSmartmap}) {
    CopyPingPongConfig config = ping_pong(kind, scattered_message(500));
    const Picoseconds buffered = latency(config);
    config.copy.direct_derived = true;
    CHECK(latency(config) != buffered);
    config.copy.kind = Kind::kSmRendezvous;
    CHECK(latency(config) == buffered);
  }
}

/// Instructions beside those that all single copies have.
std::uint64_t instructions(const CopyProtocolConfig& config, const TransferConfig& config_of_message, bool mapped) {
  const Layout send(config_of_message.send.datatype);
  const Layout receive(config_of_message.receive.datatype);
  const Layout packed(contiguous_type(send.size(), basic_type(BasicType::kByte)));
  CopyMessage message;
  message.send.layout = &send;
  message.receive.layout = &receive;
  message.packed = &packed;
  message.mapped = mapped;
  const CopyPlan plan = make_copy_protocol(config, ManyCoreConfig{})->plan(message);
  std::uint64_t all = 0;
  for (const CopySteps* steps : {&plan.sender, &plan.receiver}) {
    for (const CopyStep& step : *steps) all += step.instructions;
  }
  return all;
}

TEST_CASE("SingleCopy: CMA calls the kernel once for 1,024 pieces, KNEM on both sides, XPMEM for the first message",
          "[COPY-6]") {
  CopyProtocolConfig config;
  config.direct_derived = true;
  config.kind = Kind::kSmartmap;
  const TransferConfig message = scattered_message(1025);
  const std::uint64_t least = instructions(config, message, true);
  const auto more = [&](Kind kind, bool mapped) {
    config.kind = kind;
    return instructions(config, message, mapped) - least;
  };
  CHECK(more(Kind::kCma, true) == 2 * config.costs.system_call);
  CHECK(more(Kind::kKnem, true) == 2 * config.costs.system_call);
  CHECK(more(Kind::kXpmem, true) == 0);
  // 1,025 doubles, 64 bytes apart: 17 pages.
  CHECK(more(Kind::kXpmem, false) == config.costs.map + 17 * config.costs.map_page);
}

TEST_CASE("CopyNode: the quantum changes latencies by little, and the same run gives the same result", "[QUANTUM-4]") {
  CopyPingPongConfig config = ping_pong(Kind::kPvas, scattered_message(1000));
  const auto reference = static_cast<double>(latency(config).count());
  CHECK(static_cast<double>(latency(config).count()) == reference);
  for (const std::uint64_t quantum : {50U, 300U, 3000U}) {
    config.node.quantum = Cycles{quantum};
    CHECK(static_cast<double>(latency(config).count()) == Approx(reference).epsilon(0.05));
  }
}

TEST_CASE("CopyPingPong: counts every line that is touched, and what nobody else writes stays where it is",
          "[COPY-7]") {
  CopyPingPongConfig config = ping_pong(Kind::kSmartmap, scattered_message(256));
  config.node = ManyCoreConfig{};
  config.copy.direct_derived = true;
  config.warm_up = 20;  // every slot of the queues has been used
  for (const AccessCounts& counts : run_copy_ping_pong(config).counts) {
    // As receiver 256 lines on either side, both descriptions, request and done; as sender these two.
    CHECK(counts.accesses() == 10 * (2 * 256 + 2 + 2 + 2));
    CHECK(counts.memory == 0);
    // Request and done: written by one, read by the other.
    CHECK(counts.other_core + counts.upgrades == 10 * 4);
  }
}

TEST_CASE("CopyPingPong: what is wrong is named by its member, all at once") {
  CopyPingPongConfig config;
  CHECK(validate(config).empty());
  config.node.cores = 0;
  config.copy.buffers = 0;
  config.copy.copy_width = Bytes{65};
  config.copy.description_item = Bytes{0};
  config.message.receive.elements = 2;
  config.threads = {3, 3};
  config.round_trips = 0;
  CHECK(fields_at_fault(config) == Fields{"node.cores", "copy.buffers", "copy.copy_width", "copy.description_item",
                                          "message.receive.datatype", "threads", "threads", "threads", "round_trips"});
}

}  // namespace
}  // namespace tactus
