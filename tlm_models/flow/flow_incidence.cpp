#include "tlm_models/flow/flow_incidence.h"

#include <algorithm>

namespace tactus {

void FlowIncidence::add(FlowId flow, const LinkRun* first, const LinkRun* last) {
  if (static_cast<std::size_t>(flow) >= flows_.size()) flows_.resize(static_cast<std::size_t>(flow) + 1);
  Row& row = flows_[static_cast<std::size_t>(flow)];
  row.count = 0;
  for (const LinkRun* run = first; run != last; ++run) row.count += run->count;
  row.log_size = log_size_for(row.count);
  row.first = hops_.take(row.log_size);
  std::int32_t hop = row.first;
  for (const LinkRun* run = first; run != last; ++run) {
    for (LinkId link = run->first; link < run->first + run->count; ++link) append(link, flow, hop++);
  }
  hop_count_ += row.count;
}

void FlowIncidence::append(LinkId link, FlowId flow, std::int32_t hop) {
  Row& row = links_[static_cast<std::size_t>(link)];
  if (row.log_size < 0 || row.count == 1 << row.log_size) grow(row);
  *hops_.at(hop) = {link, row.count};
  *passages_.at(row.first + row.count++) = {flow, hop};
}

void FlowIncidence::grow(Row& row) {
  // Four: most links of a network carry few flows at a time.
  const int log_size = row.log_size < 0 ? 2 : row.log_size + 1;
  const std::int32_t first = passages_.take(log_size);
  std::copy_n(passages_.at(row.first), row.count, passages_.at(first));
  if (row.log_size >= 0) passages_.give_back(row.first, row.log_size);
  row.first = first;
  row.log_size = log_size;
}

void FlowIncidence::remove(FlowId flow) {
  const Row& gone = flows_[static_cast<std::size_t>(flow)];
  for (const Hop& hop : hops_of(flow)) {
    Row& row = links_[static_cast<std::size_t>(hop.link)];
    // The link's last passage takes the place that becomes free.
    const Passage moved = *passages_.at(row.first + --row.count);
    *passages_.at(row.first + hop.place) = moved;
    hops_.at(moved.hop)->place = hop.place;
  }
  hops_.give_back(gone.first, gone.log_size);
  hop_count_ -= gone.count;
}

void FlowIncidence::clear() {
  hops_.clear();
  hop_count_ = 0;
  for (Row& row : links_) row.count = 0;
}

}  // namespace tactus
