#include "hw/nic/control_block.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

using Status = RegisterResult::Status;

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

}  // namespace

ControlBlock::ControlBlock(const MachineConfig& config, Coordinate position, Engines& engines)
    : config_(config), position_(position), engines_(engines) {}

void ControlBlock::reset() {
  words_.fill(0);
  latched_.fill(0);
  policy_.reset();
}

RegisterResult ControlBlock::read(std::uint64_t offset, Cycles now, bool effects) {
  const nic_reg::Register* const reg = nic_reg::kControlBlock.find(offset);
  if (reg == nullptr) return RegisterResult::no_register();
  if (!kCounters.has(offset)) return {Status::kOk, words_[offset / 4], {}};
  std::uint32_t& latched = latched_[kCounters.index(offset)];
  if (offset % 8 != 0) return {Status::kOk, latched, {}};
  const std::uint64_t count = counter(offset, now);
  if (effects) latched = low(count >> 32);
  return {Status::kOk, low(count), {}};
}

RegisterResult ControlBlock::write(std::uint64_t offset, std::uint32_t word) {
  const nic_reg::Register* const reg = nic_reg::kControlBlock.find(offset);
  if (reg == nullptr) return RegisterResult::no_register();
  if (!reg->writable()) return {Status::kWrongDirection, 0, fmt::format("{} is read-only", reg->name)};
  const std::uint32_t value = word & reg->mask;
  if (reg->offset == nic_reg::kControl) return choose(value);
  words_[offset / 4] = value;
  return {};
}

RegisterResult ControlBlock::choose(std::uint32_t value) {
  std::array<std::uint32_t, nic_reg::kControlWords> words = words_;
  words[0] = value;
  const std::optional<ControlConfig> control = nic_reg::decode_control(words.data(), config_);
  if (!control) return RegisterResult::refuse(fmt::format("CONTROL.kind {} is reserved", value));
  if (value != 0 && config_.send_queues() > 1) {
    return RegisterResult::refuse(
        fmt::format("CONTROL.kind {}: engines with a send queue for each class have no injection control", value));
  }
  if (!unused())
    return RegisterResult::refuse("CONTROL is written before the first message: this NIC has sent or received");
  if (tactus::policy(control->kind).router_room && room_ == nullptr) {
    return RegisterResult::refuse(fmt::format("CONTROL.kind {}: this NIC does not see its router's credits", value));
  }
  PacingConfig chosen;
  chosen.control = *control;
  const std::vector<ConfigFault> faults = validate(chosen);
  if (!faults.empty())
    return RegisterResult::refuse(fmt::format("{}: {}", faults.front().field, faults.front().message));
  words_ = words;
  policy_ = make_injection_control({*control, config_, position_, room_});
  for (DmaEngine& engine : engines_) engine.follow(policy_.get());
  return {};
}

bool ControlBlock::unused() const {
  return std::all_of(engines_.begin(), engines_.end(), [](const DmaEngine& engine) {
    return engine.sender.ring.doorbell() == 0 && engine.receiver.flits() == 0;
  });
}

std::uint64_t ControlBlock::counter(std::uint64_t offset, Cycles now) const {
  std::uint64_t sum = 0;
  for (const DmaEngine& engine : engines_) {
    if (offset == nic_reg::kControlCycles) {
      sum += engine.sender.cycles_in(SendState::kControl, now);
    } else if (offset == nic_reg::kTurnCycles) {
      sum += engine.sender.cycles_in(SendState::kTurn, now);
    } else {
      sum += offset == nic_reg::kTxControl ? engine.sender.control_packets() : engine.receiver.control_packets();
    }
  }
  return sum;
}

}  // namespace tactus
