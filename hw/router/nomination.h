#pragma once

#include <array>
#include <cstdint>

#include "hw/common/line_array.h"
#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/requester_numbers.h"
#include "hw/router/switch_request.h"

namespace tactus {

/// Input nomination of a router (docs/timing.md, ROUTER-10): the one packet that each input port offers to the outputs
/// at an edge. Of its requests that have credits, the one of the lowest rank (NominationPolicy); of several with that
/// rank, the one for the lowest output and then of the lowest requester. Plain class.
class alignas(64) Nomination {
 public:
  /// A request that an input port has stated.
  struct Stated {
    std::uint32_t rank = 0;
    SwitchNeed need;
    std::uint8_t out_port = 0;
    std::uint8_t requester = 0;
  };

  /// `config` names a nomination that has ranks.
  Nomination(const RouterConfig& config, RouterPorts ports);

  void reset();
  void set(int out_port, int requester, const SwitchRequest& request);
  /// A hint to the cache that `set` is about to be called for `requester`.
  void prefetch(int requester) const {
    __builtin_prefetch(&at(port_of(requester)));
    __builtin_prefetch(begin(port_of(requester)));
  }
  /// The request has been granted. `asks_on`: another of the same input port asks for that output.
  void remove(int out_port, int requester, bool asks_on);

  /// The input ports, a bit for each, that ask for any of the outputs in the mask `outputs`.
  [[nodiscard]] PortSet asking(PortSet outputs) const {
    PortSet ports = 0;
    for (; outputs != 0; outputs &= outputs - 1) ports |= at(first_port(outputs)).asking;
    return ports;
  }

  /// The input ports in `ports` nominate anew, the requesters in `free`; what others have nominated is forgotten.
  /// `has_room(out_port, const SwitchNeed&)`: a packet has its credits.
  template <class HasRoom>
  void nominate(PortSet ports, RequestMask free, HasRoom&& has_room) {
    for (; outputs_ != 0; outputs_ &= outputs_ - 1) at(first_port(outputs_)).nominating = 0;
    for (; ports != 0; ports &= ports - 1) {
      const int in_port = first_port(ports);
      const Stated* const end = begin(in_port) + at(in_port).count;
      for (const Stated* request = begin(in_port); request != end; ++request) {
        if ((free >> request->requester & 1U) == 0 || !has_room(request->out_port, request->need)) continue;
        outputs_ |= port_bit(request->out_port);
        at(request->out_port).nominating |= port_bit(in_port);
        at(in_port).nominee = request->requester;
        break;
      }
    }
  }
  /// Outputs that somebody is nominated for, a bit for each.
  [[nodiscard]] PortSet outputs() const { return outputs_; }
  /// Requesters that are nominated for `out_port`.
  [[nodiscard]] RequestMask requesters(int out_port) const {
    RequestMask requesters = 0;
    for (PortSet ports = at(out_port).nominating; ports != 0; ports &= ports - 1) {
      requesters |= RequestMask{1} << at(first_port(ports)).nominee;
    }
    return requesters;
  }

  /// The requests of the input ports in `ports` that may be nominated before anything is granted that they compete
  /// with, more credits or not: of each port, in the order of their ranks, up to the first for which
  /// `visit(const Stated&)` says that it has its credits. Those behind it are passed over.
  template <class Visit>
  void foresee(PortSet ports, Visit&& visit) {
    for (; ports != 0; ports &= ports - 1) {
      const int in_port = first_port(ports);
      const Stated* const requests = begin(in_port);
      const int count = at(in_port).count;
      int seen = 0;
      while (seen < count && !visit(requests[seen++])) continue;
      at(in_port).foreseen = static_cast<std::uint8_t>(seen);
    }
  }
  /// Calls `visit(const Stated&)` for those of them that ask for `out_port`. What has been stated since
  /// need not be among them: whoever states a request looks at its output.
  template <class Visit>
  void foreseen(int out_port, Visit&& visit) const {
    for (PortSet ports = at(out_port).asking; ports != 0; ports &= ports - 1) {
      const int in_port = first_port(ports);
      const Stated* const end = begin(in_port) + at(in_port).foreseen;
      for (const Stated* request = begin(in_port); request != end; ++request) {
        if (request->out_port == out_port) visit(*request);
      }
    }
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int port_of(int requester) const { return numbers_.port(requester); }
  [[nodiscard]] const Stated* begin(int in_port) const { return &stated_[index(in_port * places_)]; }
  Stated* begin(int in_port) { return &stated_[index(in_port * places_)]; }

  /// State of a port, as output and as input.
  struct Port {
    PortSet asking = 0;         ///< input ports that ask for this output
    PortSet nominating = 0;     ///< input ports that nominate for it
    std::uint8_t count = 0;     ///< requests of this input port
    std::uint8_t foreseen = 0;  ///< requests of it that are not passed over
    std::uint8_t nominee = 0;   ///< requester that it nominated last
  };
  Port& at(int port) { return ports_[index(port)]; }
  [[nodiscard]] const Port& at(int port) const { return ports_[index(port)]; }

  RequesterNumbers numbers_;
  std::uint32_t (*rank_)(const NominationRequest& request);
  int places_;  ///< for requests, of an input port
  int ports_count_;
  PortSet outputs_ = 0;
  LineArray<Port> ports_;
  LineArray<Stated> stated_;  ///< by input port, in the order of their ranks
};

}  // namespace tactus
