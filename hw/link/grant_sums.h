#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/link_groups.h"
#include "hw/common/router_config.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Number under which grants are summed: packets of one account are alike for a reader of sums.
using GrantAccount = std::uint32_t;

/// Says which packets are of which account. Asked by executors of several parts of a network at the same time.
class GrantAccounts {
 public:
  static constexpr GrantAccount kControl = 0;  ///< control packets
  static constexpr GrantAccount kOthers = 1;   ///< packets of messages that are of no account
  static constexpr GrantAccount kFirst = 2;    ///< the first of the others

  virtual ~GrantAccounts() = default;
  /// Account of a message, by its first packet, which starts now.
  [[nodiscard]] virtual GrantAccount account_of(const PacketHeader& first) const = 0;
};

/// Sums of the grants of packets for links, by group of links, by VC and by account; by account also for windows of
/// time. For an observer that does not have to be told of each grant (PacketObserver::grant_sums).
///
/// A packet granted in cycle g uses its link in cycles g + 1 .. g + flits. Plain class, and a grant is a few additions.
/// Who executes parts of a network at the same time has one for each, and sums do not depend on which part counts what.
class alignas(64) GrantSums {
 public:
  /// Sums over all grants of an account.
  struct Sum {
    std::uint64_t packets = 0;  ///< as often as they were granted a link
    std::uint64_t flits = 0;
    std::uint64_t in_window = 0;  ///< flits in the window of the last grants, and not taken
  };

  /// `accounts` and `groups` must outlive it; `count` accounts follow kFirst, and windows last `window` cycles.
  GrantSums(const GrantAccounts& accounts, const LinkGroups& groups, std::size_t count, Cycles window)
      : accounts_(accounts),
        groups_(groups),
        window_cycles_(window.count()),
        window_end_(window.count()),
        group_flits_(static_cast<std::size_t>(groups.count())),
        sums_(GrantAccounts::kFirst + count) {}

  [[nodiscard]] const GrantAccounts& accounts() const { return accounts_; }

  /// `node` grants a packet of so many flits, which waits on `in_vc`, the link at `port`. Cycles never go back.
  void count(int node, int port, int in_vc, GrantAccount account, std::uint64_t flits, std::uint64_t cycle) {
    group_flits_[static_cast<std::size_t>(groups_.of(node, port))] += flits;
    vc_flits_[static_cast<std::size_t>(in_vc)] += flits;
    Sum& sum = sums_[account];
    ++sum.packets;
    sum.flits += flits;
    if (account < GrantAccounts::kFirst) return;
    last_ = cycle;
    if (cycle + 1 + flits > window_end_) return count_beyond(account, cycle + 1, flits);
    if (sum.in_window == 0) in_window_.push_back(account);
    sum.in_window += flits;
  }

  /// Calls `visit(std::uint64_t window, GrantAccount, std::uint64_t flits)` for all that has been counted since the
  /// last call, window by number, from 0 on; perhaps several times for the same window and account.
  template <class Visit>
  void take(Visit&& visit) {
    keep_window();
    for (const Piece& piece : pieces_) visit(piece.window, piece.account, piece.flits);
    pieces_.clear();
  }

  [[nodiscard]] std::uint64_t group_flits(int group) const { return group_flits_[static_cast<std::size_t>(group)]; }
  /// By VC on which the packets waited.
  [[nodiscard]] std::uint64_t vc_flits(int vc) const { return vc_flits_[static_cast<std::size_t>(vc)]; }
  /// Sums of `account`.
  [[nodiscard]] const Sum& of(GrantAccount account) const { return sums_[account]; }
  /// As often as packets that are no control packets were granted a link.
  [[nodiscard]] std::uint64_t data_packets() const {
    std::uint64_t sum = 0;
    for (std::size_t account = GrantAccounts::kOthers; account < sums_.size(); ++account) {
      sum += sums_[account].packets;
    }
    return sum;
  }
  /// Cycle of the last grant of an account from kFirst on; 0 before one.
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  struct Piece {
    std::uint64_t window = 0;
    std::uint64_t flits = 0;
    GrantAccount account = 0;
  };

  /// Flits that use the link from `first` on, and not only in the window of the last grants.
  void count_beyond(GrantAccount account, std::uint64_t first, std::uint64_t flits) {
    if (first >= window_end_) {
      keep_window();
      window_end_ = (first / window_cycles_ + 1) * window_cycles_;
    }
    std::uint64_t window = window_end_ / window_cycles_ - 1;
    for (std::uint64_t end = window_end_; flits != 0; end += window_cycles_, ++window) {
      const std::uint64_t here = first + flits > end ? end - first : flits;
      pieces_.push_back({window, here, account});
      first += here;
      flits -= here;
    }
  }
  void keep_window() {
    const std::uint64_t window = window_end_ / window_cycles_ - 1;
    for (const GrantAccount account : in_window_) {
      pieces_.push_back({window, std::exchange(sums_[account].in_window, 0), account});
    }
    in_window_.clear();
  }

  const GrantAccounts& accounts_;
  const LinkGroups& groups_;
  const std::uint64_t window_cycles_;
  std::uint64_t window_end_;  ///< end of the window of the last grants
  std::uint64_t last_ = 0;
  std::vector<std::uint64_t> group_flits_;
  std::vector<Sum> sums_;                ///< by account
  std::vector<GrantAccount> in_window_;  ///< accounts with flits in that window
  std::vector<Piece> pieces_;            ///< flits in other windows
  std::array<std::uint64_t, kMaxVirtualChannels> vc_flits_{};
};

}  // namespace tactus
