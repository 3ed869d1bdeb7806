#include "tlm_models/flow/flow_routes.h"

#include <algorithm>

namespace tactus {

void FlowRoutes::add(FlowId flow, const std::vector<LinkRun>& route) {
  if (static_cast<std::size_t>(flow) >= rows_.size()) rows_.resize(static_cast<std::size_t>(flow) + 1);
  Row& row = rows_[static_cast<std::size_t>(flow)];
  row.count = static_cast<std::int32_t>(route.size());
  row.first = runs_.take(log_size_for(row.count));
  std::copy(route.begin(), route.end(), runs_.at(row.first));
  for (const LinkRun& run : route) hops_ += run.count;
}

void FlowRoutes::remove(FlowId flow) {
  for (const LinkRun& run : runs_of(flow)) hops_ -= run.count;
  const Row& row = rows_[static_cast<std::size_t>(flow)];
  runs_.give_back(row.first, log_size_for(row.count));
}

}  // namespace tactus
