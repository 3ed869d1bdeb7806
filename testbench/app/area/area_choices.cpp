#include "testbench/app/area/area_choices.h"

#include <iterator>

#include "hw/nic/pacer_decisions.h"
#include "rtl/twin/rtl_straps.h"

namespace tactus {
namespace {

constexpr char kPacingMode[] = "pacing.mode";
constexpr char kArbiter[] = "router.arbiter";
constexpr char kNomination[] = "router.input_nomination";

// One packet at once from an input port, since inputs that nominate have it so.
AreaStrap transfers_per_port() { return {"transfers_i", 1, 0}; }

/// Slots of phases stand beside the pacer.
AreaChoices pacing_modes() {
  AreaChoices choices{RtlPart::kPacer, {{"all", {}}}};
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    if (!mode->number) continue;
    choices.list.push_back({mode->name, {{"mode_i", 3, *mode->number}}, mode->phases ? "phase_slots" : ""});
  }
  return choices;
}

/// Inputs offer all packets: to nominate the oldest takes ages, whoever the arbiter is.
AreaChoices arbiters() {
  AreaChoices choices{RtlPart::kRouter, {{"all", {}}}};
  std::uint32_t number = 0;
  for (const char* name : kRtlArbiters) {
    choices.list.push_back({name, {{"arbiter_i", 3, number++}, {"nomination_i", 1, 0}, transfers_per_port()}});
  }
  return choices;
}

/// With round robin.
AreaChoices nominations() {
  AreaChoices choices{RtlPart::kRouter, {{"all", {}}}};
  std::uint32_t number = 0;
  for (const char* name : kRtlNominations) {
    choices.list.push_back({name, {{"arbiter_i", 3, 0}, {"nomination_i", 1, number++}, transfers_per_port()}});
  }
  return choices;
}

}  // namespace

const std::vector<std::string>& area_choice_keys() {
  static const std::vector<std::string> kKeys = {kPacingMode, kArbiter, kNomination};
  return kKeys;
}

std::optional<AreaChoices> area_choices(const std::string& key) {
  if (key == kPacingMode) return pacing_modes();
  if (key == kArbiter) return arbiters();
  if (key == kNomination) return nominations();
  return std::nullopt;
}

}  // namespace tactus
