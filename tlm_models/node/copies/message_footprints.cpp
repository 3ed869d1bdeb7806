#include "tlm_models/node/copies/message_footprints.h"

namespace tactus {

const CopyFootprint& MessageFootprints::of(const CopyStep& step) {
  const bool buffered = gathers(step) || scatters(step);
  const std::int64_t from = buffered ? 0 : step.from;
  const std::int64_t to = buffered ? message_.packed->size() : step.to;
  const Key key{gathers(step), scatters(step), from, to};
  const auto known = all_.find(key);
  if (known != all_.end()) return known->second;
  const PlacedLayout buffer{message_.packed, static_cast<std::int64_t>(message_.shared), 0};
  return all_[key] = copy_footprint(scatters(step) ? buffer : step.source, gathers(step) ? buffer : step.destination,
                                    from, to, width_, node_);
}

}  // namespace tactus
