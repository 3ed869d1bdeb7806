#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/common/line_array.h"
#include "hw/common/router_config.h"
#include "hw/common/router_ports.h"
#include "hw/router/chances.h"
#include "hw/router/nomination_policy.h"
#include "hw/router/requester_numbers.h"
#include "hw/router/switch_request.h"

namespace tactus {

/// Input nomination of a router (docs/timing.md, ROUTER-10): the one packet that each input port offers to the outputs
/// at an edge. Of its requests that have credits, the one of the lowest rank (NominationPolicy); of several with that
/// rank, the one for the lowest output and then of the lowest requester. Plain class.
///
/// Whoever calls at every edge has the ports nominate among the requests that stand there. Whoever calls only at edges
/// that matter states requests ahead of their time, and has each port foresee its next chance: the edge at which it
/// nominates a packet whose output is free. Until then more credits, more requests and grants of its competitors may
/// change that; it is foreseen anew with each of these.
class Nomination {
 public:
  static constexpr std::uint64_t kNever = Chances::kNever;

  /// A request that an input port has stated.
  struct Stated {
    std::uint32_t rank = 0;
    std::uint32_t routed = 0;  ///< SwitchRequest
    SwitchNeed need;
    std::uint8_t out_port = 0;
    std::uint8_t requester = 0;
  };

  /// Credits of a packet: the edge from which it has them, as far as is known.
  struct Credits {
    std::uint64_t edge = 0;
    bool open = false;  ///< credits that become known later may make it an earlier one
  };

  /// `config` names a nomination that has ranks.
  Nomination(const RouterConfig& config, RouterPorts ports);

  void reset();
  /// `requester`, one of `in_port`, asks for `out_port`.
  void set(int out_port, int in_port, int requester, const SwitchRequest& request) {
    const SwitchNeed& need = request;
    const std::uint32_t rank = rank_({request.routed, request.flits, need.vc_mask, out_port, numbers_.vc(requester)});
    const Stated stated{rank, request.routed, need, static_cast<std::uint8_t>(out_port),
                        static_cast<std::uint8_t>(requester)};
    at(out_port).asking |= port_bit(in_port);
    Port& port = at(in_port);
    if (port.count != 0) return set_among_others(in_port, stated);
    port.lowest = stated;
    port.count = 1;
    port.nominee = 0;
  }
  /// A hint to the cache that requests of `in_port` are about to be stated or foreseen.
  void prefetch(int in_port) const { __builtin_prefetch(&at(in_port)); }
  /// The request that `in_port` nominates has been granted. `asks_on`: another of the port asks for that output.
  void remove_nominee(int in_port, bool asks_on);

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
    forget_nominees();
    for (; ports != 0; ports &= ports - 1) {
      const int in_port = first_port(ports);
      for (int number = 0; number < at(in_port).count; ++number) {
        const Stated& request = stated(in_port, number);
        if ((free >> request.requester & 1U) == 0 || !has_room(request.out_port, request.need)) continue;
        nominate(in_port, number);
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
      requesters |= RequestMask{1} << nominee(first_port(ports)).requester;
    }
    return requesters;
  }

  /// Input port `in_port` foresees its next chance after edge `now`, unless it has one at `now`. Its side is free from
  /// edge `side_free` on, output `o` from `opens(o)` on. `credited(out_port, const SwitchNeed&)` answers the Credits of
  /// a packet; an edge that is not after `now` if it has them. For requests of which `routed` is the first edge at
  /// which SA sees them, modulo 2^32.
  template <class Credited, class Opens>
  void foresee(int in_port, std::uint64_t now, std::uint64_t side_free, Credited credited, Opens opens) {
    if (chances_.of(in_port) <= now) return;
    Port& port = at(in_port);
    Outlook outlook;
    if (port.count != 0) {
      const std::uint64_t earliest = std::max(now + 1, side_free);
      const Offer first = offer(port.lowest, earliest, credited, opens);
      // Mostly nobody asks besides it, or it is nominated as soon as anybody can be.
      if (port.count > 1 && first.nominated > earliest) {
        outlook = foresee_all(in_port, earliest, credited, opens);
      } else {
        outlook = {first.granted, first.lacking};
        port.nominee = 0;
      }
    }
    if (port.lacking != outlook.lacking) note_lacking(in_port, outlook.lacking);
    chances_.set(in_port, outlook.chance);
  }
  /// Chances of the input ports.
  [[nodiscard]] const Chances& chances() const { return chances_; }
  /// All input ports that ask for `out_port`: none of these has a chance until it foresees one anew.
  PortSet compete_for(int out_port) {
    const PortSet competing = at(out_port).asking;
    chances_.forget(competing);
    return competing;
  }
  /// After all ports that competed have foreseen theirs.
  void find_first_chance() { chances_.find_first(); }
  /// The request that `in_port` nominates at its chance, or has nominated.
  [[nodiscard]] const Stated& nominee(int in_port) const { return stated(in_port, at(in_port).nominee); }
  /// Input ports to which more credits of `out_port` may give a chance earlier.
  [[nodiscard]] PortSet lacking(int out_port) const { return at(out_port).lacked_by; }
  /// The ports that have their chance first nominate what they have foreseen; what others have nominated is forgotten.
  /// Returns all that compete for the outputs: none of these has a chance until it foresees one anew.
  PortSet nominate_foreseen() {
    if (outputs_ != 0) forget_nominees();
    PortSet competing = 0;
    for (PortSet rest = chances_.first_ports(); rest != 0; rest &= rest - 1) {
      const int in_port = first_port(rest);
      nominate(in_port, at(in_port).nominee);
      competing |= at(nominee(in_port).out_port).asking;
    }
    chances_.forget(competing);
    return competing;
  }

