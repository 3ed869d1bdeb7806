#include "testbench/app/attribution/link_windows.h"

#include <algorithm>

namespace tactus {
namespace {

constexpr unsigned kFirstShift = 6;  ///< windows of 64 cycles, to begin with
constexpr std::size_t kMostWindows = 256;
constexpr std::size_t kFewestWindows = 16;
constexpr std::size_t kMostBytes = std::size_t{512} << 20U;

}  // namespace

LinkWindows::LinkWindows(const MachineConfig& config)
    : nodes_(config.torus.nodes()),
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
  Counts& first = window_of(begin);
  if (begin >> shift_ == (begin + flits + stay) >> shift_) {
    first[cell] += static_cast<std::uint32_t>(flits * stay);
    return;
  }
  for (std::uint64_t flit = 0; flit < flits; ++flit) add(cell, begin + flit, begin + flit + stay);
}

void LinkWindows::add(std::size_t cell, std::uint64_t begin, std::uint64_t end) {
  while (begin < end) {
    Counts& counts = window_of(begin);
    const std::uint64_t until = std::min(end, ((begin >> shift_) + 1) << shift_);
    counts[cell] += static_cast<std::uint32_t>(until - begin);
    begin = until;
  }
}

LinkWindows::Counts& LinkWindows::window_of(std::uint64_t cycle) {
  while (cycle >> shift_ >= most_windows_) halve();
  const std::size_t window = cycle >> shift_;
  while (windows_.size() <= window) windows_.emplace_back(place(nodes_, 0));
  return windows_[window];
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
