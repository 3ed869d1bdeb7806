#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "testbench/app/plugins/plugins.h"
#include "testbench/app/scenario/rtl_config.h"
#include "testbench/app/scenario/yaml_tree.h"

namespace tactus {

/// Policies of a plug-in that RTL of users can be held to, instead of to ours.
struct PartModel {
  std::string fault;               ///< why there are none, with what would be right; empty if there are some
  std::vector<std::string> names;  ///< names of the policies
};

/// The policies of `plugin`, which is loaded, that can be the model of `part`: pacer modes of a pacer, arbiters of an
/// arbiter. A whole router or NIC has none.
PartModel model_in(const Plugin& plugin, RtlPart part);
/// Loads the plug-in `file`, a C++ source or a shared library, and answers `model_in` it.
PartModel open_part_model(const std::filesystem::path& file, RtlPart part);

/// Calls `found` with the key and the value of each model that a scenario, in the form of its text, names in
/// rtl.replace.
void for_each_part_model(const YamlNode& scenario,
                         const std::function<void(const std::string& key, const YamlNode& file)>& found);

}  // namespace tactus
