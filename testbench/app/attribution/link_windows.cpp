#include "testbench/app/attribution/link_windows.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr unsigned kFirstShift = 8;  ///< windows of 256 cycles, to begin with
constexpr std::size_t kMostWindows = 256;
constexpr std::size_t kFewestWindows = 16;
constexpr std::size_t kMostBytes = std::size_t{512} << 20U;

/// Flit-cycles in `cycles` cycles of a buffer to which `flits` come, one per cycle from the first on, and stay.
std::uint64_t arrived(std::uint64_t cycles, std::uint64_t flits) {
  return cycles <= flits ? cycles * (cycles + 1) / 2 : flits * cycles - flits * (flits - 1) / 2;
}

}  // namespace

LinkWindows::LinkWindows(const MachineConfig& config)
    : nodes_(config.network.nodes()),
      virtual_channels_(config.router.virtual_channels),
      columns_(column(virtual_channels_, VcColumn::kFlits)),
      most_windows_(kMostWindows),
      shift_(kFirstShift) {
  while (most_windows_ > kFewestWindows && most_windows_ * place(nodes_, 0) * sizeof(std::uint32_t) > kMostBytes) {
    most_windows_ /= 2;
  }
}

void LinkWindows::waited(int node, int port, LatencyPart part, std::uint64_t begin, std::uint64_t end) {
  add(place(node, port) + column(part), begin, end);
}

void LinkWindows::lacked_credits(int node, int port, int vc, std::uint64_t begin, std::uint64_t end) {
  add(place(node, port) + column(vc, VcColumn::kCredits), begin, end);
}

void LinkWindows::passed(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits) {
  add(place(node, port) + column(vc, VcColumn::kFlits), begin, begin + flits);
}

void LinkWindows::buffered(int node, int port, int vc, std::uint64_t begin, std::uint64_t flits, std::uint64_t stay) {
  const std::size_t cell = place(node, port) + column(vc, VcColumn::kOccupancy);
  const std::uint64_t all = flits * stay;
  std::uint64_t counted = 0;
  for (std::uint64_t cycle = begin; counted < all;) {
    Counts& counts = window_of(cycle);
    cycle = ((cycle >> shift_) + 1) << shift_;
    // Flit-cycles up to `cycle`: of all flits that have come, less those after they have gone.
    const std::uint64_t since = cycle - begin;
    const std::uint64_t now = arrived(since, flits) - (since > stay ? arrived(since - stay, flits) : 0);
    counts[cell] += static_cast<std::uint32_t>(now - counted);
    counted = now;
  }
}

void LinkWindows::add(std::size_t cell, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    Counts& counts = window_of(begin);
    const std::uint64_t until = std::min(end, ((begin >> shift_) + 1) << shift_);
    counts[cell] += static_cast<std::uint32_t>(until - begin);
    begin = until;
  }
}

void LinkWindows::reach(std::uint64_t cycle) {
  while (cycle >> shift_ >= most_windows_) halve();
  while (windows_.size() <= cycle >> shift_) windows_.emplace_back(place(nodes_, 0));
}

void LinkWindows::halve() {
  ++shift_;
  for (std::size_t i = 0; 2 * i < windows_.size(); ++i) {
    if (i > 0) windows_[i] = std::move(windows_[2 * i]);
    if (2 * i + 1 == windows_.size()) continue;
    const Counts& second = windows_[2 * i + 1];
    std::transform(second.begin(), second.end(), windows_[i].begin(), windows_[i].begin(), std::plus<>());
  }
  windows_.resize((windows_.size() + 1) / 2);
}

std::uint32_t LinkWindows::wait(std::size_t window, int node, int port, LatencyPart part) const {
  return windows_[window][place(node, port) + column(part)];
}

std::uint32_t LinkWindows::of_vc(std::size_t window, int node, int port, int vc, VcColumn column) const {
  return windows_[window][place(node, port) + LinkWindows::column(vc, column)];
}

}  // namespace tactus
