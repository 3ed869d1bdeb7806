#include "hw/nic/pacing_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace tactus {
namespace {

// The last value of a field chooses the policy that the machine has and the registers have no number for.
constexpr std::uint32_t kUnnumberedMode = nic_reg::kPaceCtrlMode.mask();
constexpr std::uint32_t kUnnumberedControl = nic_reg::kControlKind.mask();
static_assert(nic_reg::kPaceCtrlMode.low == 0 && nic_reg::kControlKind.low == 0);

template <class Kind>
const typename Kind::Policy* with_number(std::uint32_t number) {
  for (const typename Kind::Policy* policy : all_policies<Kind>()) {
    if (policy->number == number) return policy;
  }
  return nullptr;
}

void check_ranges(const ControlConfig& control, ConfigFaults& faults) {
  for_registers(policy(control.kind).keys, [&](const auto& key) {
    const std::int64_t value = key.get(control);
    faults.require(value >= key.lowest() && value <= key.highest(), std::string("control.") + key.name, "{}: {} to {}",
                   value, key.lowest(), key.highest());
  });
}

// The registers of gaps keep 16 bits, signed.
static_assert(nic_reg::kPaceGapGap.width == 16 && nic_reg::kPaceBiasBias.width == 16);
PacketEighths pace_field(std::uint32_t value) { return PacketEighths{static_cast<std::int16_t>(value)}; }
std::uint32_t pace_word(PacketEighths value) {
  return nic_reg::kPaceGapGap.put(static_cast<std::uint32_t>(value.eighths()));
}

constexpr nic_reg::PaceRegister kPaceRegisters[] = {
    {nic_reg::kPaceCtrl, [](const PacingConfig& pacing) { return nic_reg::number_of(pacing.mode); }},
    {nic_reg::kPaceGap, [](const PacingConfig& pacing) { return pace_word(pacing.gap); },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.gap = pace_field(word); }},
    {nic_reg::kPaceBias, [](const PacingConfig& pacing) { return pace_word(pacing.bias); },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.bias = pace_field(word); }},
    {nic_reg::kPaceWindow, [](const PacingConfig& pacing) { return static_cast<std::uint32_t>(pacing.window); },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.window = static_cast<int>(word); }},
    {nic_reg::kPacePeriod, [](const PacingConfig& pacing) { return std::uint32_t{pacing.slots.period}; },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.slots.period = static_cast<std::uint16_t>(word); }},
    {nic_reg::kPacePhase, [](const PacingConfig& pacing) { return std::uint32_t{pacing.slots.phase}; },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.slots.phase = static_cast<std::uint16_t>(word); }},
    {nic_reg::kPaceBegin, [](const PacingConfig& pacing) { return pacing.slots.begin; },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.slots.begin = word; }},
    {nic_reg::kPaceTolerance, [](const PacingConfig& pacing) { return std::uint32_t{pacing.slots.tolerance}; },
     [](PacingConfig& pacing, std::uint32_t word) { pacing.slots.tolerance = static_cast<std::uint8_t>(word); }},
};

}  // namespace

std::vector<ConfigFault> validate(const PacingConfig& pacing) {
  ConfigFaults faults;
  faults.require(pacing.window >= 0 && pacing.window <= kMaxPaceWindow, "window",
                 "{} packets: the register holds 0 (off) to {}", pacing.window, kMaxPaceWindow);
  const ControlPolicy& control = policy(pacing.control.kind);
  check_ranges(pacing.control, faults);
  if (control.check != nullptr) control.check(pacing, faults);
  std::vector<std::string> acknowledge;
  for (const ControlPolicy* each : all_policies<ControlKind>()) {
    if (each->acknowledges) acknowledge.push_back(each->name);
  }
  faults.require(control.acknowledges || !policy(pacing.mode).acknowledgements, "mode",
                 "{} needs acknowledgements of packets: use control: {}", pacing.mode.name(),
                 fmt::join(acknowledge, " or "));
  return faults.take();
}

MachineConfig with_unnumbered(MachineConfig machine, const PacingConfig& pacing) {
  if (!policy(pacing.mode).number || !policy(pacing.control.kind).number) machine.nic.unnumbered = pacing;
  return machine;
}

namespace nic_reg {

std::uint32_t number_of(const PaceModeName& mode) { return policy(mode).number.value_or(kUnnumberedMode); }

std::optional<PaceModeName> mode_of(std::uint32_t number, const MachineConfig& machine) {
  if (const PaceModePolicy* mode = with_number<PaceModeKind>(number)) return mode->name;
  const std::optional<PacingConfig>& unnumbered = machine.nic.unnumbered;
  if (number != kUnnumberedMode || !unnumbered || policy(unnumbered->mode).number) return std::nullopt;
  return unnumbered->mode;
}

const PaceRegister* find_pace_register(std::uint64_t offset) {
  const auto* const found = std::find_if(std::begin(kPaceRegisters), std::end(kPaceRegisters),
                                         [&](const PaceRegister& each) { return each.offset == offset; });
  return found == std::end(kPaceRegisters) ? nullptr : found;
}

void encode(const ControlConfig& control, std::uint32_t words[kControlWords]) {
  std::fill(words, words + kControlWords, 0U);
  words[kControl / 4] = kControlKind.put(policy(control.kind).number.value_or(kUnnumberedControl));
  for (const ControlPolicy* each : all_policies<ControlKind>()) {
    for_registers(each->keys,
                  [&](const auto& key) { key.field.put(words, static_cast<std::uint32_t>(key.get(control))); });
  }
}

std::optional<ControlConfig> decode_control(const std::uint32_t words[kControlWords], const MachineConfig& machine) {
  const std::uint32_t number = kControlKind.get(words[kControl / 4]);
  const ControlPolicy* kind = with_number<tactus::ControlKind>(number);
  const std::optional<PacingConfig>& unnumbered = machine.nic.unnumbered;
  if (kind == nullptr) {
    if (number != kUnnumberedControl || !unnumbered || policy(unnumbered->control.kind).number) return std::nullopt;
    return unnumbered->control;
  }
  ControlConfig control;
  control.kind = kind->name;
  for_registers(kind->keys, [&](const auto& key) { key.set(control, key.field.get(words)); });
  return control;
}

}  // namespace nic_reg
}  // namespace tactus
