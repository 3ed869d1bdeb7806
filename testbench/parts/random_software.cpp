#include "testbench/parts/random_software.h"

#include <string>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "hw/nic/pacing_settings.h"
#include "testbench/parts/numbered_modes.h"

namespace tactus {
namespace {

/// Longer than any message that comes.
constexpr std::uint32_t kEnough = 1U << 20;

/// An address drawn as `bits`: a quarter of them is so near below a boundary of 4 GiB that messages go across it.
std::uint64_t near_boundary(std::uint64_t bits) {
  if ((bits >> 20U & 3U) != 0) return bits;
  return bits | (0xFFFF'FFFFU ^ (bits >> 10U & 0x3FFU));
}

/// Whether the NIC refuses `action`; what else is raised is passed on.
template <class Action>
bool refuses(Action&& action) {
  try {
    action();
  } catch (const sc_core::sc_report& report) {
    if (report.get_msg_type() == std::string(reports::kNicRegister)) return true;
    throw;
  }
  return false;
}

}  // namespace

RandomSoftware::RandomSoftware(NicBench& bench, MachineConfig config, NodeCounter counter, Dice dice)
    : bench_(bench), config_(std::move(config)), counter_(counter), dice_(dice), eagerness_(dice_.below(6)) {}

void RandomSoftware::step() {
  for (int e = 0; e < config_.nics(); ++e) {
    if (dice_.chance(1)) pace(e);
    if (dice_.chance(eagerness_)) send(e);
    if (dice_.chance(4)) post(e);
    if (dice_.chance(5)) poll(e);
    if (dice_.chance(2)) peek(e);
    if (dice_.chance(1)) cancel(e);
  }
  if (dice_.chance(5)) poke();
}

void RandomSoftware::pace(int engine) {
  using S = NicStimulus;
  const PaceModeName mode = numbered_mode(dice_.below(60));
  constexpr S kModes[] = {S::kOff, S::kFixed, S::kHops, S::kPhase};
  stimuli_.count(kModes[nic_reg::number_of(mode)]);
  if (dice_.chance(70)) write_slots(engine);
  const int gap = dice_.between(-10, 20);
  const int bias = dice_.between(-20, 10);
  bench_.set_pacing(engine, mode, gap, bias);
  const auto window = static_cast<std::uint32_t>(dice_.below(4));
  stimuli_.count(S::kWindow, window != 0);
  bench_.write(engine, nic_reg::kPaceWindow, window);
  bench_.write(engine, nic_reg::kIrqEnable, static_cast<std::uint32_t>(dice_.bits()));
  // Another mode between the same edges, or right before the next one.
  if (dice_.chance(20)) bench_.write(engine, nic_reg::kPaceCtrl, nic_reg::number_of(numbered_mode(dice_.below(60))));
}

/// Slots from some packets before the counter's value to some after it, seldom so far that other slots come first.
void RandomSoftware::write_slots(int engine) {
  using S = NicStimulus;
  const int kind = dice_.below(100);
  const int period = kind < 15 ? dice_.below(2) : kind < 40 ? dice_.between(2, 12) : dice_.between(13, 500);
  const int range = dice_.chance(5) ? 30'000 : dice_.chance(50) ? 40 : 1000;
  const int ahead = dice_.between(-range, range);
  const int phase = dice_.chance(30) ? dice_.below(0x10000) : dice_.below(300);
  const int tolerance = dice_.chance(30) ? dice_.below(256) : dice_.chance(50) ? dice_.below(3) : dice_.below(40);
  stimuli_.count(S::kNoSlots, period < 2);
  stimuli_.count(S::kSlotsPast, period >= 2 && ahead < 0);
  stimuli_.count(S::kSlotsToCome, period >= 2 && ahead > 0);
  const auto count = static_cast<std::uint32_t>(counter_.at(Cycles{bench_.cycle()}));
  bench_.write(engine, nic_reg::kPacePeriod, static_cast<std::uint32_t>(period));
  bench_.write(engine, nic_reg::kPacePhase, static_cast<std::uint32_t>(phase));
  bench_.write(engine, nic_reg::kPaceBegin, count + static_cast<std::uint32_t>(ahead - phase));
  bench_.write(engine, nic_reg::kPaceTolerance, static_cast<std::uint32_t>(tolerance));
}

nic_reg::SendDescriptor RandomSoftware::random_descriptor() {
  nic_reg::SendDescriptor d;
  const NetworkShape& network = config_.network;
  for (int axis = 0; axis < network.dimensions(); ++axis) d.destination.set(axis, dice_.below(network.size(axis)));
  d.destination_nic = static_cast<std::uint8_t>(dice_.below(config_.nics()));
  for (int axis = 0; axis < 4; ++axis) d.negative.set(axis, dice_.chance(50));
  d.one_sided = dice_.chance(20);
  d.paired = dice_.chance(20);
  d.receive_slot = static_cast<std::uint8_t>(dice_.below(nic_reg::kRingEntries));
  d.tag = static_cast<std::uint32_t>(dice_.bits());
  const auto payload = static_cast<int>(config_.max_payload().count());
  d.bytes = static_cast<std::uint32_t>(dice_.chance(20)   ? 0
                                       : dice_.chance(30) ? payload * dice_.between(1, 3)
                                                          : dice_.below(4 * payload));
  d.create_cycle = static_cast<std::uint32_t>(dice_.bits());
  d.source_address = near_boundary(dice_.bits() >> 16);
  d.destination_address = dice_.bits() >> 17;
  d.source_place = static_cast<std::uint8_t>(dice_.below(64));
  d.destination_place = static_cast<std::uint8_t>(dice_.below(64));
  return d;
}

void RandomSoftware::send(int engine) {
  std::uint32_t& started = started_[at(engine)];
  if (started - bench_.read(engine, nic_reg::kTxFetched) == nic_reg::kRingEntries) return;
  const nic_reg::SendDescriptor descriptor = random_descriptor();
  count_send(descriptor);
  bench_.send(engine, descriptor);
  ++started;
  ++sends_;
}

void RandomSoftware::count_send(const nic_reg::SendDescriptor& descriptor) {
  using S = NicStimulus;
  const auto payload = static_cast<std::uint32_t>(config_.max_payload().count());
  stimuli_.count(S::kSend);
  stimuli_.count(S::kOneSided, descriptor.one_sided);
  stimuli_.count(S::kPaired, descriptor.paired);
  stimuli_.count(S::kNoBytes, descriptor.bytes == 0);
  stimuli_.count(S::kWholePackets, descriptor.bytes != 0 && descriptor.bytes % payload == 0);
}

void RandomSoftware::post(int engine) {
  const int slot = dice_.below(nic_reg::kRingEntries);
  std::uint32_t& used = used_slots_[at(engine)];
  if ((used >> slot & 1U) != 0) return;
  used |= 1U << slot;
  stimuli_.count(NicStimulus::kPost);
  const int source = dice_.below(kSources);
  const int tag = dice_.below(kTags);
  nic_reg::ReceiveSlot receive;
  receive.any_source = dice_.chance(15);
  receive.tag_ignored = static_cast<std::uint8_t>(dice_.chance(15) ? dice_.chance(20) ? 32 : dice_.below(3) : 0);
  const bool is_exact = !receive.any_source && receive.tag_ignored == 0;
  if (is_exact) ++posts_[at(engine)][at(source)][at(tag)];
  if (!is_exact) patterns_[at(engine)] |= 1U << slot;
  stimuli_.count(NicStimulus::kAnySource, receive.any_source);
  stimuli_.count(NicStimulus::kTagIgnored, receive.tag_ignored != 0);
  receive.source = RandomSoftware::source(source);
  if (receive.any_source && dice_.chance(50)) receive.source = {255, 255, 255, 255};
  receive.source_place = place(source);
  receive.tag = static_cast<std::uint32_t>(tag);
  receive.bytes = kEnough;
  receive.destination_address = near_boundary(dice_.bits());
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(receive, 4, words);
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) {
    bench_.write(engine, nic_reg::kRxSlots + at(slot) * nic_reg::kDescriptorBytes + 4 * w, words[w]);
  }
  bench_.write(engine, nic_reg::kRxPost, static_cast<std::uint32_t>(slot));
  if (dice_.chance(30)) send_paired(engine, slot);
}

/// The other half of what comes into `slot`.
void RandomSoftware::send_paired(int engine, int slot) {
  std::uint32_t& started = started_[at(engine)];
  if (started - bench_.read(engine, nic_reg::kTxFetched) == nic_reg::kRingEntries) return;
  bench_.write(engine, nic_reg::kPaceWindow, static_cast<std::uint32_t>(dice_.between(1, 2)));
  nic_reg::SendDescriptor descriptor = random_descriptor();
  descriptor.paired = true;
  descriptor.receive_slot = static_cast<std::uint8_t>(slot);
  count_send(descriptor);
  bench_.send(engine, descriptor);
  ++started;
  ++sends_;
}

void RandomSoftware::poll(int engine) {
  const std::uint32_t done_mask = acknowledgement(bench_.read(engine, nic_reg::kRxDone));
  const std::uint32_t freed_mask = acknowledgement(bench_.read(engine, nic_reg::kRxFreed));
  // Bits that are not written stay for another time.
  const std::uint32_t done = bench_.read(engine, nic_reg::kRxDone) & done_mask;
  const std::uint32_t freed = bench_.read(engine, nic_reg::kRxFreed) & freed_mask;
  receives_ += __builtin_popcount(done);
  stimuli_.count(NicStimulus::kDone, done != 0);
  for (std::uint32_t over = (done | freed) & patterns_[at(engine)]; over != 0; over &= over - 1) {
    read_met(engine, __builtin_ctz(over));
  }
  patterns_[at(engine)] &= ~(done | freed);
  bench_.write(engine, nic_reg::kRxDone, done_mask);
  bench_.write(engine, nic_reg::kRxFreed, freed_mask);
  used_slots_[at(engine)] &= ~(done | freed);
}

/// What is written to a register whose bits are cleared by writing 1, and that was read as `pending`.
std::uint32_t RandomSoftware::acknowledgement(std::uint32_t pending) {
  const int kind = dice_.below(10);
  if (kind == 0) return 0xFFFFFFFFU;
  if (kind == 1) return static_cast<std::uint32_t>(dice_.bits());
  if (kind == 2) return 0;
  if (kind < 5) return pending & (0U - pending);
  return pending;
}

void RandomSoftware::read_met(int engine, int slot) {
  std::uint32_t words[nic_reg::kDescriptorWords];
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) {
    words[w] = bench_.read(engine, nic_reg::kRxMet + at(slot) * nic_reg::kDescriptorBytes + 4 * w);
  }
  const nic_reg::MetMessage met = nic_reg::decode_met(words, 4);
  for (int number = 0; number < kSources; ++number) {
    if (source(number) != met.source || place(number) != met.source_place) continue;
    ++posts_[at(engine)][at(number)].at(met.tag);
  }
}

