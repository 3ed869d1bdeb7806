#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/plugins/policy_faults.h"

namespace tactus {

/// A plug-in in this process.
struct Plugin {
  std::filesystem::path file;  ///< as given, absolute
  std::string content;         ///< hash of the shared library
  std::vector<PluginRegistration::Entry> policies;
};

/// All that are loaded, in their order. They stay until the process ends.
const std::vector<Plugin>& loaded_plugins();
/// The one that was loaded from `file`; null if there is none.
const Plugin* find_plugin(const std::filesystem::path& file);

/// Plug-ins that `--plugin` named: every scenario of this process has them.
const std::vector<std::filesystem::path>& common_plugins();
/// Loads a plug-in, as `load_plugin` does, for every scenario of this process.
std::string load_common_plugin(const std::filesystem::path& file, const KeyPaths& taken);

/// Loads the plug-in `file`, a C++ source (*.cpp, *.cc, *.cxx), which is compiled first, or a shared library (*.so).
/// Nothing happens if it is loaded. Answers why it cannot be loaded, and then nothing is registered; empty if it is.
///
/// A library is looked at before it is loaded, and is loaded by another process first: one that throws, crashes or
/// does not return while it is loaded leaves this process as it was.
std::string load_plugin(const std::filesystem::path& file, const KeyPaths& taken);

}  // namespace tactus
