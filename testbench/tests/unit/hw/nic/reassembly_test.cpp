#include "hw/nic/reassembly.h"

#include <algorithm>
#include <map>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using Fault = Reassembly::Fault;

namespace {

PacketHeader packet(int x, int y, std::uint32_t tag, std::uint32_t message, std::uint16_t payload) {
  PacketHeader header;
  header.route.source = {x, y};
  header.transport.tag = tag;
  header.transport.message_bytes = message;
  header.transport.payload_bytes = payload;
  return header;
}

/// Packet `index` of `packets` of a one-sided message from (1,1).
PacketHeader one_sided_packet(std::uint32_t tag, std::uint32_t index, std::uint32_t packets, std::uint16_t payload) {
  PacketHeader header = packet(1, 1, tag, 0, payload);
  header.transport.one_sided = true;
  header.transport.packet_index = index;
  header.transport.last = index + 1 == packets;
  return header;
}

nic_reg::ReceiveSlot receive(int x, int y, std::uint32_t tag, std::uint32_t bytes) {
  nic_reg::ReceiveSlot slot;
  slot.source = {x, y};
  slot.tag = tag;
  slot.bytes = bytes;
  return slot;
}

/// Lets a packet arrive and be written at once.
Fault deliver(Reassembly& reassembly, const PacketHeader& header) {
  const Reassembly::Arrival arrival = reassembly.arrive(header);
  if (arrival.fault == Fault::kNone) reassembly.written(arrival.message, header.transport.payload_bytes);
  return arrival.fault;
}

}  // namespace

TEST_CASE("Reassembly: a receive is complete with the last byte of its message, not before",
          "[RECEIVE-7][reg:RX_SLOTS.bytes]") {
  Reassembly reassembly(4);
  reassembly.post(5, receive(1, 2, 7, 300));
  REQUIRE(reassembly.accept_posts() == Fault::kNone);
  CHECK(reassembly.active() == 1U << 5);
  deliver(reassembly, packet(1, 2, 7, 300, 100));
  deliver(reassembly, packet(1, 2, 7, 300, 100));
  CHECK(reassembly.done() == 0);
  CHECK(reassembly.incomplete() == 1);
  deliver(reassembly, packet(1, 2, 7, 300, 100));
  CHECK(reassembly.done() == 1U << 5);
  CHECK(reassembly.active() == 0);
  CHECK(reassembly.incomplete() == 0);
  reassembly.clear_done(1U << 5);
  CHECK(reassembly.done() == 0);
}

TEST_CASE("Reassembly: messages between other ranks of the same nodes are others",
          "[MATCH-1][reg:RX_SLOTS.source_place][reg:RX_SLOTS.destination_place]") {
  Reassembly reassembly(4);
  for (int slot = 0; slot < 4; ++slot) {
    nic_reg::ReceiveSlot of_places = receive(1, 2, 7, 100);
    of_places.source_place = slot < 2 ? 3 : 63;
    of_places.destination_place = slot % 2 == 0 ? 3 : 63;
    std::uint32_t words[nic_reg::kDescriptorWords];
    nic_reg::encode(of_places, 2, words);
    reassembly.post(slot, nic_reg::decode_receive(words, 2));
  }
  REQUIRE(reassembly.accept_posts() == Fault::kNone);
  std::uint32_t done = 0;
  for (const int slot : {2, 1, 3, 0}) {
    PacketHeader header = packet(1, 2, 7, 100, 100);
    header.route.source_place = slot < 2 ? 3 : 63;
    header.route.destination_place = slot % 2 == 0 ? 3 : 63;
    REQUIRE(deliver(reassembly, header) == Fault::kNone);
    done |= 1U << static_cast<unsigned>(slot);
    CHECK(reassembly.done() == done);
  }
}

TEST_CASE("Reassembly: bytes count when they are written, not when they arrive", "[RECEIVE-3]") {
  Reassembly reassembly(4);
  reassembly.post(0, receive(0, 0, 1, 200));
  reassembly.accept_posts();
  const auto first = reassembly.arrive(packet(0, 0, 1, 200, 100));
  const auto second = reassembly.arrive(packet(0, 0, 1, 200, 100));
  CHECK(first.message == second.message);
  reassembly.written(second.message, 100);
  CHECK(reassembly.done() == 0);
  reassembly.written(first.message, 100);
  CHECK(reassembly.done() == 1U);
}

