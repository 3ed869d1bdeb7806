#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

/// All files of a folder of RTL, by name: those that others include, too.
std::vector<std::filesystem::path> rtl_files(const std::filesystem::path& folder);

/// The files of a folder that Verilator is given, `*.sv`, `*.v` and `*.vlt`, by name; those with packages in them
/// first, and configuration before all.
std::vector<std::filesystem::path> rtl_sources(const std::filesystem::path& folder);

/// What is wrong with a folder of RTL and the module that is wanted from it.
struct RtlSourcesFault {
  std::string key;      ///< of the replacement: "sources" or "top"; empty if all is well
  std::string message;  ///< what is wrong and what would be right
};
RtlSourcesFault check_rtl_sources(const std::filesystem::path& folder, const std::string& top);

}  // namespace tactus