void RandomSoftware::peek(int engine) {
  for (const std::uint64_t constant : {nic_reg::kNode, nic_reg::kShape, nic_reg::kNetwork}) bench_.read(constant);
  bench_.read(nic_reg::kIrqStatus);
  bench_.read(engine, nic_reg::kTxDone);
  bench_.read(engine, nic_reg::kRxOneSided);
  const auto counter = static_cast<std::uint64_t>(8 * dice_.below(7));
  stimuli_.count(NicStimulus::kCounterHalves);
  bench_.read(engine, nic_reg::kTxPackets + counter);
  bench_.read(engine, nic_reg::kTxPackets + counter + 4);
  bench_.read(engine, nic_reg::kTxRing + at(4 * dice_.below(128)));
  bench_.read(engine, nic_reg::kRxSlots + at(4 * dice_.below(128)));
  bench_.read(engine, nic_reg::kRxMet + at(4 * dice_.below(128)));
}

void RandomSoftware::cancel(int engine) {
  stimuli_.count(NicStimulus::kCancel);
  bench_.write(engine, nic_reg::kRxCancel, static_cast<std::uint32_t>(dice_.bits() & dice_.bits()));
}

/// Anything, anywhere, but for what would start something or change the pace for good.
void RandomSoftware::poke() {
  const auto word = static_cast<std::uint64_t>(4 * dice_.below(0x400 * (config_.nics() + 2)));
  Dice more = dice_;
  const std::uint64_t address = word + static_cast<std::uint64_t>(more.chance(20) ? more.between(1, 3) : 0);
  const std::uint64_t offset = address % nic_reg::kEngineSpan;
  const bool of_slots = offset >= nic_reg::kPacePeriod && offset <= nic_reg::kPaceTolerance;
  const bool lasting = of_slots || offset == nic_reg::kPaceGap || offset == nic_reg::kPaceBias ||
                       offset == nic_reg::kRxPost || offset == nic_reg::kRxDone || offset == nic_reg::kRxFreed ||
                       offset == nic_reg::kTxDoorbell;
  const bool refused = refuses([&] {
    if (lasting || dice_.chance(50)) {
      bench_.read(address);
    } else {
      bench_.write(address, static_cast<std::uint32_t>(dice_.bits()));
    }
  });
  if (!refused) return;
  ++refusals_;
  stimuli_.count(NicStimulus::kRefused);
  overreach(dice_.below(config_.nics()));
}

