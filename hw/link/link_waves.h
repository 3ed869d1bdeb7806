#pragma once

#include <array>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "hw/common/probe.h"
#include "hw/common/probe_time.h"
#include "hw/link/link_channel.h"

namespace tactus {

/// Signals of one direction of a link: what is on its wire, and for each class where its packets and credits are.
///
/// It watches the channel from its construction on, before anything is sent. Who has none pays for a look at a pointer.
/// Credits, packets in flight, occupied buffers and returning credits of a class add up to its buffers at any time.
/// Reference: docs/reference/waves.md.
class LinkWaves final : public LinkObserver {
 public:
  /// Number of the message or packet that a packet belongs to; 0: none. Empty: nobody knows, and there is no signal.
  using NumberOf = std::function<std::uint64_t(const LinkPacket& packet)>;
  struct Names {
    std::vector<std::string> kinds;                    ///< by class: name of its packets on the wire
    std::string update;                                ///< name of a credit update; empty: the wire has none
    std::array<std::string, kTrafficClasses> classes;  ///< scopes of the classes; empty: the link does not use it
    bool tagged = true;                                ///< packets have tags
  };

  /// `channel` must outlive it.
  LinkWaves(LinkChannel& channel, Names names, NumberOf number_of);
  ~LinkWaves() override { channel_.observe(nullptr); }
  LinkWaves(const LinkWaves&) = delete;
  LinkWaves& operator=(const LinkWaves&) = delete;

  void add_probes(ProbeList& probes, const std::string& scope, const ProbeTime& now);
  /// First time after `now` at which a value changes although nothing happens: the wire, credits
  /// that come back, and what those who ask the channel for obstacles see.
  [[nodiscard]] Picoseconds next_change(Picoseconds now) const;

  void sent(const LinkPacket& packet, Picoseconds now) override;
  void received(const LinkPacket& packet, Picoseconds now) override;
  void released(const LinkPacket& packet, Picoseconds now) override;
  void carried(bool update, Picoseconds begin, Picoseconds end) override;

 private:
  /// Time that the wire is given to one packet or update.
  struct Load {
    Picoseconds begin;
    Picoseconds end;
    std::size_t kind = 0;  ///< value of the signal `kind`
    LinkPacket packet{};
    std::uint64_t number = 0;
  };
  void read(std::uint64_t* values, Picoseconds now);
  /// Takes out loads that are over: nobody looks back.
  void forget(Picoseconds now) {
    while (!loads_.empty() && loads_.front().end <= now) loads_.pop_front();
  }

  LinkChannel& channel_;
  Names names_;
  NumberOf number_of_;
  std::deque<Load> loads_;  ///< in the order of time; those that are over are taken out when somebody looks
  std::array<std::uint32_t, kTrafficClasses> in_flight_{};
  std::array<std::uint32_t, kTrafficClasses> occupancy_{};
};

}  // namespace tactus
