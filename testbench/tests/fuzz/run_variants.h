#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/tests/support/run_history.h"

namespace tactus {

/// One more way to execute a scenario, of which nothing may come but what comes of the cycle level.
struct RunVariant {
  std::string name;  ///< "packet with pins"
  Scenario scenario;
  Level level = Level::kCycle;
  FabricOptions fabric{};
  bool waves = false;
  bool files_only = false;  ///< its result says something else
};

/// `scenario` at the cycle level, without nodes on pins.
test::RunHistory run_plain(const Scenario& scenario);
/// The ways that there are for `scenario`: at the packet level, with and without its nodes on pins, if its switch is
/// held per packet. By `seed` also some with waves, and with attribution where `scenario` has none and without it
/// otherwise.
std::vector<RunVariant> variants_of(const Scenario& scenario, const Threading& threading, std::uint64_t seed);
/// What the run of `variant` differs in from `plain`, files included; all is well if it is equal.
HistoryComparison compare_with(const test::RunHistory& plain, const RunVariant& variant);

}  // namespace tactus
