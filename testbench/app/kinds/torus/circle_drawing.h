#pragma once

#include <string>
#include <vector>

#include "hw/router/channel.h"

namespace tactus {

/// The part of a network of one or two dimensions that a circle of channels goes through, as lines of text: its nodes,
/// and an arrow with the VC on each link of the circle; x grows to the right, y downwards. Empty for other networks,
/// and for a part of more than 20 nodes along.
std::string drawing_of(const NetworkShape& shape, const std::vector<Channel>& circle);

}  // namespace tactus
