#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw/common/access_stages.h"
#include "hw/common/clock.h"
#include "hw/node/numa_node.h"

namespace tactus {

/// Times in which a wire was in use.
class WireHistory {
 public:
  /// [begin, end) from now on too; never before what was told before.
  void used(Picoseconds begin, Picoseconds end);
  /// Time of [begin, end) in which the wire was in use.
  [[nodiscard]] Picoseconds used_within(Picoseconds begin, Picoseconds end) const {
    return end > begin ? Picoseconds{used_before(end) - used_before(begin)} : Picoseconds{};
  }
  /// Whether it is time to `forget`.
  [[nodiscard]] bool full() const { return uses_.size() >= worth_forgetting_; }
  /// Nobody asks about what was before `time` any more.
  void forget(Picoseconds time);

 private:
  static constexpr std::size_t kFew = 256;
  struct Use {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t before = 0;  ///< use of the wire before `begin`
  };
  [[nodiscard]] std::uint64_t used_before(Picoseconds time) const;

  std::vector<Use> uses_;
  std::size_t worth_forgetting_ = kFew;
};

/// Says of every access to the memory of a node where its last TLP was, from the NIC's request to the answer. The last
/// TLP, and its last transfer, end an access: all on its way are first in, first out.
///
/// Watches links and controllers, and changes nothing. What it says is exact to the picosecond for each kind of place.
/// Of the time before a link the part without room stands before the part in which the wire was in use.
class AccessWays final : public AccessListener {
 public:
  /// `node` must outlive it.
  AccessWays(NumaNode& node, Clock clock);
  ~AccessWays() override;
  AccessWays(const AccessWays&) = delete;
  AccessWays& operator=(const AccessWays&) = delete;

  /// A NIC asks at edge `now` for the access that its slot knows as `tag`.
  void asked(bool read, std::uint32_t tag, Cycles now);
  /// Way so far of the access, which is answered at `now` and, if that is its end, forgotten.
  AccessWay answered(bool read, std::uint32_t tag, bool end, Picoseconds now);

  void given(const LinkPacket& packet, const MemoryController& memory, Picoseconds now) override;

 private:
  /// Way in picoseconds, up to `at`.
  struct Way {
    Cycles asked;
    Picoseconds at;
    std::array<Picoseconds, kAccessLegs> legs{};

    void spend(AccessLeg leg, Picoseconds time) {
      legs[static_cast<std::size_t>(leg)] += time;
      at += time;
    }
    void until(AccessLeg leg, Picoseconds time) {
      if (time > at) spend(leg, time - at);
    }
  };
  class Watch;

  static std::uint64_t key(bool read, std::uint32_t tag) { return std::uint64_t{tag} << 1U | (read ? 1U : 0U); }
  [[nodiscard]] Way* find(const LinkPacket& packet);
  /// When the first of the accesses under way was asked for.
  [[nodiscard]] Picoseconds oldest() const;

  NumaNode& node_;
  Clock clock_;
  std::unordered_map<std::uint64_t, Way> ways_;  ///< ways of accesses under way
  std::vector<std::unique_ptr<Watch>> watches_;  ///< by channel
};

}  // namespace tactus
