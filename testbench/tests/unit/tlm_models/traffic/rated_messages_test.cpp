#include "tlm_models/traffic/rated_messages.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using namespace literals;

constexpr CopyConfig kOneByteInNs{BytesPerSecond{1'000'000'000}, 100_ns};

Op message(Bytes bytes, std::uint32_t tag) {
  Op op;
  op.bytes = bytes;
  op.tag = tag;
  return op;
}

TEST_CASE("RatedMessages: a copy takes its latency and its bytes at the rate, a rank's copies one after the other",
          "[RANK-25][key:node.copy_rate][key:node.copy_latency]") {
  RatedMessages local(kOneByteInNs);
  CHECK(local.next() == Picoseconds::max());
  local.send(0, 1, message(50_B, 7), 1000_ns);
  local.send(0, 2, message(0_B, 8), 1010_ns);
  local.send(1, 2, message(200_B, 9), 1020_ns);  // another rank's: at the same time
  CHECK(local.sends_under_way(0) == 2);
  const auto expect = [&](Picoseconds end, int from, int to, std::uint32_t tag) {
    REQUIRE(local.next() == end);
    const RatedMessages::Copy copy = local.end_next().copy;
    CHECK((copy.from == from && copy.to == to && copy.tag == tag));
  };
  expect(1150_ns, 0, 1, 7);
  expect(1250_ns, 0, 2, 8);
  expect(1320_ns, 1, 2, 9);
  CHECK(local.sends_under_way(0) == 0);
  CHECK(local.idle());
  local.send(0, 1, message(10_B, 10), 2000_ns);  // nothing is left of what came before
  expect(2110_ns, 0, 1, 10);
  CHECK(local.copies() == 4);
}

TEST_CASE("RatedMessages: copies that end together end in the order of their sends") {
  RatedMessages local(kOneByteInNs);
  local.send(2, 0, message(60_B, 1), 0_ns);
  local.send(1, 0, message(60_B, 2), 0_ns);
  CHECK(local.end_next().copy.from == 2);
  CHECK(local.end_next().copy.from == 1);
}

TEST_CASE("RatedMessages: meets the receive of its source and tag, whichever of the two comes first") {
  RatedMessages local(kOneByteInNs);
  CHECK_FALSE(local.post(1, 0, message(50_B, 7)));
  CHECK_FALSE(local.post(1, 2, message(50_B, 7)));
  CHECK(local.receives_under_way(1) == 2);
  local.send(0, 1, message(50_B, 7), 0_ns);
  local.send(0, 1, message(50_B, 8), 0_ns);
  const RatedMessages::Arrival met = local.end_next();
  REQUIRE(met.match);
  CHECK_FALSE(met.match->cancelled);
  CHECK_FALSE(local.is_under_way(1, 0, 7));
  CHECK(local.is_under_way(1, 2, 7));
  CHECK_FALSE(local.end_next().match);  // early
  CHECK(local.post(1, 0, message(50_B, 8)));
  CHECK(local.receives_under_way(1) == 1);
}

TEST_CASE("RatedMessages: what comes for a cancelled receive is dropped and counted") {
  RatedMessages local(kOneByteInNs);
  CHECK_FALSE(local.cancel(1, 0, 7));
  local.post(1, 0, message(50_B, 7));
  CHECK(local.cancel(1, 0, 7));
  CHECK(local.cancelled() == 1);
  CHECK(local.receives_under_way(1) == 0);
  local.send(0, 1, message(50_B, 7), 0_ns);
  CHECK(local.end_next().match->cancelled);
  CHECK(local.cancelled() == 0);
  CHECK(local.dropped() == 1);
}

}  // namespace
}  // namespace tactus
