#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tactus {

/// Symbols and kind of a shared library, read from its file without a line of its code being executed.
struct PluginLibrary {
  std::string fault;                     ///< why it is no shared library of 64 bits; empty if it is one
  std::optional<std::string> interface;  ///< the headers that it was compiled with (`tactus_plugin_interface`)
  std::vector<std::string> needed;       ///< functions and data that others have to have, as C++ writes them
};

/// Reads an ELF file of 64 bits.
PluginLibrary look_at_library(const std::filesystem::path& file);

/// The first of `needed` by which an answer can depend on something else than what was asked: a clock, a random number
/// that no seed gives. Empty if there is none.
std::string hidden_input(const std::vector<std::string>& needed);
/// The first of `needed` that tells the simulation's time, which parts that are modules need, and policies must not.
/// Empty if there is none.
std::string simulation_input(const std::vector<std::string>& needed);

}  // namespace tactus
