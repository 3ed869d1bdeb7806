#include "tlm_models/flow/flow_incidence.h"

#include <algorithm>

namespace tactus {

void FlowIncidence::add(FlowId flow, LinkRuns route) {
  if (static_cast<std::size_t>(flow) >= of_flow_.size()) of_flow_.resize(static_cast<std::size_t>(flow) + 1);
  Row& links = of_flow_[static_cast<std::size_t>(flow)];
  links.count = 0;
  for (const LinkRun& run : route) links.count += run.count;
  links.log_size = log_size_for(links.count);
  links.first = links_.take(links.log_size);
  LinkId* next = links_.at(links.first);
  for (const LinkRun& run : route) {
    for (LinkId link = run.first; link < run.first + run.count; ++link) {
      *next++ = link;
      Row& row = of_link_[static_cast<std::size_t>(link)];
      if (row.log_size < 0 || row.count == 1 << row.log_size) grow(row);
      *flows_.at(row.first + row.count++) = flow;
    }
  }
}

void FlowIncidence::grow(Row& row) {
  // Four: most links of a network carry few flows at a time.
  const int log_size = row.log_size < 0 ? 2 : row.log_size + 1;
  const std::int32_t first = flows_.take(log_size);
  std::copy_n(flows_.at(row.first), row.count, flows_.at(first));
  if (row.log_size >= 0) flows_.give_back(row.first, row.log_size);
  row.first = first;
  row.log_size = log_size;
}

void FlowIncidence::remove(FlowId flow) {
  for (const LinkId link : links_of(flow)) {
    Row& row = of_link_[static_cast<std::size_t>(link)];
    FlowId* place = flows_.at(row.first);
    while (*place != flow) ++place;
    *place = *flows_.at(row.first + --row.count);
  }
  const Row& links = of_flow_[static_cast<std::size_t>(flow)];
  links_.give_back(links.first, links.log_size);
}

void FlowIncidence::clear() {
  links_.clear();
  for (Row& row : of_link_) row.count = 0;
}

}  // namespace tactus
