#include "testbench/app/scenario/network_config.h"

#include <fmt/core.h>

#include "testbench/app/scenario/value_codec.h"

namespace tactus {

std::vector<ConfigFault> validate(const NetworkConfig& network) {
  if (network.kind != NetworkKind::kNone) return {};
  return {{"kind", fmt::format("{}: there is no such machine yet; use torus or rails",
                               Codec<NetworkKind>::show(network.kind))}};
}

}  // namespace tactus
