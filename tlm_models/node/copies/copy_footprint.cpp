#include "tlm_models/node/copies/copy_footprint.h"

#include <algorithm>

#include "tlm_models/node/copies/copy_stream.h"
#include "tlm_models/node/copies/line_reuse.h"
#include "tlm_models/node/copies/node_addresses.h"
#include "tlm_models/node/memory/stream_prefetcher.h"

namespace tactus {
namespace {

/// Goes once through the lines that a copy touches, in their order.
class FootprintWalk {
 public:
  FootprintWalk(const ManyCoreConfig& node, Bytes width)
      : line_bytes_(node.line.count()),
        width_(width.count()),
        reuse_(node),
        prefetcher_(node.prefetch_streams, node.prefetch_stride, ceil_div(kStreamPage, node.line.count())) {}

  CopyFootprint walk(const PlacedLayout& source, const PlacedLayout& destination, std::int64_t from, std::int64_t to) {
    CopyStream stream(*source.layout, *destination.layout, from, to);
    for (Copy copy = stream.next(); copy.length > 0; copy = stream.next()) {
      ++all_.stretches;
      all_.pieces = static_cast<double>(stream.pieces_begun());
      all_.items = static_cast<double>(stream.items_begun());
      stretch(static_cast<std::uint64_t>(source.buffer + copy.source),
              static_cast<std::uint64_t>(destination.buffer + copy.destination),
              static_cast<std::uint64_t>(copy.length));
    }
    all_.bytes = static_cast<double>(to - from);
    finish(all_.source);
    finish(all_.destination);
    return std::move(all_);
  }

 private:
  void stretch(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
    bool first = true;
    while (bytes > 0) {
      const std::uint64_t in_source = source % line_bytes_;
      const std::uint64_t in_destination = destination % line_bytes_;
      if (first || in_source == 0) access(all_.source, source);
      if (first || in_destination == 0) access(all_.destination, destination);
      const std::uint64_t part = std::min({bytes, line_bytes_ - in_source, line_bytes_ - in_destination});
      all_.instructions += static_cast<double>(2 * (ceil_div(part, width_) - 1));
      source += part;
      destination += part;
      bytes -= part;
      first = false;
    }
  }
  void access(SideFootprint& side, std::uint64_t address) {
    const std::uint64_t line = address / line_bytes_;
    ++side.accesses;
    const LineReuse::Found found = reuse_.use(line);
    if (found == LineReuse::Found::kNear) return;
    if (prefetcher_.follows(line)) ++side.followed;
    if (found == LineReuse::Found::kFirst) {
      side.lines.push_back(address % node_addresses::kProcessArea / line_bytes_);
    } else {
      ++side.beyond_l1;
      if (found == LineReuse::Found::kBeyondL2) ++side.beyond_l2;
    }
  }
  static void finish(SideFootprint& side) {
    side.followed /= std::max(1.0, static_cast<double>(side.lines.size()) + side.beyond_l1);
    std::sort(side.lines.begin(), side.lines.end());
  }

  std::uint64_t line_bytes_;
  std::uint64_t width_;
  LineReuse reuse_;
  StreamPrefetcher prefetcher_;
  CopyFootprint all_;
};

}  // namespace

CopyFootprint copy_footprint(const PlacedLayout& source, const PlacedLayout& destination, std::int64_t from,
                             std::int64_t to, Bytes width, const ManyCoreConfig& node) {
  return FootprintWalk(node, width).walk(source, destination, from, to);
}

}  // namespace tactus
