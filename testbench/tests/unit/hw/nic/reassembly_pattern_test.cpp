#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/common/random.h"
#include "hw/nic/reassembly.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;

namespace {

struct Sent {
  int source = 0;
  std::uint8_t source_place = 0;
  std::uint8_t destination_place = 0;
  std::uint32_t tag = 0;
  std::uint32_t bytes = 1;
};

PacketHeader packet_of(const Sent& sent) {
  PacketHeader header;
  header.route.source = {sent.source, 0};
  header.route.source_place = sent.source_place;
  header.route.destination_place = sent.destination_place;
  header.transport.tag = sent.tag;
  header.transport.message_bytes = sent.bytes;
  header.transport.payload_bytes = 1;
  return header;
}

nic_reg::ReceiveSlot any_source(std::uint32_t tag, std::uint8_t ignored = 0) {
  nic_reg::ReceiveSlot slot;
  slot.source = {77, 99};
  slot.source_place = 5;
  slot.tag = tag;
  slot.bytes = 100;
  slot.any_source = true;
  slot.tag_ignored = ignored;
  return slot;
}

nic_reg::ReceiveSlot exact(int source, std::uint32_t tag) {
  nic_reg::ReceiveSlot slot = any_source(tag);
  slot.source = {source, 0};
  slot.source_place = 0;
  slot.any_source = false;
  return slot;
}

void deliver(Reassembly& reassembly, const Sent& sent) {
  const Reassembly::Arrival arrival = reassembly.arrive(packet_of(sent));
  REQUIRE(arrival.fault == Reassembly::Fault::kNone);
  reassembly.written(arrival.message, 1);
}

void post(Reassembly& reassembly, int slot, const nic_reg::ReceiveSlot& receive) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(receive, 2, words);
  reassembly.post(slot, nic_reg::decode_receive(words, 2));
  REQUIRE(reassembly.accept_posts() == Reassembly::Fault::kNone);
}

/// Rule of matching, by going through everything: what comes first on either side is first.
class NaiveMatcher {
 public:
  struct Receive {
    int slot = 0;
    nic_reg::ReceiveSlot words;
  };
  struct Begun {
    Sent sent;
    std::uint32_t left = 0;  ///< bytes that have not come
    int slot = -1;
  };

  void post(const Receive& receive) {
    for (Begun& each : messages) {
      if (each.slot >= 0 || !fits(receive.words, each.sent)) continue;
      each.slot = receive.slot;
      return;
    }
    receives.push_back(receive);
  }
  void begin(const Sent& sent) {
    Begun begun{sent, sent.bytes};
    for (auto each = receives.begin(); each != receives.end(); ++each) {
      if (!fits(each->words, sent)) continue;
      begun.slot = each->slot;
      receives.erase(each);
      break;
    }
    messages.push_back(begun);
  }
  [[nodiscard]] std::uint32_t done() const {
    std::uint32_t slots = 0;
    for (const Begun& each : messages) slots |= each.slot >= 0 && each.left == 0 ? 1U << each.slot : 0;
    return slots;
  }

  std::vector<Receive> receives;
  std::vector<Begun> messages;

 private:
  static bool fits(const nic_reg::ReceiveSlot& receive, const Sent& sent) {
    const bool source = receive.any_source ||
                        (receive.source == Coordinate{sent.source, 0} && receive.source_place == sent.source_place);
    const std::uint64_t unit = std::uint64_t{1} << receive.tag_ignored;
    return source && receive.destination_place == sent.destination_place && receive.tag / unit == sent.tag / unit;
  }
};

}  // namespace

TEST_CASE("Reassembly: a receive of any source takes the message that began first, from whomever",
          "[MATCH-5][reg:RX_SLOTS.any_source]") {
  Reassembly reassembly(0);
  deliver(reassembly, {3, 0, 0, 7});
  deliver(reassembly, {1, 4, 0, 7});
  deliver(reassembly, {1, 4, 1, 7});  // for another rank
  deliver(reassembly, {2, 0, 0, 8});  // with another tag
  for (const int slot : {4, 9}) post(reassembly, slot, any_source(7));
  CHECK(reassembly.done() == ((1U << 4) | (1U << 9)));
  CHECK(reassembly.met(4).source == Coordinate{3, 0});
  CHECK(reassembly.met(9).source == Coordinate{1, 0});
  CHECK(reassembly.met(9).source_place == 4);
  post(reassembly, 0, any_source(7));
  CHECK(reassembly.active() == 1U);
  deliver(reassembly, {6, 2, 0, 7});
  CHECK(reassembly.met(0).source == Coordinate{6, 0});
  CHECK(reassembly.unexpected() == 2);
}

TEST_CASE("Reassembly: a message takes the receive that was posted first, of its own source or of any", "[MATCH-5]") {
  Reassembly any_first(0);
  post(any_first, 0, any_source(7));
  post(any_first, 1, exact(3, 7));
  deliver(any_first, {3, 0, 0, 7});
  CHECK(any_first.done() == 1U << 0);
  Reassembly exact_first(0);
  post(exact_first, 1, exact(3, 7));
  post(exact_first, 0, any_source(7));
  deliver(exact_first, {3, 0, 0, 7});
  CHECK(exact_first.done() == 1U << 1);
  deliver(exact_first, {3, 0, 0, 7});
  CHECK(exact_first.done() == 3U);
}

