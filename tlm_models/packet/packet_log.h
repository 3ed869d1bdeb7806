#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/link/packet_observer.h"

namespace tactus {

/// Keeps what one region tells its observer, until all regions have come as far.
class PacketLog final : public PacketObserver {
 public:
  /// For an observer that wants waits as `wants` says.
  void set_wants_waits(bool wants) { wants_waits_ = wants; }
  [[nodiscard]] bool wants_waits() const override { return wants_waits_; }

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override;
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override;
  void packet_written(const RouteHeader& header, Cycles cycle) override;

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  void reserve(std::size_t entries) { entries_.reserve(entries); }
  /// Tells `observer` everything, in the order in which it came.
  void tell_all(PacketObserver& observer) {
    for (const Entry& entry : entries_) tell(entry, observer);
  }

  /// Tells `observer` what has happened before cycle `end`, and forgets it: in the order of cycles, in one cycle first
  /// what NICs did and then what routers did, each in the order of `logs`. Regions of nodes that follow each other thus
  /// tell the same as one region of them all.
  static void tell(std::vector<PacketLog>& logs, std::uint64_t end, PacketObserver& observer);

 private:
  struct Entry {
    enum class Kind : std::uint8_t { kInjected, kDelivered, kGranted, kWaited, kLeft, kWritten };
    std::uint64_t cycle = 0;
    Kind kind = Kind::kInjected;
    std::uint8_t in_port = 0;
    std::uint8_t in_vc = 0;
    std::uint8_t out_port = 0;
    std::uint8_t out_vc = 0;
    int node = 0;
    std::uint64_t routed = 0;
    PacketHeader header;

    /// Entries are told in the order of this.
    [[nodiscard]] std::uint64_t rank() const { return 2 * cycle + (kind == Kind::kGranted ? 1 : 0); }
  };

  [[nodiscard]] bool has(std::uint64_t end) const { return told_ < entries_.size() && entries_[told_].cycle < end; }
  /// Tells the entries of rank `rank`.
  void tell(std::uint64_t rank, PacketObserver& observer);
  void tell(const Entry& entry, PacketObserver& observer);
  void forget();

  bool wants_waits_ = false;
  std::deque<SendWaits> waits_;  ///< of the entries of that kind that have not been told
  std::vector<Entry> entries_;
  std::size_t told_ = 0;
};

}  // namespace tactus