/// What software may not do with registers that start something.
void RandomSoftware::overreach(int engine) {
  const std::uint32_t started = started_[at(engine)];
  refused(engine, nic_reg::kTxDoorbell, dice_.chance(50) ? started + 17 : started - 1);
  refused(engine, nic_reg::kPaceCtrl, static_cast<std::uint32_t>(dice_.between(4, 7)));
  const std::uint32_t used = used_slots_[at(engine)];
  if (used != 0) refused(engine, nic_reg::kRxPost, static_cast<std::uint32_t>(__builtin_ctz(used)));
  if (used != 0xFFFFU) {
    // A slot that ignores more than the tag has; the next receive in it is written anew.
    const int slot = __builtin_ctz(~used);
    bench_.write(engine, nic_reg::kRxSlots + at(slot) * nic_reg::kDescriptorBytes, 0);
    bench_.write(engine, nic_reg::kRxSlots + at(slot) * nic_reg::kDescriptorBytes + 12,
                 nic_reg::kRxSlotsTagIgnored.bits.put(33));
    refused(engine, nic_reg::kRxPost, static_cast<std::uint32_t>(slot));
  }
  if (started - bench_.read(engine, nic_reg::kTxFetched) == nic_reg::kRingEntries) return;
  // A descriptor for a node that there is not; the next one that is sent takes its place.
  const std::uint64_t entry = nic_reg::kTxRing + started % nic_reg::kRingEntries * nic_reg::kDescriptorBytes;
  bench_.write(engine, entry, static_cast<std::uint32_t>(config_.network.size(1)) << 8);
  if (config_.network.size(1) < 256) refused(engine, nic_reg::kTxDoorbell, started + 1);
  // One-sided bytes of which the last one is the first that a remote address cannot name.
  nic_reg::SendDescriptor beyond = random_descriptor();
  beyond.one_sided = true;
  beyond.bytes = static_cast<std::uint32_t>(dice_.between(2, 5000));
  beyond.destination_address = (std::uint64_t{1} << 48U) + 1 - beyond.bytes;
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(beyond, 4, words);
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) bench_.write(engine, entry + 4 * w, words[w]);
  refused(engine, nic_reg::kTxDoorbell, started + 1);
}

void RandomSoftware::refused(int engine, std::uint64_t offset, std::uint32_t value) {
  if (!refuses([&] { bench_.write(engine, offset, value); })) {
    SC_REPORT_ERROR(reports::kNicRegister, "software was not refused");
  }
  ++refusals_;
  stimuli_.count(NicStimulus::kRefusedValue);
}

}  // namespace tactus
