#include "tlm_models/traffic/rank_ledger.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/link/pin_fault.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/listed_steps.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"
#include "tlm_models/traffic/ring_entries.h"
#include "tlm_models/traffic/ring_ledger.h"

namespace tactus {
namespace {

const RankMap kMap{RankShape{}};

/// The account of rank 1, at (1,0) of a 4x4 torus, by the accesses of its processor.
class LedgerBench {
 public:
  Journal journal;
  RankLedger rank;
  RingLedger ring{2, rank};

  explicit LedgerBench(std::vector<Op> program, ListedResults results = {})
      : rank(1, std::make_unique<ListProgram>(std::move(program), std::move(results)), kMap, &journal) {
    rank.begin(Cycles{1});
  }

  void fill(int engine, const nic_reg::SendDescriptor& descriptor) {
    put(nic_reg::kTxRing, engine, filled_[engine]++ % 16, descriptor, 9);
  }
  void ring_bell(int engine, std::uint64_t now) { write(engine, nic_reg::kTxDoorbell, filled_[engine], now); }
  void send(int engine, const nic_reg::SendDescriptor& descriptor, std::uint64_t now) {
    fill(engine, descriptor);
    ring_bell(engine, now);
  }
  void send(const Op& send, std::uint64_t now) {
    this->send(send.nic, send_descriptor(send, 1, kMap, {}, Cycles{now}), now);
  }
  void post(int engine, std::uint32_t slot, const nic_reg::ReceiveSlot& receive) {
    put(nic_reg::kRxSlots, engine, slot, receive, 9);
    write(engine, nic_reg::kRxPost, slot, 9);
  }
  void post(std::uint32_t slot, const Op& receive) { post(receive.nic, slot, receive_slot(receive, 1, kMap, {})); }
  void sees_done(int engine, std::uint32_t slots, std::uint64_t now) {
    ring.read(nic_reg::engine_base(engine) + nic_reg::kRxDone, slots, Cycles{now});
  }
  void write(int engine, std::uint64_t offset, std::uint32_t word, std::uint64_t now = 9) {
    ring.written(nic_reg::engine_base(engine) + offset, word, Cycles{now});
  }
  /// The fault of what `act` does, with its engine.
  template <class Act>
  static std::string fault(Act act) {
    try {
      act();
    } catch (const PinFault& fault) {
      return std::to_string(fault.port) + ": " + fault.what;
    }
    return "none";
  }

 private:
  template <class Entry>
  void put(std::uint64_t table, int engine, std::uint32_t number, const Entry& entry, std::uint64_t now) {
    std::uint32_t words[nic_reg::kDescriptorWords];
    encode(entry, 2, words);
    for (std::uint64_t word = 0; word < nic_reg::kDescriptorWords; ++word) {
      write(engine, table + nic_reg::kDescriptorBytes * number + 4 * word, words[word], now);
    }
  }
  std::map<int, std::uint32_t> filled_;
};

/// Fault of a send that differs from the one of the program as `change` makes it.
template <class Change>
std::string fault_of_send(Change change) {
  LedgerBench bench({op(OpKind::kIsend, 2, 7)});
  nic_reg::SendDescriptor descriptor = send_descriptor(op(OpKind::kIsend, 2, 7), 1, kMap, {}, Cycles{60});
  change(descriptor);
  return LedgerBench::fault([&] { bench.send(3, descriptor, 60); });
}
template <class Change>
std::string fault_of_receive(int engine, Change change) {
  LedgerBench bench({op(OpKind::kIrecv, 2, 7)});
  nic_reg::ReceiveSlot slot = receive_slot(op(OpKind::kIrecv, 2, 7), 1, kMap, {});
  change(slot);
  return LedgerBench::fault([&] { bench.post(engine, 4, slot); });
}

}  // namespace

TEST_CASE("RankLedger: messages come in any order, and sequences and the program end with their last ones",
          "[PART-14][PART-16]") {
  LedgerBench bench({op(OpKind::kBeginSequence, 0, 1), op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8), kWaitS,
                     kWaitR, op(OpKind::kEndSequence, 0, 1), op(OpKind::kBeginSequence, 0, 2), op(OpKind::kIsend, 0, 9),
                     op(OpKind::kIrecv, 1, 5), op(OpKind::kEndSequence, 0, 2)});
  bench.send(op(OpKind::kIsend, 0, 9), 20);
  CHECK(bench.rank.next()->tag == 7);
  bench.post(3, op(OpKind::kIrecv, 1, 5));
  bench.post(0, op(OpKind::kIrecv, 2, 7));
  bench.sees_done(1, 0, 25);
  bench.sees_done(1, 1U << 3U, 30);
  bench.send(op(OpKind::kIsend, 3, 8), 40);
  CHECK_FALSE(bench.rank.finished());
  bench.sees_done(2, 1, 50);
  bench.sees_done(2, 1, 51);  // seen already
  CHECK(bench.journal.lines == Lines{"began 1@1", "sent 9@20", "received 5@30", "sent 8@40", "received 7@50",
                                     "ended 1@50", "began 2@50", "ended 2@50", "finished 1@50"});
  CHECK(bench.rank.finished());
  CHECK(bench.rank.end() == Cycles{50});
  CHECK_FALSE(bench.rank.next());
  CHECK(bench.rank.sent() == 2);
  CHECK(bench.rank.received() == 2);
}

