#include "hw/node/limit_words.h"

namespace tactus {
namespace {

std::size_t parts_of(NodeLimit limit, const NumaNode& node) {
  switch (limit) {
    case NodeLimit::kNothing:
      return 1;
    case NodeLimit::kReadTags:
      return static_cast<std::size_t>(node.nics());
    case NodeLimit::kMemoryQueue:
      return static_cast<std::size_t>(node.memories());
    default:
      return node.channels().size();
  }
}

/// Whether a part of the node can be such a limit.
bool exists(NodeLimit limit, std::size_t part, const NumaNode& node) {
  switch (limit) {
    case NodeLimit::kPciePayload:
    case NodeLimit::kPcieOverhead:
    case NodeLimit::kPcieCredits:
      return node.channels()[part].pcie;
    case NodeLimit::kHtWire:
    case NodeLimit::kHtPosted:
    case NodeLimit::kHtNonPosted:
    case NodeLimit::kHtResponse:
      return !node.channels()[part].pcie;
    default:
      return true;
  }
}

}  // namespace

LimitWords::LimitWords(const NumaNode& node) {
  for (std::size_t i = 0; i < kLimits; ++i) {
    const auto limit = static_cast<NodeLimit>(i);
    values_[i].resize(parts_of(limit, node));
    for (std::size_t part = 0; part < values_[i].size(); ++part) {
      if (!exists(limit, part, node)) continue;
      values_[i][part] = resources_.size();
      resources_.push_back({limit, static_cast<int>(part)});
      names_.push_back(node.name_of(resources_.back()));
    }
  }
}

int LimitWords::width_of(std::size_t values) {
  int bits = 1;
  while (std::size_t{1} << bits < values) ++bits;
  return bits;
}

}  // namespace tactus
