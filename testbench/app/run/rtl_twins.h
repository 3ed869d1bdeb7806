#pragma once

#include <memory>

#include "hw/node/node_parts.h"

namespace tactus {

/// Factories of the parts that are RTL. Verilated models take minutes to build: a program has them only if it links
/// `tactus_rtl_twins`.
struct RtlTwins {
  decltype(NodeParts::router) router;
  decltype(NodeParts::nic) nic;
};

/// Null: this program has none.
const RtlTwins* rtl_twins();
/// Once, before anything runs.
void install_rtl_twins(RtlTwins twins);

}  // namespace tactus
