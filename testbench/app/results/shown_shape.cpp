#include "testbench/app/results/shown_shape.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace tactus {
namespace {

constexpr long kMostNodes = 1L << 24U;  ///< more than any machine has

}  // namespace

NetworkShape shown_shape(const nlohmann::ordered_json& configuration) {
  // Lists are shown as they are written in scenarios, "[4, 4]" and "[true, false]", which is JSON too.
  const auto list_of = [&](const char* key) {
    return nlohmann::json::parse(configuration.value(key, std::string()), nullptr, false);
  };
  NetworkShape shape{};
  shape.sizes = {};
  const nlohmann::json sizes = list_of("network.shape");
  for (std::size_t d = 0; sizes.is_array() && d < sizes.size() && d < kMaxDimensions; ++d)
    shape.sizes.push_back(sizes[d]);
  const nlohmann::json wrap = list_of("network.wrap");
  for (std::size_t d = 0; wrap.is_array() && d < wrap.size() && d < kMaxDimensions; ++d) shape.wrap.push_back(wrap[d]);
  long nodes = 1;
  for (const int size : shape.sizes) {
    if (size < 1 || (nodes *= size) > kMostNodes) throw std::out_of_range("network.shape is no network");
  }
  return shape;
}

}  // namespace tactus
