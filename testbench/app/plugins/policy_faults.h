#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/common/policy.h"

namespace tactus {

/// Whether a scenario has a key of that path ("pacing.gap") already.
using HasKey = std::function<bool(const std::string& path)>;

/// Everything that is wrong with the registrations of a plug-in: names that are no words, texts and functions that are
/// missing, keys without a sense or with the path of another one.
std::vector<std::string> registration_faults(const std::vector<PluginRegistration::Entry>& policies,
                                             const HasKey& has_key);

}  // namespace tactus
