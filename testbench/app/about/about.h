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
/// Names the C++ classes that the program and its plug-ins share: a hash of all public headers and the version, 16
/// hexadecimal digits. A plug-in is compiled with it as TACTUS_INTERFACE (docs/reference/library.md).
[[nodiscard]] std::string interface_id();
/// Absolute paths in the clone that the program was built from, which holds what some commands read at run time. The
/// CMake project that builds a user's RTL (rtl.replace).
[[nodiscard]] const char* rtl_replace_project();
/// Where what that project built is kept, one folder per content.
[[nodiscard]] const char* replaced_rtl_folder();

/// Which program this is: its GNU build id, the SHA-1 that the linker has made of everything it put together, in
/// hexadecimal. The same sources built in the same place have the same; a change of the model has another. It says
/// nothing about shared libraries, SystemC's among them.
[[nodiscard]] const std::string& program_id();

}  // namespace tactus