TEST_CASE("RankLedger: a send and a receive of equal peer and tag are two messages", "[PART-14]") {
  LedgerBench bench({op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 7)});
  bench.send(op(OpKind::kIsend, 3, 7), 20);
  CHECK(bench.rank.next()->kind == OpKind::kIrecv);
  bench.post(0, op(OpKind::kIrecv, 2, 7));
  bench.sees_done(2, 1, 30);
  CHECK(bench.journal.lines == Lines{"sent 7@20", "received 7@30", "finished 1@30"});
}

TEST_CASE("RankLedger: a program without messages ends as it begins", "[PART-16]") {
  const LedgerBench bench({compute(100)});
  CHECK(bench.rank.finished());
  CHECK(bench.journal.lines == Lines{"finished 1@1"});
}

TEST_CASE("RankLedger: a doorbell starts all that is in the ring, round and round", "[PART-16]") {
  std::vector<Op> program;
  for (std::uint32_t tag = 0; tag < 40; ++tag) program.push_back(op(OpKind::kIsend, 3, tag));
  LedgerBench bench(program);
  for (std::uint32_t tag = 0; tag < 39; ++tag) {
    bench.fill(3, send_descriptor(program[tag], 1, kMap, {}, Cycles{9}));
    if (tag % 3 == 2) bench.ring_bell(3, 10 + tag);
  }
  CHECK(bench.rank.sent() == 39);
  CHECK(bench.journal.lines[36] == "sent 36@48");
  CHECK(bench.journal.lines.back() == "sent 38@48");
  CHECK(bench.rank.next()->tag == 39);
}

TEST_CASE("RankLedger: a slot that is posted anew shows that its receive is complete", "[PART-16]") {
  LedgerBench bench({op(OpKind::kIrecv, 2, 7), op(OpKind::kIrecv, 2, 8)});
  bench.post(4, op(OpKind::kIrecv, 2, 7));
  bench.post(4, op(OpKind::kIrecv, 2, 8));
  CHECK(bench.journal.lines == Lines{"received 7@9"});
}

TEST_CASE("RankLedger: results go by what has been received", "[PART-16]") {
  struct Spy final : WrappedProgram {
    using WrappedProgram::WrappedProgram;
    void sending(const Op& op, std::optional<std::uint32_t> result) override { told = {op.tag, result.value_or(0)}; }
    std::pair<std::uint32_t, std::uint32_t> told;
  };
  auto program = std::make_unique<Spy>(std::make_unique<ListProgram>(
      std::vector<Op>{op(OpKind::kIrecv, 2, 7), op(OpKind::kIsend, 3, 8)}, ListedResults{{7, 12}}));
  const Spy& spy = *program;
  RankLedger rank(1, std::move(program), kMap, nullptr);
  rank.begin(Cycles{1});
  rank.post(2, 0, receive_slot(op(OpKind::kIrecv, 2, 7), 1, kMap, {}));
  rank.receive(2, 0, Cycles{5});
  rank.send(3, send_descriptor(op(OpKind::kIsend, 3, 8), 1, kMap, {}, Cycles{6}), Cycles{6});
  CHECK(spy.told == std::pair(8U, 12U));
  CHECK(rank.finished());
}

