#pragma once

#include <cstdint>

#include "hw/common/line_array.h"
#include "hw/common/router_ports.h"
#include "hw/router/switch_request.h"

namespace tactus {

/// Requests that the requesters of a router have stated last, by output and requester; without outputs if a requester
/// asks for one at a time. A router of many ports has many pairs of both: those that are never needed have no place, so
/// that a large torus stays in the cache.
class RequestTable {
 public:
  RequestTable(const RouterConfig& config, RouterPorts ports)
      : row_(static_cast<std::size_t>(ports.count() * config.virtual_channels)),
        rows_(asks_for_one_output(config) ? 1 : static_cast<std::size_t>(ports.count())),
        needs_(rows_ * row_),
        ages_(policy(config.arbiter).ages != ArbiterAges::kNone ? rows_ * row_ : 0) {}

  void set(int out_port, int requester, const SwitchRequest& request) {
    const std::size_t place = begin(out_port) + static_cast<std::size_t>(requester);
    const SwitchNeed& need = request;  // the age has a place of its own
    needs_[place] = need;
    if (!ages_.empty()) ages_[place] = request.age;
  }
  /// For a router that has the needs elsewhere.
  void set_age(int out_port, int requester, std::uint32_t age) {
    if (!ages_.empty()) ages_[begin(out_port) + static_cast<std::size_t>(requester)] = age;
  }
  [[nodiscard]] const SwitchNeed& need(int out_port, int requester) const { return needs(out_port)[requester]; }
  [[nodiscard]] const SwitchNeed* needs(int out_port) const { return needs_.data() + begin(out_port); }
  /// A hint to the cache that `set` is about to be called.
  void prefetch(int out_port, int requester) const {
    __builtin_prefetch(needs(out_port) + requester);
    if (!ages_.empty()) __builtin_prefetch(ages(out_port) + requester);
  }
  /// A hint to the cache that all requests for `out_port` are about to be looked at.
  void prefetch(int out_port) const {
    constexpr std::size_t kNeedsOfLine = 64 / sizeof(SwitchNeed);
    for (std::size_t i = 0; i < row_; i += kNeedsOfLine) __builtin_prefetch(needs(out_port) + i);
    if (ages_.empty()) return;
    for (std::size_t i = 0; i < row_; i += kNeedsOfLine) __builtin_prefetch(ages(out_port) + i);
  }
  /// For Arbiter::pick.
  [[nodiscard]] RequestAges ages(int out_port) const {
    return ages_.empty() ? nullptr : ages_.data() + begin(out_port);
  }

 private:
  [[nodiscard]] std::size_t begin(int out_port) const {
    return rows_ == 1 ? 0 : static_cast<std::size_t>(out_port) * row_;
  }

  std::size_t row_;  ///< requesters
  std::size_t rows_;
  LineArray<SwitchNeed> needs_;
  LineArray<std::uint32_t> ages_;  ///< empty unless the arbiter compares them
};

}  // namespace tactus
