#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

/// All files of a folder of RTL, by name: those that others include, too.
std::vector<std::filesystem::path> rtl_files(const std::filesystem::path& folder);

/// The files of a folder that Verilator is given, `*.sv`, `*.v` and `*.vlt`, by name; those with packages in them
/// first, and configuration before all.
std::vector<std::filesystem::path> rtl_sources(const std::filesystem::path& folder);

/// Our files, below `rtl`, of the NIC or router that `part` is in: each has one module or package, and its name.
std::vector<std::filesystem::path> our_rtl_around(RtlPart part, const std::filesystem::path& rtl);

/// Fault of a folder of RTL, or of the module that is wanted from it.
struct RtlSourcesFault {
  std::string key;      ///< key of the replacement, "sources" or "top"; empty if there is no fault
  std::string message;  ///< the mistake, and a value that would be right
};
/// `top` takes the place of our module of `part`. The folder may lack `top` if that has the name of our module, and a
/// file of the folder takes the place of another module or package of ours.
RtlSourcesFault check_rtl_sources(const std::filesystem::path& folder, const std::string& top, RtlPart part);
/// Modules and packages that both folders have, each with its two files: "fifo in a.sv and b.sv".
std::vector<std::string> rtl_names_in_both(const std::filesystem::path& one, const std::filesystem::path& other);
/// Names of all modules and packages in a folder.
std::vector<std::string> rtl_names(const std::filesystem::path& folder);
/// Modules and packages in a folder that take the places of ours around `part`.
std::vector<std::string> rtl_names_of_ours(const std::filesystem::path& folder, RtlPart part);

}  // namespace tactus
