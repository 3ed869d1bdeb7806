#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace tactus {

/// A result to be reported that is missing, broken, or no result. `what()` reads "<path>: <reason>".
class UnreadableResult : public std::runtime_error {
 public:
  UnreadableResult(const std::filesystem::path& path, const std::string& reason)
      : std::runtime_error(path.string() + ": " + reason) {}
};

}  // namespace tactus
