#include "testbench/parts/pacer_bench.h"

#include <fmt/format.h>

#include <utility>

#include "rtl/twin/pacer_inputs.h"
#include "testbench/parts/numbered_modes.h"
#include "testbench/parts/part_difference.h"

namespace tactus {
namespace {

constexpr std::size_t kClocksKept = 20;
constexpr std::ptrdiff_t kAllKept = 6;  ///< newest of them that are kept though nothing happens at them
constexpr std::size_t kMostQueued = 4;
constexpr int kLongestWay = 4 * 255;  ///< links, in rows of four dimensions
constexpr int kMostFlits = 128;

std::int16_t draw_register(Dice& dice) {
  const int kind = dice.below(100);
  if (kind < 6) return std::int16_t{32767};
  if (kind < 10) return std::int16_t{-32768};
  if (kind < 18) return std::int16_t{0};
  const int range = kind < 70 ? 40 : kind < 90 ? 4000 : 32768;
  return static_cast<std::int16_t>(dice.between(-range / 3, range - 1));
}

int draw_hops(Dice& dice) {
  const int kind = dice.below(100);
  if (kind < 10) return 0;
  if (kind < 15) return kLongestWay;
  if (kind < 30) return dice.between(1, kLongestWay);
  return dice.between(1, 12);
}

}  // namespace

PacerBench::PacerBench(std::unique_ptr<VerilatedPacer> rtl, std::uint64_t seed, const Limits& limits)
    : dice_(seed), limits_(limits), rtl_(std::move(rtl)) {
  rtl_->apply({});
  rtl_->reset();
  if (!limits.mode.empty()) model_.set({limits.mode, PacketEighths{}, PacketEighths{}});
}

void PacerBench::run(int edges) {
  for (int i = 0; i < edges; ++i) step();
}

void PacerBench::step() {
  if (dice_.below(1000) == 0) reset();
  const std::uint32_t elapsed = draw_elapsed();
  const int ticks = dice_.chance(80) ? 0 : dice_.chance(80) ? dice_.between(1, 3) : dice_.between(5, 9);
  std::uint32_t at = 0;
  for (int i = 0; i < ticks; ++i) {
    at += static_cast<std::uint32_t>(dice_.bits() % (elapsed - at));
    tick(at);
  }
  stimuli_.count(PacerStimulus::kManyTicks, ticks >= 5);
  edge(elapsed);
}

/// The next packet to start; one to nowhere without messages.
PacedPacket PacerBench::next() const {
  static const Message kNone;
  const Message& message = messages_.empty() ? kNone : messages_.front();
  return {message.next, message.paced.hops, message.gap};
}

Cycles PacerBench::slot() const { return messages_.empty() ? model_.said() : model_.slot(next(), now_); }

std::uint64_t PacerBench::wait() const {
  const Cycles slot = this->slot();
  return slot > now_ ? (slot - now_).count() : 0;
}

void PacerBench::reset() {
  const bool starts = !sending() && !messages_.empty() && wait() == 0;
  stimuli_.count(PacerStimulus::kResetInWait, !sending() && wait() > 0);
  stimuli_.count(PacerStimulus::kResetInPacket, sending());
  Inputs inputs = with_registers(1);
  if (starts) show_next(inputs, next());
  if (starts && dice_.chance(70)) start_packet(inputs, next());
  stimuli_.count(PacerStimulus::kResetAtStart, inputs.start);
  inputs.enable = true;
  remember("reset", now_.count() + 1, inputs);
  rtl_->apply(inputs);
  rtl_->reset();
  const PacingConfig registers = model_.settings();
  model_.reset();
  model_.set(registers);
  messages_.clear();
  left_ = 0;
  now_ += Cycles{1};
}

void PacerBench::write_registers() {
  const PacketEighths gap{draw_register(dice_)};
  PacketEighths bias{draw_register(dice_)};
  if (dice_.chance(20)) bias = PacketEighths{static_cast<std::int16_t>(-8 * dice_.between(0, 11))};
  const int ours = dice_.below(60);
  model_.set({limits_.mode.empty() ? numbered_mode(ours) : PaceModeName(limits_.mode), gap, bias});
}

/// Edges can be skipped while no packet is sent; mostly to where the slot is near.
std::uint32_t PacerBench::draw_elapsed() {
  if (sending()) return 1;
  const auto wait = static_cast<std::uint32_t>(this->wait());
  const int kind = dice_.below(1000);
  if (kind == 0) return 0xFFFFFFFFU;
  if (kind < 4) return (1U << 20U) + static_cast<std::uint32_t>(dice_.bits() >> 33U);
  if (kind < 10) return (1U << 16U) + static_cast<std::uint32_t>(dice_.below(1 << 20));
  if (wait > 2 && kind < 500) return wait - 1 + static_cast<std::uint32_t>(dice_.below(3));
  if (wait > 2 && kind < 600) return 1 + static_cast<std::uint32_t>(dice_.bits() % wait);
  return kind < 950 ? 1 : static_cast<std::uint32_t>(dice_.between(2, 3000));
}

VerilatedPacer::Inputs PacerBench::with_registers(std::uint32_t elapsed) const {
  Inputs inputs = pacer_inputs(Cycles{elapsed}, model_.settings());
  inputs.enable = false;
  return inputs;
}

/// An access of software, or an answer of memory.
void PacerBench::tick(std::uint32_t elapsed) {
  const Inputs inputs = with_registers(elapsed);
  remember("tick", now_.count() + elapsed, inputs);
  rtl_->apply(inputs);
  rtl_->clock();
  stimuli_.count(PacerStimulus::kTickInPacket, sending());
  stimuli_.count(PacerStimulus::kTickInWait, !sending() && wait() > 0);
  if (dice_.chance(30)) write_registers();
}

void PacerBench::edge(std::uint32_t elapsed) {
  count_skipped(elapsed);
  now_ += Cycles{elapsed};
  Inputs inputs = with_registers(elapsed);
  inputs.enable = true;
  const bool takes = take(inputs);
  if (!sending() && !messages_.empty()) show_next(inputs, next());
  remember("edge", now_.count(), inputs);
  rtl_->apply(inputs);
  if (takes) check_gap();
  // A slot of ours does not need a packet.
  if (!sending() && (limits_.mode.empty() || !messages_.empty())) check_slot("before start_i");
  const bool may_start = !sending() && !messages_.empty() && wait() == 0;
  if (may_start && dice_.chance(60)) {
    start(inputs);
  } else if (sending() && --left_ == 0) {
    inputs.end_of_message = last_;
  }
  if (inputs.start || inputs.end_of_message) {
    clocks_.back().inputs = inputs;
    rtl_->apply(inputs);
    if (inputs.start) check_slot("after start_i");
  }
  rtl_->clock();
  if (inputs.start) {
    model_.packet_started(next(), now_);
    messages_.front().next.route.flits = draw_length();
  }
  if (inputs.end_of_message) end_message();
}

void PacerBench::end_message() {
  left_behind_ = slot();
  model_.message_ended(now_);
  messages_.pop_front();
}

bool PacerBench::take(Inputs& inputs) {
  if (messages_.size() == kMostQueued || !dice_.chance(messages_.empty() ? 40 : 5)) return false;
  Message message;
  for (int d = 0; d < limits_.dimensions; ++d) message.paced.destination.set(d, dice_.below(limits_.nodes));
  message.paced.destination_nic = dice_.below(limits_.nics);
  message.paced.hops = draw_hops(dice_);
  message.paced.bytes = Bytes{dice_.bits() >> 32U};
  message.gap = model_.gap(message.paced, now_);
  message.gap_register = model_.settings().gap;
  message.next.route.destination = message.paced.destination;
  message.next.route.destination_nic = static_cast<std::uint8_t>(message.paced.destination_nic);
  message.next.route.flits = draw_length();
  take_message(inputs, message.paced);
  message.packets = dice_.chance(30) ? 1 : dice_.between(2, 6);
  message.taken = now_;
  stimuli_.count(PacerStimulus::kQueued, sending());
  stimuli_.count(message.packets == 1 ? PacerStimulus::kOnePacket : PacerStimulus::kManyPackets);
  count_gap(inputs.hops);
  messages_.push_back(message);
  return true;
}

void PacerBench::check_gap() const {
  const auto gap = static_cast<std::uint64_t>(messages_.back().gap.eighths());
  if (static_cast<std::uint64_t>(rtl_->gap()) != gap) differ("gap_o", gap, static_cast<std::uint64_t>(rtl_->gap()));
}

void PacerBench::check_slot(const char* when) const {
  const bool come = wait() == 0;
  if (rtl_->slot_come() != come) differ(fmt::format("slot_come_o {}", when), come ? 1 : 0, rtl_->slot_come() ? 1 : 0);
}

std::uint16_t PacerBench::draw_length() {
  if (dice_.chance(25)) return 2;
  if (dice_.chance(5)) return kMostFlits;
  return static_cast<std::uint16_t>(dice_.chance(90) ? dice_.between(3, 12) : dice_.between(3, kMostFlits));
}

void PacerBench::start(Inputs& inputs) {
  Message& message = messages_.front();
  start_packet(inputs, next());
  --message.packets;
  last_ = message.packets == 0;
  left_ = inputs.length - 1;
  ++starts_;
  count_start(message);
  message.begun = true;
}

void PacerBench::count_gap(int hops) {
  using S = PacerStimulus;
  const PacingConfig& registers = model_.settings();
  const unsigned mode = pacer_inputs(Cycles{1}, registers).mode;
  const int gap = registers.gap.eighths();
  const int bias = registers.bias.eighths();
  const int sum = 8 * (hops - 1) + bias;
  stimuli_.count(mode == 0 ? S::kOff : mode == 1 ? S::kFixed : mode == 2 ? S::kHops : S::kPhase);
  if (mode == 1) {
    stimuli_.count(S::kFixedZero, gap == 0);
    stimuli_.count(S::kFixedNegative, gap < 0);
    stimuli_.count(S::kFixedLeast, gap == -32768);
    stimuli_.count(S::kFixedMost, gap == 32767);
  }
  if (mode == 2) {
    stimuli_.count(S::kHopsBelowZero, sum < 0);
    stimuli_.count(S::kHopsZero, sum == 0);
    stimuli_.count(S::kNegativeBias, bias < 0 && sum > 0);
    stimuli_.count(S::kOwnNode, hops == 0);
    stimuli_.count(S::kFarWay, hops > 255);
    stimuli_.count(S::kLargestGap, hops == kLongestWay && bias == 32767);
  }
}

void PacerBench::count_start(const Message& message) {
  using S = PacerStimulus;
  const Cycles slot = this->slot();
  const int length = message.next.route.flits;
  const bool followed = message.packets > 0;
  const int product = message.gap.eighths() * length;
  // A mode of others may have a state that a question changes.
  const bool other_gap = limits_.mode.empty() ? model_.gap(message.paced, now_) != message.gap
                                              : model_.settings().gap != message.gap_register;
  stimuli_.count(S::kGapAtOnce, message.taken == now_);
  stimuli_.count(S::kWrittenBetween, other_gap && followed);
  stimuli_.count(S::kNextMessageAtOnce, !message.begun && now_ < left_behind_);
  stimuli_.count(S::kTwoFlits, length == 2 && followed && product > 0);
  stimuli_.count(S::kLongest, length == kMostFlits && followed && product > 0);
  stimuli_.count(S::kRoundedUp, product % 8 != 0 && followed);
  stimuli_.count(S::kExact, product > 0 && product % 8 == 0 && followed);
  stimuli_.count(S::kStartAtSlot, slot == now_);
  stimuli_.count(S::kStartLate, slot > Cycles{} && slot < now_);
}

void PacerBench::count_skipped(std::uint32_t elapsed) {
  using S = PacerStimulus;
  const std::uint64_t wait = this->wait();
  stimuli_.count(S::kEdgeBeforeSlot, elapsed > 1 && elapsed + std::uint64_t{1} == wait);
  stimuli_.count(S::kEdgeAtSlot, elapsed > 1 && elapsed == wait);
  stimuli_.count(S::kEdgeBeyondSlot, elapsed > wait && wait > 1);
  stimuli_.count(S::kSkipped16, elapsed > 1U << 16U);
  stimuli_.count(S::kSkipped20, elapsed > 1U << 20U);
  stimuli_.count(S::kSkippedMost, elapsed == 0xFFFFFFFFU);
}

void PacerBench::remember(const char* what, std::uint64_t cycle, const Inputs& inputs) {
  clocks_.push_back({what, cycle, inputs});
  if (static_cast<std::ptrdiff_t>(clocks_.size()) <= kAllKept) return;
  // The one that is no longer among the newest.
  const auto old = clocks_.end() - kAllKept - 1;
  const Inputs& then = old->inputs;
  if (!then.take && !then.start && !then.end_of_message) clocks_.erase(old);
  if (clocks_.size() > kClocksKept) clocks_.pop_front();
}

std::string PacerBench::history() const {
  std::string text = fmt::format("\nThe last {} clocks, and those before at which something happened:", kAllKept);
  for (const Clock& clock : clocks_) {
    const Inputs& inputs = clock.inputs;
    text +=
        fmt::format("\n  cycle {:<6} {}: elapsed {}, mode {}, gap {}, bias {}", clock.cycle, clock.what, inputs.elapsed,
                    inputs.mode, static_cast<std::int16_t>(inputs.gap), static_cast<std::int16_t>(inputs.bias));
    if (inputs.take) {
      text += fmt::format(", takes a message to {:08x} NIC {}, hops {}", inputs.destination, inputs.destination_nic,
                          inputs.hops);
    }
    if (inputs.next) {
      text += fmt::format(", next to {:08x} NIC {}, length {}", inputs.next_destination, inputs.next_destination_nic,
                          inputs.next_length);
    }
    if (inputs.start) text += fmt::format(", start, length {}, packet gap {}", inputs.length, inputs.packet_gap);
    if (inputs.end_of_message) text += ", end of message";
  }
  return text;
}

void PacerBench::differ(const std::string& port, std::uint64_t model, std::uint64_t rtl) const {
  throw PartDifference(
      fmt::format("{}, cycle {}: the model has {}, the RTL {}{}", port, now_.count(), model, rtl, history()));
}

}  // namespace tactus
