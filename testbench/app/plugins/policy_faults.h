#pragma once

#include <set>
#include <string>
#include <vector>

#include "hw/common/policy.h"

namespace tactus {

/// Paths of keys ("pacing.gap") that scenarios have.
using KeyPaths = std::set<std::string>;

/// Everything that is wrong with the registrations of a plug-in: names that are no words, texts and functions that are
/// missing, keys without a sense, or with a path that is taken.
std::vector<std::string> registration_faults(const std::vector<PluginRegistration::Entry>& policies,
                                             const KeyPaths& taken);

}  // namespace tactus
