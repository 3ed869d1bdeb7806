#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw/common/network_shape.h"

namespace tactus {

/// A result to be reported that is missing, broken, or no result. `what()` reads "<path>: <reason>".
class UnreadableResult : public std::runtime_error {
 public:
  UnreadableResult(const std::filesystem::path& path, const std::string& reason)
      : std::runtime_error(path.string() + ": " + reason) {}
};

/// The result.json of a run: everybody who reads one reads it by this class.
///
/// A file may be of another program, of another version or half there. Its parts are therefore looked at within `use`.
class ResultFile {
 public:
  /// Throws UnreadableResult if the file cannot be read, is no JSON (with the line), or no object.
  explicit ResultFile(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const nlohmann::ordered_json& json() const { return json_; }
  /// Throws UnreadableResult unless it says which scenario was run, and how that was configured.
  void require_run() const;
  /// Answer of `function`, which is given the JSON. Throws UnreadableResult, with the file, if `function` looks for
  /// something that is not there or is of another type.
  template <class Function>
  [[nodiscard]] auto use(Function&& function) const {
    try {
      return function(json_);
    } catch (const nlohmann::json::exception& error) {
      throw foreign(error.what());
    } catch (const std::out_of_range& error) {
      throw foreign(error.what());
    }
  }

 private:
  [[nodiscard]] UnreadableResult foreign(const std::string& what) const;

  std::filesystem::path path_;
  nlohmann::ordered_json json_;
};

/// The network of a run, from the values of `network.shape` and `network.wrap` in its configuration. Throws
/// std::out_of_range.
NetworkShape shown_shape(const std::string& shape, const std::string& wrap);

/// The result at `path`, or nothing if there is none that can be read.
std::optional<ResultFile> find_result(const std::filesystem::path& path);

}  // namespace tactus