TEST_CASE("Reassembly: a message without bytes completes its receive") {
  Reassembly reassembly(4);
  reassembly.post(3, receive(0, 1, 9, 0));
  reassembly.accept_posts();
  CHECK(deliver(reassembly, packet(0, 1, 9, 0, 0)) == Fault::kNone);
  CHECK(reassembly.done() == 1U << 3);
}

TEST_CASE("Reassembly: a message that came first completes when its receive is accepted", "[MATCH-2]") {
  Reassembly reassembly(4);
  deliver(reassembly, packet(3, 3, 1, 50, 50));
  CHECK(reassembly.unexpected() == 1);
  reassembly.post(2, receive(3, 3, 1, 50));
  CHECK(reassembly.done() == 0);
  reassembly.accept_posts();
  CHECK(reassembly.done() == 1U << 2);
  CHECK(reassembly.unexpected() == 0);
}

TEST_CASE("Reassembly: lists the messages that have met their receive after their first packet", "[TLM-10]") {
  Reassembly reassembly(0, true);
  deliver(reassembly, packet(1, 2, 7, 200, 100));
  deliver(reassembly, packet(1, 2, 8, 100, 100));
  nic_reg::ReceiveSlot of_second = receive(1, 2, 8, 100);
  of_second.destination_address = 0x4000;
  reassembly.post(0, of_second);
  reassembly.post(1, receive(1, 2, 9, 100));
  REQUIRE(reassembly.accept_posts() == Fault::kNone);
  const std::vector<Reassembly::Meeting> meetings = reassembly.take_meetings();
  REQUIRE(meetings.size() == 1);
  CHECK(meetings[0].message == 1);
  CHECK(meetings[0].address == 0x4000);
  deliver(reassembly, packet(1, 2, 9, 100, 100));
  CHECK(reassembly.take_meetings().empty());
  const Reassembly::Arrival waiting = reassembly.arrive(packet(1, 2, 7, 200, 100));
  CHECK(Reassembly::awaits_receive(waiting.message));
  CHECK_FALSE(Reassembly::awaits_receive(reassembly.arrive(one_sided_packet(3, 0, 2, 10)).message));
  CHECK_FALSE(Reassembly::awaits_receive(nullptr));
}

TEST_CASE("Reassembly: one-sided messages are counted when complete and need no receive", "[MATCH-3]") {
  Reassembly reassembly(1);
  for (int i = 0; i < 5; ++i) deliver(reassembly, one_sided_packet(4, 0, 1, 64));
  CHECK(reassembly.one_sided() == 5);
  deliver(reassembly, one_sided_packet(5, 0, 2, 100));
  CHECK(reassembly.one_sided() == 5);
  deliver(reassembly, one_sided_packet(5, 1, 2, 60));
  CHECK(reassembly.one_sided() == 6);
  CHECK(reassembly.done() == 0);
  CHECK(reassembly.unexpected() == 0);
}

TEST_CASE("Reassembly: one-sided messages that are not complete are no unexpected ones, however many", "[PIN-28]") {
  Reassembly reassembly(1);
  for (std::uint32_t tag = 0; tag < 100; ++tag) {
    REQUIRE(deliver(reassembly, one_sided_packet(tag, 0, 2, 100)) == Fault::kNone);
  }
  CHECK(reassembly.unexpected() == 0);
  for (std::uint32_t tag = 0; tag < 100; ++tag) deliver(reassembly, one_sided_packet(tag, 1, 2, 100));
  CHECK(reassembly.one_sided() == 100);
}

TEST_CASE(
    "Reassembly: a one-sided message is complete with the last byte of all its packets, in whatever order they come",
    "[MATCH-3]") {
  for (std::uint32_t first = 0; first < 4; ++first) {
    Reassembly reassembly(1);
    std::vector<Reassembly::Message*> arrived;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Reassembly::Arrival arrival = reassembly.arrive(one_sided_packet(9, (first + i) % 4, 4, 100));
      REQUIRE(arrival.fault == Fault::kNone);
      arrived.push_back(arrival.message);
    }
    for (Reassembly::Message* message : arrived) {
      CHECK(reassembly.one_sided() == 0);
      CHECK(reassembly.incomplete() == 1);
      reassembly.written(message, 100);
    }
    CHECK(reassembly.one_sided() == 1);
    CHECK(reassembly.incomplete() == 0);
  }
}