 private:
  /// The knowledge about a request.
  struct Offer {
    std::uint64_t nominated = 0;  ///< edge from which its input port can nominate it
    std::uint64_t granted = 0;    ///< edge from which its output is free as well
    PortSet lacking = 0;          ///< the output, if more credits of it may give a chance earlier
  };
  /// The knowledge about an input port.
  struct Outlook {
    std::uint64_t chance = kNever;
    PortSet lacking = 0;  ///< Port
  };

  template <class Credited, class Opens>
  [[nodiscard]] static Offer offer(const Stated& request, std::uint64_t earliest, Credited credited, Opens opens) {
    const Credits has = credited(request.out_port, request.need);
    const std::uint64_t nominated = std::max(has.edge, seen_from(request, earliest));
    const std::uint64_t granted = std::max({nominated, earliest, opens(request.out_port)});
    return {nominated, granted, has.open ? port_bit(request.out_port) : 0};
  }
  /// The chance of `in_port` if any of its requests may be nominated then.
  template <class Credited, class Opens>
  [[gnu::noinline]] Outlook foresee_all(int in_port, std::uint64_t earliest, Credited credited, Opens opens) {
    Outlook outlook;
    std::uint64_t passed_over = kNever;  // from then on a lower rank is nominated
    at(in_port).nominee = 0;
    for (int number = 0; number < at(in_port).count; ++number) {
      const Offer one = offer(stated(in_port, number), earliest, credited, opens);
      outlook.lacking |= one.lacking;
      if (one.granted < passed_over && one.granted < outlook.chance) {
        outlook.chance = one.granted;
        at(in_port).nominee = static_cast<std::uint8_t>(number);
      }
      if (one.nominated <= earliest) break;
      passed_over = std::min(passed_over, one.nominated);
    }
    return outlook;
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  /// Request number `number` of `in_port`, in the order of their ranks.
  [[nodiscard]] const Stated& stated(int in_port, int number) const {
    return number == 0 ? at(in_port).lowest : others_[index(in_port * (places_ - 1) + number - 1)];
  }
  Stated& stated(int in_port, int number) {
    return number == 0 ? at(in_port).lowest : others_[index(in_port * (places_ - 1) + number - 1)];
  }

  void nominate(int in_port, int number) {
    at(in_port).nominee = static_cast<std::uint8_t>(number);
    const int out_port = nominee(in_port).out_port;
    outputs_ |= port_bit(out_port);
    at(out_port).nominating |= port_bit(in_port);
  }
  void forget_nominees() {
    for (; outputs_ != 0; outputs_ &= outputs_ - 1) at(first_port(outputs_)).nominating = 0;
  }
  void set_among_others(int in_port, const Stated& request);
  void note_lacking(int in_port, PortSet lacking);
  /// Edge from which SA sees `request`, whose number modulo 2^32 it has, near edge `about`.
  static std::uint64_t seen_from(const Stated& request, std::uint64_t about) {
    const auto after = static_cast<std::int32_t>(request.routed - static_cast<std::uint32_t>(about));
    return about + static_cast<std::uint64_t>(static_cast<std::int64_t>(after));
  }

  /// State of a port, as output and as input. A line of the cache: mostly an input port has one request.
  struct alignas(64) Port {
    PortSet asking = 0;             ///< input ports that ask for this output
    PortSet nominating = 0;         ///< input ports that nominate for it
    PortSet lacked_by = 0;          ///< input ports to which more credits of this output may give a chance earlier
    PortSet lacking = 0;            ///< outputs by which this input port is among these
    std::uint64_t chance = kNever;  ///< next chance of this input port
    Stated lowest;                  ///< its request of the lowest rank, if it has any
    std::uint8_t count = 0;         ///< its requests
    std::uint8_t nominee = 0;       ///< number of the request that it nominates at its chance, or has nominated
  };
  static_assert(sizeof(Port) == 64);
  Port& at(int port) { return ports_[index(port)]; }
  [[nodiscard]] const Port& at(int port) const { return ports_[index(port)]; }

  [[nodiscard]] Chances no_chances() { return {&at(0).chance, sizeof(Port) / sizeof(Port::chance)}; }

  RequesterNumbers numbers_;
  std::uint32_t (*rank_)(const NominationRequest& request);
  int places_;  ///< for requests, of an input port
  int ports_count_;
  PortSet outputs_ = 0;
  LineArray<Port> ports_;
  Chances chances_;           ///< chances of input ports
  LineArray<Stated> others_;  ///< by input port: its requests behind the lowest, in the order of their ranks
};

}  // namespace tactus
