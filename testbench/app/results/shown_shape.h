#pragma once

#include <nlohmann/json_fwd.hpp>

#include "hw/common/network_shape.h"

namespace tactus {

/// The network of a run, from the `configuration` of its result.json.
NetworkShape shown_shape(const nlohmann::ordered_json& configuration);

}  // namespace tactus