TEST_CASE("Reassembly: low bits of a tag that a receive ignores do not matter, all others do",
          "[MATCH-6][reg:RX_SLOTS.tag_ignored]") {
  for (int ignored = 0; ignored <= 32; ++ignored) {
    Reassembly reassembly(0);
    nic_reg::ReceiveSlot receive = exact(3, 0x5A5A5A5A);
    receive.tag_ignored = static_cast<std::uint8_t>(ignored);
    post(reassembly, 2, receive);
    for (int bit = 31; bit >= ignored; --bit) deliver(reassembly, {3, 0, 0, 0x5A5A5A5AU ^ 1U << bit});
    CHECK(reassembly.done() == 0);
    const std::uint32_t differs = ignored == 0 ? 0 : 1U << (ignored - 1);
    deliver(reassembly, {3, 0, 0, 0x5A5A5A5AU ^ differs});
    CHECK(reassembly.done() == 1U << 2);
    CHECK(reassembly.met(2).tag == (0x5A5A5A5AU ^ differs));
  }
}

TEST_CASE("Reassembly: what a slot met is there once its receive is complete, until the next one is posted",
          "[MATCH-7][reg:RX_MET.source_x][reg:RX_MET.source_y][reg:RX_MET.source_z][reg:RX_MET.source_w]"
          "[reg:RX_MET.tag][reg:RX_MET.bytes][reg:RX_MET.source_place]") {
  Reassembly reassembly(0);
  CHECK(reassembly.met(3).bytes == 0);
  post(reassembly, 3, any_source(7));
  PacketHeader header = packet_of({3, 60, 0, 7, 2});
  header.route.source = {3, 250, 17, 4};
  const auto arrival = reassembly.arrive(header);
  reassembly.written(arrival.message, 1);
  CHECK(reassembly.met(3).bytes == 0);
  reassembly.arrive(header);
  reassembly.written(arrival.message, 1);
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(reassembly.met(3), 4, words);
  const nic_reg::MetMessage met = nic_reg::decode_met(words, 4);
  CHECK(met.source == Coordinate{3, 250, 17, 4});
  CHECK(met.source_place == 60);
  CHECK(met.tag == 7);
  CHECK(met.bytes == 2);
  reassembly.clear_done(1U << 3);
  CHECK(reassembly.met(3).tag == 7);
  reassembly.post(3, exact(3, 7));
  CHECK(reassembly.met(3).tag == 0);
}

TEST_CASE("Reassembly: exact receives and those of any source and tag match as if everything were looked through",
          "[MATCH-1][MATCH-2][MATCH-5][MATCH-6]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const RandomStream random(seed, 3);
    std::uint64_t index = 0;
    const auto below = [&](std::uint64_t bound) { return static_cast<int>(random.below(index++, bound)); };
    const int sources = 1 + below(4);
    const int patterns = below(4);  // of four: how often a receive is not exact
    Reassembly reassembly(0);
    NaiveMatcher naive;
    std::uint32_t free_slots = 0xFFFF;
    for (int step = 0; step < 300; ++step) {
      if (below(2) == 0 && free_slots != 0) {
        const int slot = __builtin_ctz(free_slots);
        free_slots &= ~(1U << slot);
        nic_reg::ReceiveSlot receive =
            exact(below(static_cast<std::uint64_t>(sources)), static_cast<std::uint32_t>(below(8)));
        receive.source_place = static_cast<std::uint8_t>(below(2));
        receive.destination_place = static_cast<std::uint8_t>(below(2));
        receive.any_source = below(4) < patterns;
        receive.tag_ignored = static_cast<std::uint8_t>(below(4) < patterns ? below(4) : 0);
        post(reassembly, slot, receive);
        naive.post({slot, receive});
      } else {
        // The next byte of a message, or the first of another one; a message of the same is whole before.
        Sent sent{below(static_cast<std::uint64_t>(sources)), static_cast<std::uint8_t>(below(2)),
                  static_cast<std::uint8_t>(below(2)), static_cast<std::uint32_t>(below(8)),
                  static_cast<std::uint32_t>(1 + below(3))};
        const auto open = std::find_if(naive.messages.begin(), naive.messages.end(), [&](const auto& each) {
          return each.left > 0 && each.sent.source == sent.source && each.sent.tag == sent.tag &&
                 each.sent.source_place == sent.source_place && each.sent.destination_place == sent.destination_place;
        });
        if (open == naive.messages.end()) {
          naive.begin(sent);
          --naive.messages.back().left;
        } else {
          sent.bytes = open->sent.bytes;
          --open->left;
        }
        deliver(reassembly, sent);
      }
      REQUIRE(reassembly.done() == naive.done());
      for (const NaiveMatcher::Begun& each : naive.messages) {
        if (each.slot < 0 || each.left > 0) continue;
        const nic_reg::MetMessage met = reassembly.met(each.slot);
        REQUIRE(met.source == Coordinate{each.sent.source, 0});
        REQUIRE(met.source_place == each.sent.source_place);
        REQUIRE(met.tag == each.sent.tag);
        REQUIRE(met.bytes == each.sent.bytes);
      }
      if (below(4) != 0) continue;
      const std::uint32_t done = naive.done();
      reassembly.clear_done(done);
      free_slots |= done;
      const auto is_done = [](const auto& each) { return each.slot >= 0 && each.left == 0; };
      naive.messages.erase(std::remove_if(naive.messages.begin(), naive.messages.end(), is_done), naive.messages.end());
    }
  }
}
