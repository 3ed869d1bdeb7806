#include "tlm_models/flow/flow_routes.h"

#include <algorithm>

namespace tactus {

void FlowRoutes::add(FlowId flow, const std::vector<LinkRun>& route) {
  if (static_cast<std::size_t>(flow) >= rows_.size()) rows_.resize(static_cast<std::size_t>(flow) + 1);
  Row& row = rows_[static_cast<std::size_t>(flow)];
  row.count = static_cast<std::int32_t>(route.size());
  // Numbers are used again, and most routes are as long as others.
  if (const int log_size = log_size_for(row.count); log_size != row.log_size) {
    if (row.log_size >= 0) runs_.give_back(row.first, row.log_size);
    row.first = runs_.take(log_size);
    row.log_size = log_size;
  }
  std::copy(route.begin(), route.end(), runs_.at(row.first));
  for (const LinkRun& run : route) hops_ += run.count;
}

void FlowRoutes::remove(FlowId flow) {
  for (const LinkRun& run : runs_of(flow)) hops_ -= run.count;
}

}  // namespace tactus