TEST_CASE("Reassembly: more packets of a one-sided message than its last one says are a fault", "[MATCH-3]") {
  Reassembly reassembly(1);
  for (int i = 0; i < 3; ++i) REQUIRE(deliver(reassembly, one_sided_packet(9, 0, 2, 100)) == Fault::kNone);
  CHECK(deliver(reassembly, one_sided_packet(9, 1, 2, 100)) == Fault::kLength);
}

TEST_CASE("Reassembly: one more unexpected message than there are entries is a fault",
          "[MATCH-2][PIN-27][key:nic.unexpected_entries]") {
  Reassembly reassembly(3);
  for (std::uint32_t tag = 0; tag < 3; ++tag) REQUIRE(deliver(reassembly, packet(0, 0, tag, 10, 10)) == Fault::kNone);
  CHECK(deliver(reassembly, packet(0, 0, 3, 10, 10)) == Fault::kUnexpectedOverflow);
}

TEST_CASE("Reassembly: without a number of entries any number of messages waits, and each meets its own receive",
          "[MATCH-2][key:nic.unexpected_entries]") {
  constexpr std::uint32_t kMessages = 3000;
  Reassembly reassembly(0);
  for (std::uint32_t tag = 0; tag < kMessages; ++tag) {
    REQUIRE(deliver(reassembly, packet(0, 0, tag, 10 + tag, 10)) == Fault::kNone);
  }
  CHECK(reassembly.unexpected() == kMessages);
  // Message 0 is complete, the others lack the bytes behind their first ten.
  for (const std::uint32_t tag : {2999U, 0U, 1500U}) {
    reassembly.post(3, receive(0, 0, tag, 10 + tag));
    REQUIRE(reassembly.accept_posts() == Fault::kNone);
    CHECK((reassembly.done() == 1U << 3) == (tag == 0));
    if (tag != 0)
      CHECK(deliver(reassembly, packet(0, 0, tag, 10 + tag, static_cast<std::uint16_t>(tag))) == Fault::kNone);
    CHECK(reassembly.done() == 1U << 3);
    reassembly.clear_done(1U << 3);
  }
  CHECK(reassembly.unexpected() == kMessages - 3);
}

TEST_CASE("Reassembly: a cancelled receive drops what comes for it and is freed, not done", "[DROP-1][DROP-2]") {
  Reassembly reassembly(4);
  reassembly.post(5, receive(1, 2, 7, 300));
  reassembly.post(6, receive(1, 2, 8, 300));
  reassembly.accept_posts();
  const auto first = reassembly.arrive(packet(1, 2, 7, 300, 100));
  CHECK_FALSE(reassembly.drops(first.message));
  reassembly.cancel(1U << 5);
  const auto second = reassembly.arrive(packet(1, 2, 7, 300, 200));
  CHECK(reassembly.drops(second.message));
  reassembly.written(second.message, 200);
  CHECK(reassembly.freed() == 0);
  reassembly.written(first.message, 100);  // was on its way to memory
  CHECK(reassembly.freed() == 1U << 5);
  CHECK(reassembly.done() == 0);
  CHECK(reassembly.active() == 1U << 6);
  CHECK_FALSE(reassembly.drops(reassembly.arrive(packet(1, 2, 8, 300, 100)).message));
  reassembly.clear_freed(1U << 5);
  CHECK(reassembly.freed() == 0);
}

TEST_CASE("Reassembly: cancelling what is complete or was never posted does nothing, also for the slot's next receive",
          "[DROP-3]") {
  Reassembly reassembly(4);
  reassembly.post(0, receive(1, 2, 7, 10));
  reassembly.accept_posts();
  deliver(reassembly, packet(1, 2, 7, 10, 10));
  reassembly.cancel(0xFFFF);
  CHECK(reassembly.done() == 1);
  reassembly.clear_done(1);
  for (const int slot : {0, 3}) {
    reassembly.post(slot, receive(1, 2, 7, 10));
    reassembly.accept_posts();
    deliver(reassembly, packet(1, 2, 7, 10, 10));
    CHECK(reassembly.done() == 1U << slot);
    CHECK(reassembly.freed() == 0);
    reassembly.clear_done(1U << slot);
  }
}

