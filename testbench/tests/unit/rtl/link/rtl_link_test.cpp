// Both ends of a link that repeats packets in RTL, in lockstep with RetrySender and RetryReceiver. What the model says
// is wrong has wrong bits on the wire of the RTL, whose receiver finds out by the CRC.
#include <map>

#include "hw/link/packet_header.h"
#include "hw/router/link_errors.h"
#include "hw/router/retry_receiver.h"
#include "hw/router/retry_sender.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/link/link_word.h"
#include "testbench/tests/unit/rtl/link/verilated_link.h"

namespace tactus::test {
namespace {

constexpr Coordinate kFrom{1, 1};
constexpr Direction kTo = Direction::kPlusX;

MachineConfig machine(Dice& dice) {
  MachineConfig config;
  config.nic.mtu = kFlitBytes * VerilatedLink::kLongest;
  config.link.switch_delay = Picoseconds{0};
  config.link.cable_delay = CableDelays{config.clock.edge(Cycles{static_cast<std::uint64_t>(dice.between(1, 40))})};
  config.faults.bit_error_rate = 0.5 / (8.0 * static_cast<double>(config.nic.mtu.count()) * (1 + dice.below(20)));
  config.faults.retry_delay = config.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(20))});
  config.faults.seed = dice.bits();
  config.faults.replay_buffer = kFlitBytes * VerilatedLink::kBuffer;
  return config;
}

/// A flit as the RTL has it here: all that tells it from others.
std::uint64_t word_of(const Flit& flit) {
  if (!flit.valid) return 0;
  const std::uint64_t data = (flit.data_lo ^ flit.data_hi * 0x9E3779B97F4A7C15U) & (LinkWord::kTail - 1);
  return LinkWord::kValid | (flit.head ? LinkWord::kHead : 0) | (flit.tail ? LinkWord::kTail : 0) | data;
}

/// The model and the RTL beside each other, and a wire that errs between the model's ends.
class Pair {
 public:
  explicit Pair(std::uint64_t seed)
      : dice_(seed),
        config_(machine(dice_)),
        settings_(config_, kFrom, kTo),
        sender_(config_, kFrom, kTo),
        receiver_(settings_),
        errors_(config_, kFrom, kTo),
        rtl_(settings_.timeout),
        losses_(seed % 2 == 0 ? 0 : 20),
        room_(settings_.buffer) {}

  /// Answers whether both do the same at the next edge.
  bool step() {
    ++now_;
    // Edges between those of the model change nothing.
    if (dice_.chance(5)) {
      VerilatedLink::Inputs noise{dice_.bits(), true, 5, dice_.bits(), 3, 0};
      if (!(rtl_.edge(noise, false) == last_)) return false;
    }
    VerilatedLink::Inputs in;
    VerilatedLink::Outputs out;
    LinkAck ack;
    if (const auto found = acks_.find(now_); found != acks_.end()) ack = found->second;
    if (dice_.chance(losses_)) ack = {};
    in.ack = ack.valid;
    in.ack_number = ack.next;
    if (ack.valid) out.room = static_cast<unsigned>(sender_.take_ack(ack));
    room_ += static_cast<int>(out.room);
    const Flit fed = feed();
    if (fed.valid) sender_.take(fed);
    in.from_switch = word_of(fed);
    LinkFlit sent;
    if (sender_.send(now_, sent)) put(sent, out);
    if (const auto found = wire_.find(now_); found != wire_.end()) take(found->second, in, out);
    Flit given;
    if (receiver_.give(given)) out.to_router = word_of(given);
    given_ += given.tail ? 1 : 0;
    last_ = out;
    return rtl_.edge(in) == out;
  }
  [[nodiscard]] int given() const { return given_; }
  [[nodiscard]] std::uint64_t repetitions() const { return sender_.repetitions(); }

 private:
  /// A flit on the wire: the model's, and that of the RTL with its wrong bits.
  struct OnWire {
    LinkFlit flit;
    LinkWord word;
  };

  Flit feed() {
    if (left_ == 0) {
      if (room_ < settings_.longest || dice_.chance(10)) return {};
      length_ = left_ = dice_.between(2, settings_.longest);
      room_ -= length_;
    }
    Flit flit;
    if (left_ == length_) {
      PacketHeader header;
      header.route.flits = static_cast<std::uint16_t>(length_);
      header.route.inject_cycle = ++packets_;
      flit = pack_head(header, 2);
    } else {
      flit.valid = true;
      flit.data_lo = packets_;
      flit.data_hi = static_cast<std::uint64_t>(left_);
    }
    flit.tail = --left_ == 0;
    return flit;
  }
  void put(LinkFlit& flit, VerilatedLink::Outputs& out) {
    out.to_wire = word_of(flit.flit);
    out.number = flit.number;
    out.crc = crc_.beside(out.to_wire, flit.number);
    if (flit.flit.head) until_wrong_ = errors_.wrong_flit(now_, unpack_route(flit.flit, 2).flits);
    flit.wrong = until_wrong_ == 0;
    if (until_wrong_ >= 0) --until_wrong_;
    LinkWord word{out.to_wire, out.number, out.crc};
    if (flit.wrong) make_wrong(word, dice_);
    wire_[now_ + settings_.delay] = {flit, word};
  }
  void take(const OnWire& sent, VerilatedLink::Inputs& in, VerilatedLink::Outputs& out) {
    in.from_wire = sent.word.flit;
    in.number = sent.word.number;
    in.crc = sent.word.crc;
    const LinkAck ack = receiver_.take(sent.flit);
    out.ack = ack.valid;
    out.ack_number = ack.next;
    if (ack.valid) acks_[now_ + settings_.delay] = ack;
  }

  Dice dice_;
  MachineConfig config_;
  RetrySettings settings_;
  RetrySender sender_;
  RetryReceiver receiver_;
  LinkErrors errors_;
  VerilatedLink rtl_;
  VerilatedLink::Outputs last_;
  int losses_;  ///< percent of acknowledgements
  int room_;
  int length_ = 0;
  int left_ = 0;
  std::uint32_t packets_ = 0;
  int until_wrong_ = -1;
  int given_ = 0;
  std::uint64_t now_ = 0;
  SenderCrc crc_;
  std::map<std::uint64_t, OnWire> wire_;
  std::map<std::uint64_t, LinkAck> acks_;
};

}  // namespace

TEST_CASE(
    "Link in RTL: sender and receiver are equal to the model at every edge, with errors and lost acknowledgements",
    "[LINK-6][LINK-8][LINK-9][LINK-11]") {
  int given = 0;
  std::uint64_t repetitions = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Pair pair(seed);
    for (int cycle = 0; cycle < 3000; ++cycle) {
      CAPTURE(seed, cycle);
      REQUIRE(pair.step());
    }
    given += pair.given();
    repetitions += pair.repetitions();
  }
  CHECK((given > 2000 && repetitions > 500));
}

}  // namespace tactus::test
