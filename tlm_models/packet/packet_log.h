#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/packet_news.h"

namespace tactus {

/// Keeps what one region tells its observer, until all regions have come as far.
class PacketLog final : public PacketNewsObserver {
 public:
  /// For an observer that wants waits as `wants` says.
  void set_wants_waits(bool wants) { wants_waits_ = wants; }
  [[nodiscard]] bool wants_waits() const override { return wants_waits_; }
  /// As it has to be told of every grant, or not.
  void set_wants_grants(bool wants) { wants_grants_ = wants; }
  [[nodiscard]] bool wants_grants() const override { return wants_grants_; }

  void hear(const PacketNews& event) override;

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Tells `observer` the first `size` entries, but for those that it has been told.
  void tell_first(std::size_t size, PacketObserver& observer) {
    while (told_ < size) tell(entries_[told_++], observer);
  }
  [[nodiscard]] bool all_told() const { return told_ == entries_.size(); }
  /// Forgets everything. Keeps the memory.
  void clear();

  /// Tells `observer` what has happened before cycle `end`, and forgets it: in the order of cycles, in one cycle first
  /// what NICs did and then what routers did, each in the order of `logs`. Regions of nodes that follow each other thus
  /// tell the same as one region of them all.
  static void tell(std::vector<PacketLog>& logs, std::uint64_t end, PacketObserver& observer);

 private:
  struct Entry {
    using Kind = PacketNews::Kind;

    std::uint64_t cycle = 0;
    Kind kind = Kind::kInjected;
    std::uint8_t in_port = 0;
    std::uint8_t in_vc = 0;
    std::uint8_t out_port = 0;
    std::uint8_t out_vc = 0;
    int node = 0;
    std::uint64_t routed = 0;
    std::uint64_t late = 0;
    RouteHeader route;

    [[nodiscard]] bool has_header() const { return kind == Kind::kInjected || kind == Kind::kDelivered; }
    /// Entries are told in the order of this.
    [[nodiscard]] std::uint64_t rank() const { return 2 * cycle + (kind == Kind::kGranted ? 1 : 0); }
  };

  [[nodiscard]] bool has(std::uint64_t end) const { return told_ < entries_.size() && entries_[told_].cycle < end; }
  /// Tells the entries of rank `rank`.
  void tell(std::uint64_t rank, PacketObserver& observer);
  void tell(const Entry& entry, PacketObserver& observer);
  void forget();

  /// Data that only some kinds of entries have, in their order. Grants are most of all entries, and short.
  template <class T>
  struct More {
    std::vector<T> of;
    std::size_t told = 0;

    [[nodiscard]] const T& next() { return of[told++]; }
    void forget_told() {
      of.erase(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(told));
      told = 0;
    }
  };

  bool wants_waits_ = false;
  bool wants_grants_ = true;
  More<PacketHeader> headers_;  ///< headers of the injected and the delivered packets
  More<SendWaits> waits_;
  More<AccessStages> stages_;
  std::vector<Entry> entries_;
  std::size_t told_ = 0;
};

}  // namespace tactus
