#include "testbench/app/attribution/link_windows.h"

namespace tactus {
namespace {

constexpr unsigned kFirstShift = 8;  ///< windows of 256 cycles, to begin with

/// Flit-cycles in `cycles` cycles of a buffer to which `flits` come, one per cycle from the first on, and stay.
std::uint64_t arrived(std::uint64_t cycles, std::uint64_t flits) {
  return cycles <= flits ? cycles * (cycles + 1) / 2 : flits * cycles - flits * (flits - 1) / 2;
}

}  // namespace

LinkWindows::LinkWindows(const MachineConfig& config) : LinkWindows(config, 0, config.network.nodes()) {}

LinkWindows::LinkWindows(const MachineConfig& config, int first, int count)
    : first_(first),
      nodes_(count),
      ports_(config.ports().count()),
      virtual_channels_(config.router.virtual_channels),
      bubbles_(config.counts_packets()),
      columns_(column(virtual_channels_, VcColumn::kFlits) + (bubbles_ ? 1 : 0)),
      windows_(place(first_ + nodes_, 0), kFirstShift, place(first_ + config.network.nodes(), 0)) {}

void LinkWindows::add(const LinkWindows& part) { windows_.add(part.windows_, place(part.first_, 0)); }

void LinkWindows::add_buffered(std::size_t cell, std::uint64_t begin, std::uint64_t flits, std::uint64_t stay) {
  const std::uint64_t all = flits * stay;
  std::uint64_t counted = 0;
  for (std::uint64_t cycle = begin; counted < all;) {
    auto& counts = windows_.window_of(cycle);
    cycle = windows_.end_of(cycle);
    // Flit-cycles up to `cycle`: of all flits that have come, less those after they have gone.
    const std::uint64_t since = cycle - begin;
    const std::uint64_t now = arrived(since, flits) - (since > stay ? arrived(since - stay, flits) : 0);
    counts[cell] += static_cast<std::uint32_t>(now - counted);
    counted = now;
  }
}

std::vector<std::uint32_t> LinkWindows::waits(std::size_t window, LatencyPart part) const {
  const auto& counts = windows_[window];
  std::vector<std::uint32_t> row;
  row.reserve(counts.size() / columns_);
  for (std::size_t cell = column(part); cell < counts.size(); cell += columns_) row.push_back(counts[cell]);
  return row;
}

std::vector<std::uint32_t> LinkWindows::of_vcs(std::size_t window, VcColumn column) const {
  const auto& counts = windows_[window];
  std::vector<std::uint32_t> row;
  row.reserve(counts.size() / columns_ * static_cast<std::size_t>(virtual_channels_));
  for (std::size_t port = 0; port < counts.size(); port += columns_) {
    for (int vc = 0; vc < virtual_channels_; ++vc) row.push_back(counts[port + LinkWindows::column(vc, column)]);
  }
  return row;
}

std::uint32_t LinkWindows::wait(std::size_t window, int node, int port, LatencyPart part) const {
  return windows_[window][place(node, port) + column(part)];
}

std::uint32_t LinkWindows::of_vc(std::size_t window, int node, int port, int vc, VcColumn column) const {
  return windows_[window][place(node, port) + LinkWindows::column(vc, column)];
}

}  // namespace tactus
