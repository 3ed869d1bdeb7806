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

/// Fault of a folder of RTL, or of the module that is wanted from it.
struct RtlSourcesFault {
  std::string key;      ///< key of the replacement, "sources" or "top"; empty if there is no fault
  std::string message;  ///< the mistake, and a value that would be right
};
RtlSourcesFault check_rtl_sources(const std::filesystem::path& folder, const std::string& top);

}  // namespace tactus
