#include "testbench/app/results/shown_shape.h"

#include <nlohmann/json.hpp>
#include <string>

namespace tactus {

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
  return shape;
}

}  // namespace tactus
