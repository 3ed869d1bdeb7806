#include "testbench/app/results/result_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "testbench/app/files/regular_file.h"

namespace tactus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestResult = std::size_t{1} << 30U;  ///< bytes
/// Results have 8; whoever prints or destroys JSON goes as deep as it is.
constexpr int kDeepest = 64;

Json parse_result(const std::filesystem::path& path, const std::string& text) {
  try {
    return Json::parse(text, [&](int depth, Json::parse_event_t, const Json&) {
      if (depth > kDeepest) throw UnreadableResult(path, "is not the result of a run: its lists are too deep");
      return true;
    });
  } catch (const Json::exception& error) {
    const auto* syntax = dynamic_cast<const Json::parse_error*>(&error);
    if (syntax == nullptr) throw UnreadableResult(path, "is no JSON");
    const std::string read = text.substr(0, syntax->byte == 0 ? 0 : syntax->byte - 1);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    throw UnreadableResult(path, fmt::format("line {}, column {}: is no JSON from there on", line,
                                             read.size() - (read.rfind('\n') + 1) + 1));
  }
}

Json read_object(const std::filesystem::path& path) {
  const FileText file = read_regular_file(path, kLargestResult);
  if (!file.fault.empty()) throw UnreadableResult(path, file.fault);
  Json json = parse_result(path, file.text);
  if (!json.is_object()) throw UnreadableResult(path, "is not the result of a run: it has no keys");
  return json;
}

}  // namespace

ResultFile::ResultFile(std::filesystem::path path) : path_(std::move(path)), json_(read_object(path_)) {}

void ResultFile::require_run() const {
  use([](const Json& result) {
    static_cast<void>(result.at("scenario").get_ref<const std::string&>());
    if (!result.at("configuration").is_object()) throw std::out_of_range("configuration has no keys");
  });
}

UnreadableResult ResultFile::foreign(const std::string& what) const {
  // "[json.exception.out_of_range.403] key 'seed' not found"
  const std::size_t end = what.find("] ");
  const std::string reason = what.rfind("[json.", 0) == 0 && end != std::string::npos ? what.substr(end + 2) : what;
  return {path_, "is not the result of a run of this program: " + reason};
}

NetworkShape shown_shape(const std::string& shape, const std::string& wrap) {
  constexpr long kMostNodes = 1L << 24U;  // more than any machine has
  // Lists are shown as they are written in scenarios, "[4, 4]" and "[true, false]", which is JSON too.
  NetworkShape shown{};
  shown.sizes = {};
  const Json sizes = Json::parse(shape, nullptr, false);
  for (std::size_t d = 0; sizes.is_array() && d < sizes.size() && d < kMaxDimensions; ++d)
    shown.sizes.push_back(sizes[d]);
  const Json wraps = Json::parse(wrap, nullptr, false);
  for (std::size_t d = 0; wraps.is_array() && d < wraps.size() && d < kMaxDimensions; ++d)
    shown.wrap.push_back(wraps[d]);
  long nodes = 1;
  for (const int size : shown.sizes) {
    if (size < 1 || (nodes *= size) > kMostNodes) throw std::out_of_range("network.shape is no network");
  }
  return shown;
}

std::optional<ResultFile> find_result(const std::filesystem::path& path) {
  try {
    return ResultFile(path);
  } catch (const UnreadableResult&) {
    return std::nullopt;
  }
}

}  // namespace tactus
