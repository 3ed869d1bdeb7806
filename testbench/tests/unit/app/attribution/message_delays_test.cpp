#include "testbench/app/attribution/message_delays.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/results/packets.h"
#include "testbench/tests/unit/app/results/small_machine.h"

namespace tactus {
namespace {

/// A message of rank 0 to rank 1, whose packets are told one after the other.
struct DelayedMessage {
  MachineConfig config = small_machine();
  MessageDelays delays{config, kMap};
  std::uint32_t tag = 5;

  /// Number of the packet that was injected in `cycle` and waited for these pieces at node 2.
  std::uint64_t tell(std::uint64_t cycle, const std::vector<WaitPiece>& pieces, const LatencySplit& split) {
    PacketHeader header = packet_injected_at(Cycles{cycle});
    header.transport.tag = tag;
    delays.packet_injected(header);
    delays.packet_granted({0, kPorts.nic_port(0), kPlusX, 0, Cycles{cycle + 3}}, header.route, {});
    delays.packet_granted({2, kMinusX, kPlusY, 0, Cycles{cycle + 50}}, header.route, pieces);
    delays.packet_ended({split, header.route, {}, Cycles{10}, Cycles{10 + split.sum()}});
    return packet_number(config, header.route);
  }
};

LatencySplit split_of(std::initializer_list<std::pair<LatencyPart, std::uint64_t>> parts) {
  LatencySplit split;
  for (const auto& [part, cycles] : parts) split[part] = cycles;
  return split;
}

TEST_CASE("Message delays: of a message's packets the slowest is kept, with the output that it waited longest for",
          "[EXPLAIN-5]") {
  DelayedMessage message;
  message.tell(100, {{LatencyPart::kOutput, 60, 160, kPlusY, 0, kNoMark}}, split_of({{LatencyPart::kOutput, 100}}));
  // Two pieces of 30 and 31 cycles without room are longer than one of 40 behind another.
  const std::uint64_t slowest =
      message.tell(200,
                   {{LatencyPart::kCredits, 0, 30, kPlusX, -1, kNoMark},
                    {LatencyPart::kQueue, 30, 70, kPlusX, -1, kNoMark},
                    {LatencyPart::kCredits, 70, 101, kPlusX, -1, kNoMark}},
                   split_of({{LatencyPart::kPace, 400}, {LatencyPart::kCredits, 61}, {LatencyPart::kQueue, 40}}));
  message.tell(300, {}, split_of({{LatencyPart::kLink, 7}}));
  const auto found = message.delays.find({0, 1, 5});
  REQUIRE(found);
  CHECK_FALSE(found->wait->behind);
  CHECK(found->packet == slowest);
  CHECK(found->latency == 501);
  CHECK(found->part == LatencyPart::kPace);
  CHECK(found->part_cycles == 400);
  REQUIRE(found->wait);
  CHECK(found->wait->part == LatencyPart::kCredits);
  CHECK(found->wait->cycle == 0);
  CHECK(found->wait->cycles == 61);
  CHECK(found->wait->place.node == std::vector<int>{0, 1});
  CHECK(found->wait->place.port == "plus_x");
}

TEST_CASE("Message delays: the longest wait names the job whose packet was in front for most of it", "[JOB-15]") {
  DelayedMessage message;
  message.delays.set_job_names({"a", "b"});
  message.tell(
      100,
      {{LatencyPart::kOutput, 0, 30, kPlusY, 0, kNoMark, 1}, {LatencyPart::kOutput, 30, 70, kPlusY, 0, kNoMark, 2}},
      split_of({{LatencyPart::kOutput, 70}}));
  const auto found = message.delays.find({0, 1, 5});
  REQUIRE(found);
  REQUIRE(found->wait);
  CHECK(found->wait->cycles == 70);
  CHECK(found->wait->behind == "b");
}

TEST_CASE("Message delays: a packet that waited nowhere has no link, and other messages are not known", "[EXPLAIN-5]") {
  DelayedMessage message;
  message.tell(100, {}, split_of({{LatencyPart::kLink, 7}}));
  const auto found = message.delays.find({0, 1, 5});
  REQUIRE(found);
  CHECK_FALSE(found->wait);
  CHECK(found->part == LatencyPart::kLink);
  CHECK_FALSE(message.delays.find({0, 1, 6}));
  CHECK_FALSE(message.delays.find({1, 0, 5}));
  // Of two that took equally long, the one that was injected later.
  const std::uint64_t later = message.tell(200, {}, split_of({{LatencyPart::kLink, 7}}));
  CHECK(message.delays.find({0, 1, 5})->packet == later);
}

}  // namespace
}  // namespace tactus
