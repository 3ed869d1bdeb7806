#include "testbench/app/area/area_choices.h"

#include <iterator>

#include "hw/nic/pacer_decisions.h"
#include "rtl/twin/rtl_straps.h"

namespace tactus {
namespace {

constexpr char kPacingMode[] = "pacing.mode";
constexpr char kArbiter[] = "router.arbiter";
constexpr char kNomination[] = "router.input_nomination";
constexpr char kFlowControl[] = "router.flow_control";
constexpr char kRouting[] = "router.routing";

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

/// A strap of round robin, and nothing nominated, with the policy's own.
std::vector<AreaStrap> round_robin_and(const AreaStrap& strap) {
  return {strap, {"arbiter_i", 3, 0}, {"nomination_i", 1, 0}, transfers_per_port()};
}

/// With round robin. Buffers have rooms for two packets.
AreaChoices flow_controls() {
  const std::vector<std::pair<std::string, int>> bubble = {{"Bubble", 1}};
  return {RtlPart::kRouter,
          {{"all", {}, {}, bubble},
           {"dateline", round_robin_and({"rooms_i", 10, 0})},
           {"bubble", round_robin_and({"rooms_i", 10, 2}), {}, bubble}}};
}

/// With round robin and datelines.
AreaChoices routings() {
  const std::vector<std::pair<std::string, int>> two_orders = {{"TwoOrders", 1}};
  AreaChoices choices{RtlPart::kRouter, {{"all", {}, {}, two_orders}}};
  std::uint32_t number = 0;
  for (const char* name : kRtlRoutings) {
    const auto values = number == 0 ? std::vector<std::pair<std::string, int>>{} : two_orders;
    choices.list.push_back({name, round_robin_and({"routing_i", 1, number++}), {}, values});
  }
  return choices;
}

}  // namespace

const std::vector<std::string>& area_choice_keys() {
  static const std::vector<std::string> kKeys = {kPacingMode, kArbiter, kNomination, kFlowControl, kRouting};
  return kKeys;
}

std::optional<AreaChoices> area_choices(const std::string& key) {
  if (key == kPacingMode) return pacing_modes();
  if (key == kArbiter) return arbiters();
  if (key == kNomination) return nominations();
  if (key == kFlowControl) return flow_controls();
  if (key == kRouting) return routings();
  return std::nullopt;
}

}  // namespace tactus
