#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/area/area_sources.h"

namespace tactus {

/// A policy that RTL has beside others, and the straps that choose it.
struct AreaChoice {
  std::string name;               ///< name of the policy; "all" if the RTL has them all, chosen by its straps
  std::vector<AreaStrap> straps;  ///< inputs of the module that are tied
  std::string module{};           ///< module that has it alone; empty: the part's
  std::vector<std::pair<std::string, int>> values{};  ///< parameters without which the part lacks it
};

/// The policies of a key of scenarios that a part of RTL has: all at once first, then one by one.
struct AreaChoices {
  RtlPart part = RtlPart::kPacer;
  std::vector<AreaChoice> list;
};

/// Keys whose policies can be measured one by one.
const std::vector<std::string>& area_choice_keys();

/// The policies of `key`; nothing for another key than those.
std::optional<AreaChoices> area_choices(const std::string& key);

}  // namespace tactus
