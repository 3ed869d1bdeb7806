#pragma once

#include <filesystem>
#include <string>

namespace tactus {

/// A plug-in's source as a shared library, or the reason why there is none.
struct BuiltPlugin {
  std::filesystem::path library;
  std::string fault;  ///< "it does not compile: ..."; empty if there is a library
};

/// Compiles the C++ file `source` against the public headers of the program. The library is kept: it is made anew if
/// the source, a file beside it that it includes, the program's headers or the compiler's name ($CXX, by default c++)
/// is another. Says on stderr that it compiles. Throws std::filesystem::filesystem_error and std::system_error if the
/// library cannot be kept anywhere.
BuiltPlugin build_plugin(const std::filesystem::path& source);

}  // namespace tactus
