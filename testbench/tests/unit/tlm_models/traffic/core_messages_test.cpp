#include "tlm_models/traffic/core_messages.h"

#include <array>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/copied_bytes.h"
#include "tlm_models/node/copies/copy_ping_pong.h"

namespace tactus {
namespace {

using Kind = CopyProtocolKind;

const std::vector<Kind> kProtocols{Kind::kSmRendezvous, Kind::kSmEager, Kind::kPvas,    Kind::kCma,
                                   Kind::kKnem,         Kind::kXpmem,   Kind::kSmartmap};

Op core_message(int peer, Bytes bytes, std::uint32_t tag) {
  Op op;
  op.peer = peer;
  op.bytes = bytes;
  op.tag = tag;
  return op;
}

CoreMessagesConfig four_cores() {
  CoreMessagesConfig config;
  config.node.cores = 4;
  config.node.threads_per_core = 1;
  return config;
}

/// A column of a matrix of doubles, `stride` in each row.
DatatypeConfig column(std::int64_t rows, std::int64_t stride) {
  return vector_type(rows, 1, stride, basic_type(BasicType::kDouble));
}

/// Caches of one latency, which takes as long as an instruction; nothing is free but what the test prices.
CoreMessagesConfig priced() {
  CoreMessagesConfig config = four_cores();
  config.node.cycle = Picoseconds{1000};
  config.node.issue_interval = Cycles{2};
  config.node.l1.latency = config.node.l2.latency = Cycles{2};
  config.node.directory_latency = config.node.memory_latency = config.node.ring_hop = Cycles{0};
  config.copy.costs.piece = config.copy.costs.item = 0;
  return config;
}

/// Ranks that wait all the time, and act at every picosecond at which there is something to do.
class Ranks {
 public:
  Ranks(const CoreMessagesConfig& config, int ranks, CopyObserver* observer = nullptr)
      : messages(config, ranks, observer), waits(static_cast<std::size_t>(ranks), true) {}

  /// Until `done`, or nothing happens any more.
  bool run(const std::function<bool()>& done) {
    messages.go_on(waits, now);
    while (!done() && messages.next() != Picoseconds::max()) step();
    return done();
  }
  void step() {
    now = std::max(messages.next(), now + Picoseconds{1});
    end(now);
    messages.go_on(waits, now);
  }
  void end(Picoseconds time) {
    std::vector<LocalMessages::Ended> ended;
    messages.end(time, ended);
    for (const LocalMessages::Ended& each : ended) (each.sent ? sent : received).push_back(each.op);
  }
  [[nodiscard]] bool nothing_under_way(int rank) const {
    return messages.sends_under_way(rank) == 0 && messages.receives_under_way(rank) == 0;
  }

