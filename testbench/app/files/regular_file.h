#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace tactus {

/// The bytes of a file, or the reason why there are none.
struct FileText {
  std::string text;
  std::string fault;  ///< "no such file", "this is a directory, not a file" ...; empty if the file has been read
};

/// Reads a file of at most `largest` bytes. Never waits: a pipe, a device and a directory are refused. The size is
/// that of the bytes which come, because a file of the system (/proc) says 0.
FileText read_regular_file(const std::filesystem::path& path, std::size_t largest);

/// Limit of the following two: more than any source, log or page has.
inline constexpr std::size_t kLargestText = std::size_t{256} << 20U;  ///< bytes
/// The bytes of a file that has to be there. Throws std::runtime_error with its path and the reason.
std::string text_of_file(const std::filesystem::path& path);
/// The bytes of a file that need not be there, such as a log; nothing if it cannot be read.
std::string text_if_readable(const std::filesystem::path& path);

}  // namespace tactus