TEST_CASE("RankLedger: a message that is not the program's is named", "[PART-14]") {
  using Send = nic_reg::SendDescriptor;
  CHECK(fault_of_send([](Send&) {}) == "none");
  CHECK(fault_of_send([](Send& d) { d.tag = 8; }) ==
        "3: sends a message to (2,1) tag 8, which the program of its rank has not, or not once more");
  CHECK(fault_of_send([](Send& d) {
          d.destination = {2, 2};
        }) == "3: sends a message to (2,2) tag 7, which the program of its rank has not, or not once more");
  CHECK(fault_of_send([](Send& d) { d.destination_place = 1; }) ==
        "3: sends a message with a node or a place that does not exist");
  CHECK(fault_of_send([](Send& d) { d.source_place = 1; }) == "3: sends the message to (2,1) tag 7 as place 1");
  CHECK(fault_of_send([](Send& d) { d.bytes = 1; }) ==
        "3: sends the message to (2,1) tag 7 with 1 B instead of 3000 B");
  CHECK(fault_of_send([](Send& d) { d.destination_nic = 0; }) ==
        "3: sends the message to (2,1) tag 7 to NIC 0; its receive is on NIC 2");
  CHECK(fault_of_send([](Send& d) { d.create_cycle = 0; }) ==
        "3: sends the message to (2,1) tag 7 with create_cycle 0: the cycle in which software makes it, here 1 to 60");
  CHECK_THAT(fault_of_send([](Send& d) { d.create_cycle = 61; }), Catch::Matchers::Contains("create_cycle 61"));
  CHECK(fault_of_send([](Send& d) { d.one_sided = true; }) ==
        "3: sends a one-sided message, which no program of a rank has");
  LedgerBench twice({op(OpKind::kIsend, 2, 7)});
  twice.send(op(OpKind::kIsend, 2, 7), 60);
  CHECK_THAT(LedgerBench::fault([&] { twice.send(op(OpKind::kIsend, 2, 7), 60); }),
             Catch::Matchers::Contains("or not once more"));
}

TEST_CASE("RankLedger: a receive that is not the program's is named, and so is one that is cancelled", "[PART-14]") {
  using Receive = nic_reg::ReceiveSlot;
  CHECK(fault_of_receive(2, [](Receive&) {}) == "none");
  CHECK(fault_of_receive(2, [](Receive& r) {
          r.source = {0, 1};
        }) == "2: posts a receive from (0,1) tag 7, which the program of its rank has not, or not once more");
  CHECK(fault_of_receive(2, [](Receive& r) {
          r.source = {5, 1};
        }) == "2: posts a receive with a node or a place that does not exist");
  CHECK(fault_of_receive(2, [](Receive& r) { r.destination_place = 1; }) ==
        "2: posts the receive from (2,1) tag 7 as place 1");
  CHECK(fault_of_receive(2, [](Receive& r) { r.bytes = 1; }) ==
        "2: posts the receive from (2,1) tag 7 for 1 B instead of 3000 B");
  CHECK(fault_of_receive(1, [](Receive&) {}) ==
        "1: posts the receive from (2,1) tag 7 on this NIC; the message comes to NIC 2");
  LedgerBench bench({op(OpKind::kIrecv, 2, 7), op(OpKind::kIrecv, 2, 8)});
  bench.post(0, op(OpKind::kIrecv, 2, 7));
  CHECK_THAT(LedgerBench::fault([&] { bench.post(1, op(OpKind::kIrecv, 2, 7)); }),
             Catch::Matchers::Contains("or not once more"));
  bench.write(2, nic_reg::kRxCancel, 2);
  CHECK(LedgerBench::fault([&] { bench.write(2, nic_reg::kRxCancel, 1); }) ==
        "2: cancels the receive in slot 0, which its program does not");
}

TEST_CASE("RingLedger: registers that start and end no message are none of its business", "[PART-16]") {
  LedgerBench bench({op(OpKind::kIrecv, 0, 7)});
  bench.post(0, op(OpKind::kIrecv, 0, 7));
  bench.ring.written(nic_reg::kIrqStatus, 1, Cycles{9});
  bench.write(0, nic_reg::kPaceGap, 1);
  bench.ring.written(nic_reg::engine_base(kMaxNics) + nic_reg::kTxDoorbell, 1, Cycles{9});
  bench.ring.read(nic_reg::kIrqStatus, 1, Cycles{9});
  bench.ring.read(nic_reg::engine_base(0) + nic_reg::kTxDone, 1, Cycles{9});
  CHECK(bench.journal.lines.empty());
}

}  // namespace tactus
