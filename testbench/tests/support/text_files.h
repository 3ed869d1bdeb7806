#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace tactus::test {

/// Text of a file; empty if there is none.
inline std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;  // as a whole: level tests read many files
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// Writes a file, and makes the folder that it lies in.
inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

/// `text` with the only `from` in it replaced. Throws std::runtime_error unless there is exactly one.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    throw std::runtime_error("there is not exactly one '" + from + "'");
  }
  return text.replace(at, from.size(), to);
}

}  // namespace tactus::test