TEST_CASE("Reassembly: packets that do not add up to their message are a fault", "[NIC-8]") {
  SECTION("more bytes than the message has") {
    Reassembly reassembly(4);
    deliver(reassembly, packet(0, 0, 1, 150, 100));
    CHECK(deliver(reassembly, packet(0, 0, 1, 150, 100)) == Fault::kLength);
  }
  SECTION("two lengths of one message") {
    Reassembly reassembly(4);
    deliver(reassembly, packet(0, 0, 1, 300, 100));
    CHECK(deliver(reassembly, packet(0, 0, 1, 301, 100)) == Fault::kLength);
  }
}

TEST_CASE("Reassembly: a message longer than its receive is a fault, whichever comes first",
          "[NIC-11][reg:RX_SLOTS.bytes]") {
  Reassembly posted_first(4);
  posted_first.post(0, receive(0, 0, 1, 99));
  posted_first.accept_posts();
  CHECK(deliver(posted_first, packet(0, 0, 1, 100, 100)) == Fault::kTooLong);
  Reassembly message_first(4);
  deliver(message_first, packet(0, 0, 1, 100, 100));
  message_first.post(0, receive(0, 0, 1, 99));
  CHECK(message_first.accept_posts() == Fault::kTooLong);
}

namespace {

/// Messages and receives of a small set of (source, tag), in random order, against plain first-come-first-served
/// matching per key: the n-th message of a key meets the n-th receive of that key.
struct NaiveMatching {
  struct Key {
    std::vector<std::uint32_t> complete_messages_after;  // remaining bytes of every message, in order of arrival
    std::vector<int> slots;                              // in order of posting
  };
  std::map<int, Key> keys;
};

}  // namespace

TEST_CASE("Reassembly: the n-th message of a source and tag completes the n-th receive posted for it",
          "[MATCH-1][PIN-26][reg:RX_SLOTS.source_x][reg:RX_SLOTS.source_y][reg:RX_SLOTS.source_z][reg:RX_SLOTS.source_"
          "w][reg:RX_SLOTS.tag]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomStream random(seed, 2);
    std::uint64_t draw = 0;
    Reassembly reassembly(1000);
    NaiveMatching naive;
    std::uint32_t free_slots = 0xFFFF;
    constexpr int kKeys = 3;
    for (int step = 0; step < 300; ++step) {
      const auto which = static_cast<int>(random.below(draw++, kKeys));
      const int x = which % 2;
      const auto tag = static_cast<std::uint32_t>(which);
      NaiveMatching::Key& key = naive.keys[which];
      if (random.below(draw++, 3) == 0 && free_slots != 0) {
        int slot = static_cast<int>(random.below(draw++, 16));
        while (((free_slots >> slot) & 1U) == 0) slot = (slot + 1) % 16;
        free_slots &= ~(1U << slot);
        reassembly.post(slot, receive(x, 0, tag, 3));
        REQUIRE(reassembly.accept_posts() == Fault::kNone);
        key.slots.push_back(slot);
      } else if (key.complete_messages_after.size() < key.slots.size() + 5) {
        // Continue the last message of this key, or begin one of 1 to 3 packets of one byte.
        const bool open = !key.complete_messages_after.empty() && key.complete_messages_after.back() > 0;
        if (!open) key.complete_messages_after.push_back(3);
        REQUIRE(deliver(reassembly, packet(x, 0, tag, 3, 1)) == Fault::kNone);
        --key.complete_messages_after.back();
      }
      // Expectation: for every key, message n and receive n are done if both are there and the message is complete.
      std::uint32_t expected = 0;
      int unexpected = 0;
      for (auto& [unused, k] : naive.keys) {
        for (std::size_t n = 0; n < k.complete_messages_after.size(); ++n) {
          if (n >= k.slots.size()) {
            ++unexpected;
          } else if (k.complete_messages_after[n] == 0 && k.slots[n] >= 0) {
            expected |= 1U << k.slots[n];
          }
        }
      }
      REQUIRE(reassembly.done() == expected);
      REQUIRE(reassembly.unexpected() == unexpected);
      // Now and then software clears what is done and uses the slots again.
      if (random.below(draw++, 4) != 0) continue;
      reassembly.clear_done(expected);
      free_slots |= expected;
      for (auto& [unused, k] : naive.keys) {
        for (std::size_t n = 0; n < std::min(k.slots.size(), k.complete_messages_after.size()); ++n) {
          if (k.complete_messages_after[n] == 0) k.slots[n] = -1;
        }
      }
    }
  }
}
