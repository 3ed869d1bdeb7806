#include <fmt/core.h>

#include <utility>
#include <vector>

#include "testbench/app/scenario/settle.h"
#include "testbench/app/scenario/value_codec.h"

namespace tactus {
namespace {

constexpr char kControlKey[] = "pacing.control";

/// Keys of injection controls, each with the kind that it belongs to.
const std::vector<std::pair<const char*, ControlKind>> kControlKeys = {
    {"pacing.free_share", ControlKind::kInjectionLimit},   {"pacing.target_delay", ControlKind::kDelayWindow},
    {"pacing.delay_per_hop", ControlKind::kDelayWindow},   {"pacing.first_window", ControlKind::kDelayWindow},
    {"pacing.largest_window", ControlKind::kDelayWindow},  {"pacing.increase", ControlKind::kDelayWindow},
    {"pacing.speculative", ControlKind::kReceiverCredits}, {"pacing.grant", ControlKind::kReceiverCredits},
    {"pacing.paced_size", ControlKind::kPieces},           {"pacing.paced_hops", ControlKind::kPieces},
    {"pacing.paced_dimensions", ControlKind::kPieces},     {"pacing.piece", ControlKind::kPieces},
    {"pacing.pieces_in_flight", ControlKind::kPieces}};

void check_control_keys(const ScenarioSource& source, ControlKind kind, DiagnosticList& diagnostics) {
  for (const auto& [path, owner] : kControlKeys) {
    const Entry* entry = source.entries.find(path);
    if (entry == nullptr || owner == kind) continue;
    diagnostics.add(entry->key_place, fmt::format("{} belongs to pacing.control {} and contradicts {}", path,
                                                  Codec<ControlKind>::show(owner), Codec<ControlKind>::show(kind)));
  }
}

}  // namespace

ControlKind settle_control(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  const bool in_options = options.entries.find(kControlKey) != nullptr;
  const ControlKind of_file = file.scenario.pacing.control.kind;
  const ControlKind kind = in_options ? options.scenario.pacing.control.kind : of_file;
  if (file.bad.count(kControlKey) > 0 || options.bad.count(kControlKey) > 0) return kind;
  check_control_keys(file, of_file, diagnostics);
  check_control_keys(options, kind, diagnostics);
  return kind;
}

}  // namespace tactus