  CoreMessages messages;
  std::vector<bool> waits;
  Picoseconds now{0};
  std::vector<Op> received;
  std::vector<Op> sent;
};

/// Half of a round trip between ranks 0 and 1, as rank 0 sees it, of all but the first ones. Each rank sends and
/// receives in turn, the next message when its part of the last one has ended.
Picoseconds ping_pong_of_ranks(const CoreMessagesConfig& config, int warm_up, int round_trips) {
  Ranks ranks(config, 2);
  const Bytes size{static_cast<std::uint64_t>(Layout(config.message->send.datatype).size())};
  const int messages = 2 * (warm_up + round_trips);
  std::array<int, 2> begun{0, 0};
  Picoseconds begin{0};
  const auto begin_next = [&](int rank) {
    int& next = begun[static_cast<std::size_t>(rank)];
    if (!ranks.nothing_under_way(rank) || ranks.messages.at_work(rank)) return false;
    if (rank == 0 && next == 2 * warm_up) begin = ranks.now;
    if (next == messages) return rank == 0;
    const Op op = core_message(1 - rank, size, static_cast<std::uint32_t>(next));
    if (next++ % 2 == rank) {
      ranks.messages.send(rank, 1 - rank, op, ranks.now);
    } else {
      ranks.messages.post(rank, 1 - rank, op);
    }
    return false;
  };
  CHECK(ranks.run([&] {
    const bool done = begin_next(0);
    begin_next(1);
    ranks.messages.go_on(ranks.waits, ranks.now);
    return done;
  }));
  Picoseconds time = ranks.now;
  time -= begin;
  return Picoseconds{time.count() / static_cast<std::uint64_t>(2 * round_trips)};
}

TEST_CASE("CoreMessages: a message takes what it takes on a node alone", "[CORE-1][CORE-3]") {
  for (const Kind kind : kProtocols) {
    CAPTURE(static_cast<int>(kind));
    CoreMessagesConfig config = four_cores();
    config.copy.kind = kind;
    config.copy.direct_derived = true;
    config.message = TransferConfig{{column(300, 40), 1}, {column(300, 17), 1}};
    CopyPingPongConfig alone;
    alone.node = config.node;
    alone.copy = config.copy;
    alone.message = *config.message;
    alone.send_offset = send_buffer_of(0);
    alone.receive_offset = receive_buffer_of(0);
    const auto expected = static_cast<double>(run_copy_ping_pong(alone).latency.count());
    // Where both sides work at once they meet in other orders.
    const double measured = static_cast<double>(ping_pong_of_ranks(config, 2, 10).count());
    CHECK(measured == Approx(expected).epsilon(1e-3));
  }
}

TEST_CASE("CoreMessages: nothing of a message moves before its ranks wait", "[CORE-2]") {
  CoreMessagesConfig config = four_cores();
  config.copy.kind = Kind::kPvas;
  Ranks ranks(config, 2);
  ranks.waits = {false, false};
  ranks.messages.post(1, 0, core_message(0, Bytes{5000}, 7));
  ranks.messages.send(0, 1, core_message(1, Bytes{5000}, 7), ranks.now);
  ranks.messages.go_on(ranks.waits, ranks.now);
  CHECK(ranks.messages.next() == Picoseconds::max());
  // The sender alone comes as far as its request.
  ranks.waits = {true, false};
  CHECK_FALSE(ranks.run([&] { return ranks.nothing_under_way(0); }));
  CHECK_FALSE(ranks.messages.at_work(0));
  const AccessCounts request = ranks.messages.counts(0);
  CHECK(request.accesses() == 1);
  ranks.waits = {true, true};
  CHECK(ranks.run([&] { return ranks.nothing_under_way(0) && ranks.nothing_under_way(1); }));
  CHECK(ranks.received.size() == 1);
  CHECK(ranks.sent.size() == 1);
  CHECK(ranks.messages.copies() == 1);
}

TEST_CASE("CoreMessages: a rank whose core has begun goes on when that piece of work has ended", "[CORE-2]") {
  CoreMessagesConfig config = priced();
  config.copy.kind = Kind::kSmEager;
  Ranks ranks(config, 2);
  ranks.messages.send(0, 1, core_message(1, Bytes{64}, 7), ranks.now);
  ranks.messages.go_on({true, true}, Picoseconds{1'000'000});
  CHECK(ranks.messages.at_work(0));
  CHECK_FALSE(ranks.messages.at_work(1));
  // A buffer, the description's line, one stretch with a line read and one written and 7 more words, the match, the
  // post and the line that it writes.
  const CopyCosts& costs = config.copy.costs;
  const std::uint64_t instructions = costs.buffer + 1 + costs.stretch + 2 + 14 + costs.match + costs.post + 1;
  const Picoseconds end{1'000'000 + 2000 * instructions};
  ranks.end(end - Picoseconds{1});
  CHECK(ranks.messages.at_work(0));
  CHECK(ranks.messages.sends_under_way(0) == 1);
  ranks.end(end);
  CHECK_FALSE(ranks.messages.at_work(0));
  CHECK(ranks.messages.sends_under_way(0) == 0);
}

TEST_CASE("CoreMessages: packing and unpacking take the core's instructions and accesses, and arrive where they belong",
          "[CORE-5][CORE-6]") {
  CoreMessagesConfig config = priced();
  constexpr std::int64_t kRows = 50;
  config.message = TransferConfig{{column(kRows, 16), 1}, {column(kRows, 24), 1}};
  CopiedBytes memory;
  Ranks ranks(config, 1, &memory);
  const Op op = core_message(9, Bytes{8 * kRows}, 3);
  ranks.now = Picoseconds{10'000'000};
  CHECK_FALSE(ranks.messages.packed(0, op, ranks.now));
  REQUIRE(ranks.run([&] { return !ranks.messages.at_work(0); }));
  CHECK(ranks.messages.packed(0, op, ranks.now));
  ranks.messages.sending(0, op);
  // Per row a stretch with a line read and one written; a line of descriptions before that.
  const std::uint64_t instructions = config.copy.costs.buffer + 1 + kRows * (config.copy.costs.stretch + 2);
  CHECK(ranks.now == Picoseconds{10'000'000 + 2000 * instructions});
  CHECK(memory.copied_by(0) == 8 * kRows);

  const Picoseconds arrived = ranks.now;
  CHECK(ranks.messages.unpack(0, op, arrived));
  CHECK(ranks.messages.is_unpacking(0, op));
  CHECK(ranks.messages.receives_under_way(0) == 1);
  CHECK(ranks.received.empty());
  REQUIRE(ranks.run([&] { return ranks.messages.idle(); }));
  CHECK(ranks.now == arrived + Picoseconds{2000 * instructions});
  REQUIRE(ranks.received.size() == 1);
  CHECK(ranks.received[0].tag == 3);
  const std::uint64_t array = array_of(0) + static_cast<std::uint64_t>(receive_buffer_of(0));
  for (std::uint64_t row = 0; row < kRows; ++row) CHECK(memory.writes(array + row * 24 * 8) == 1);
  CHECK(memory.written_within(array, array + kRows * 24 * 8) == 8 * kRows);
  ranks.messages.sent(0, 0);
}

TEST_CASE("CoreMessages: what a NIC has written is in no cache", "[CORE-6]") {
  CoreMessagesConfig config = four_cores();
  config.message = TransferConfig{{column(512, 1), 1}, {column(512, 2), 1}};
  Ranks ranks(config, 1);
  const Op op = core_message(9, Bytes{4096}, 3);
  std::vector<std::uint64_t> from_memory;
  for (int message = 0; message < 3; ++message) {
    const std::uint64_t before = ranks.messages.counts(0).memory;
    CHECK(ranks.messages.unpack(0, op, ranks.now));
    REQUIRE(ranks.run([&] { return ranks.messages.idle(); }));
    from_memory.push_back(ranks.messages.counts(0).memory - before);
  }
  // The buffer's 64 lines, of the first message also the array's 128 and a description.
  CHECK(from_memory == std::vector<std::uint64_t>{64 + 128 + 1, 64, 64});
}

TEST_CASE("CoreMessages: data in a row goes to and from the NIC as it lies", "[CORE-5]") {
  CoreMessagesConfig config = four_cores();
  config.message = TransferConfig{{column(10, 3), 1}, {contiguous_type(80, basic_type(BasicType::kByte)), 1}};
  Ranks ranks(config, 1);
  CHECK_FALSE(ranks.messages.unpack(0, core_message(9, Bytes{80}, 1), ranks.now));
  CHECK(ranks.messages.packed(0, core_message(9, Bytes{81}, 1), ranks.now));
  CHECK(ranks.messages.packed(0, core_message(9, Bytes{0}, 1), ranks.now));
  CHECK_FALSE(ranks.messages.packed(0, core_message(9, Bytes{80}, 1), ranks.now));
}

TEST_CASE("CoreMessages: a cancelled receive is waited for no more, and its message is moved all the same",
          "[CORE-4]") {
  for (const Kind kind : kProtocols) {
    CoreMessagesConfig config = four_cores();
    config.copy.kind = kind;
    Ranks ranks(config, 2);
    ranks.messages.post(1, 0, core_message(0, Bytes{100}, 7));
    CHECK(ranks.messages.is_under_way(1, 0, 7));
    CHECK_FALSE(ranks.messages.cancel(1, 0, 8));
    CHECK(ranks.messages.cancel(1, 0, 7));
    CHECK_FALSE(ranks.messages.cancel(1, 0, 7));
    CHECK(ranks.nothing_under_way(1));
    CHECK(ranks.messages.cancelled() == 1);
    ranks.messages.send(0, 1, core_message(1, Bytes{100}, 7), ranks.now);
    CHECK(ranks.run([&] { return ranks.messages.idle(); }));
    CHECK(ranks.received.empty());
    CHECK(ranks.messages.cancelled() == 0);
  }
}

TEST_CASE("CoreMessages: an eager message without a receive is copied aside while its rank waits, only then",
          "[COPY-11][CORE-2]") {
  const auto copied_by_receiver = [](bool waits) {
    CoreMessagesConfig config = four_cores();
    config.copy.kind = Kind::kSmEager;
    CopiedBytes memory;
    Ranks ranks(config, 2, &memory);
    ranks.waits = {true, waits};
    // The second message fills the buffer of the first, if that has been copied aside.
    for (std::uint8_t engine = 0; engine < 2; ++engine) {
      Op op = core_message(1, Bytes{500}, engine);
      op.nic = engine;
      ranks.messages.send(0, 1, op, ranks.now);
      ranks.run([] { return false; });
      CHECK(ranks.nothing_under_way(0));
    }
    CHECK(ranks.received.empty());
    for (std::uint8_t engine = 0; engine < 2; ++engine) {
      Op op = core_message(0, Bytes{500}, engine);
      op.nic = engine;
      ranks.messages.post(1, 0, op);
    }
    ranks.waits[1] = true;
    CHECK(ranks.run([&] { return ranks.messages.idle(); }));
    CHECK(ranks.received.size() == 2);
    CHECK(ranks.messages.copies() == 2);
    for (const int engine : {0, 1}) {
      const std::uint64_t sent = array_of(0) + static_cast<std::uint64_t>(send_buffer_of(engine));
      CHECK(memory.origin(array_of(1) + static_cast<std::uint64_t>(receive_buffer_of(engine))) == sent);
    }
    return memory.copied_by(1);
  };
  CHECK(copied_by_receiver(true) == 2000);
  CHECK(copied_by_receiver(false) == 1000);
}

/// Messages between 4 ranks that begin whenever they like and wait now and then.
void check_random_messages(std::uint64_t seed) {
  Dice dice(seed);
  CoreMessagesConfig config = four_cores();
  config.node.l1.size = Bytes{2048};
  config.node.l2.size = Bytes{8192};
  config.copy.kind = kProtocols[static_cast<std::size_t>(dice.below(7))];
  config.copy.buffer_size = Bytes{512};
  config.copy.direct_derived = dice.chance(50);
  config.message = TransferConfig{{column(97, dice.between(2, 20)), 1}, {column(97, dice.between(2, 20)), 1}};
  Ranks ranks(config, 4);
  std::set<std::uint32_t> sent;
  std::vector<std::pair<int, Op>> held_back;  // receives
  const auto post_held_back = [&] {
    while (!held_back.empty() && !ranks.messages.at_work(held_back.front().first)) {
      ranks.messages.post(held_back.front().first, held_back.front().second.peer, held_back.front().second);
      held_back.erase(held_back.begin());
    }
  };
  for (std::uint32_t tag = 0; tag < 60; ++tag) {
    const int from = dice.below(4);
    const int to = (from + dice.between(1, 3)) % 4;
    const Bytes size{static_cast<std::uint64_t>(dice.chance(60) ? 97 * 8 : dice.below(3000))};
    const bool receiver_first = dice.chance(50);
    if (receiver_first) ranks.messages.post(to, from, core_message(from, size, tag));
    ranks.messages.send(from, to, core_message(to, size, tag), ranks.now);
    if (!receiver_first) held_back.emplace_back(to, core_message(from, size, tag));
    if (dice.chance(30)) post_held_back();
    sent.insert(tag);
    for (std::size_t rank = 0; rank < 4; ++rank) ranks.waits[rank] = dice.chance(70);
    ranks.messages.go_on(ranks.waits, ranks.now);
    for (int step = dice.below(8); step > 0 && ranks.messages.next() != Picoseconds::max(); --step) ranks.step();
  }
  ranks.waits.assign(4, true);
  while (!held_back.empty()) {
    ranks.run([&] { return !ranks.messages.at_work(held_back.front().first); });
    post_held_back();
  }
  CHECK(ranks.run([&] { return ranks.messages.idle(); }));
  std::set<std::uint32_t> complete;
  for (const Op& each : ranks.received) CHECK(complete.insert(each.tag).second);
  CHECK((complete == sent));
  CHECK(ranks.sent.size() == 60);
  CHECK(ranks.messages.copies() == 60);
}

TEST_CASE("CoreMessages: every message is complete once, whoever waits when", "[CORE-1][CORE-2]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    check_random_messages(seed);
  }
}

TEST_CASE("CoreMessages: calls in between change nothing", "[CORE-7]") {
  const auto times = [](bool in_between) {
    CoreMessagesConfig config = four_cores();
    config.copy.kind = Kind::kSmRendezvous;
    config.message = TransferConfig{{column(2000, 9), 1}, {column(2000, 11), 1}};
    Ranks ranks(config, 4);
    for (int rank = 0; rank < 4; ++rank) {
      const int peer = (rank + 1) % 4;
      ranks.messages.post(peer, rank, core_message(rank, Bytes{16'000}, 1));
      ranks.messages.send(rank, peer, core_message(peer, Bytes{16'000}, 1), ranks.now);
    }
    std::vector<std::uint64_t> ends;
    ranks.messages.go_on(ranks.waits, ranks.now);
    while (!ranks.messages.idle()) {
      const Picoseconds next = std::max(ranks.messages.next(), ranks.now + Picoseconds{1});
      for (Picoseconds t = ranks.now + Picoseconds{77'777}; in_between && t < next; t += Picoseconds{77'777}) {
        ranks.end(t);
        ranks.messages.go_on(ranks.waits, t);
      }
      const std::size_t before = ranks.received.size();
      ranks.step();
      for (std::size_t i = before; i < ranks.received.size(); ++i) ends.push_back(ranks.now.count());
    }
    return ends;
  };
  const std::vector<std::uint64_t> plain = times(false);
  CHECK(plain.size() == 4);
  CHECK((plain == times(true)));
}

}  // namespace
}  // namespace tactus
