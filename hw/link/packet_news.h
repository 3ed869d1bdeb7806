#pragma once

#include <cstdint>

#include "hw/link/packet_observer.h"

namespace tactus {

/// Event of a packet as a value: which call of a PacketObserver it stands for, and the arguments of that call. Pointers
/// are valid as long as the arguments were.
struct PacketNews {
  enum class Kind : std::uint8_t { kInjected, kDelivered, kGranted, kWaited, kLeft, kWritten, kAccessed };

  Kind kind = Kind::kInjected;
  Cycles cycle;
  const RouteHeader* route = nullptr;
  const PacketHeader* header = nullptr;  ///< injected, delivered
  const RouterGrant* grant = nullptr;    ///< granted
  const SendWaits* waits = nullptr;      ///< waited
  int vc = 0;                            ///< left
  const AccessStages* stages = nullptr;  ///< accessed

  [[gnu::always_inline]] void tell(PacketObserver& observer) const {
    switch (kind) {
      case Kind::kInjected:
        return observer.packet_injected(*header, cycle);
      case Kind::kDelivered:
        return observer.packet_delivered(*header, cycle);
      case Kind::kGranted:
        return observer.packet_granted(*grant, *route);
      case Kind::kWaited:
        return observer.packet_waited(*route, *waits, cycle);
      case Kind::kLeft:
        return observer.packet_left(*route, vc, cycle);
      case Kind::kWritten:
        return observer.packet_written(*route, cycle);
      case Kind::kAccessed:
        return observer.packet_accessed(*route, *stages, cycle);
    }
  }
};

/// Observer that passes on or keeps what it is told: every call is one piece of news to it.
class PacketNewsObserver : public PacketObserver {
 public:
  virtual void hear(const PacketNews& event) = 0;

  void packet_injected(const PacketHeader& header, Cycles cycle) final {
    hear({PacketNews::Kind::kInjected, cycle, &header.route, &header});
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) final {
    hear({PacketNews::Kind::kGranted, grant.cycle, &header, nullptr, &grant});
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) final {
    hear({PacketNews::Kind::kDelivered, cycle, &header.route, &header});
  }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) final {
    hear({PacketNews::Kind::kWaited, cycle, &header, nullptr, nullptr, &waits});
  }
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) final {
    hear({PacketNews::Kind::kLeft, cycle, &header, nullptr, nullptr, nullptr, vc});
  }
  void packet_written(const RouteHeader& header, Cycles cycle) final {
    hear({PacketNews::Kind::kWritten, cycle, &header});
  }
  void packet_accessed(const RouteHeader& header, const AccessStages& stages, Cycles cycle) final {
    hear({PacketNews::Kind::kAccessed, cycle, &header, nullptr, nullptr, nullptr, 0, &stages});
  }
};

}  // namespace tactus
