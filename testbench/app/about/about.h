#pragma once

#include <filesystem>
#include <string>

namespace tactus {

/// Version of the program, as CMakeLists.txt says: "0.1.0".
[[nodiscard]] const char* tactus_version();

/// Absolute path of the scenarios that came with the program: beside it if it is installed, else in its clone.
[[nodiscard]] const char* scenario_folder();
/// Absolute path of the folder below which the public headers are, for a plug-in's compiler: PREFIX/include/tactus if
/// the program is installed, whether or not its headers are installed too; else the clone.
[[nodiscard]] std::filesystem::path public_headers();
/// Folder of SystemC's headers, for a plug-in's compiler; empty if every compiler finds them.
[[nodiscard]] std::string systemc_headers();
/// Names the C++ classes that the program and its plug-ins share: a hash of all public headers and the version, 16
/// hexadecimal digits. A plug-in is compiled with it as TACTUS_INTERFACE (docs/reference/library.md).
[[nodiscard]] std::string interface_id();
/// Absolute path in the clone that the program was built from: the CMake project that builds a user's RTL
/// (rtl.replace). Empty if the program is installed.
[[nodiscard]] const char* rtl_replace_project();
/// Absolute path of the folder that keeps what that project built, one folder per content. Empty if the program is
/// installed.
[[nodiscard]] const char* replaced_rtl_folder();
/// Absolute path of the folder that keeps plug-ins which the program compiled. Empty if the program is installed.
[[nodiscard]] std::filesystem::path plugin_folder();

/// Which program this is: its GNU build id, the SHA-1 that the linker has made of everything it put together, in
/// hexadecimal. The same sources built in the same place have the same; a change of the model has another. It says
/// nothing about shared libraries, SystemC's among them.
[[nodiscard]] const std::string& program_id();

}  // namespace tactus
