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
    __builtin_prefetch(counts_.data());
    __builtin_prefetch(begin(port_of(requester)));
  }
  /// The request has been granted. `asks_on`: another of the same input port asks for that output.
  void remove(int out_port, int requester, bool asks_on);

  /// The input ports, a bit for each, that ask for any of the outputs in the mask `outputs`.
  [[nodiscard]] unsigned asking(unsigned outputs) const {
    unsigned ports = 0;
    for (; outputs != 0; outputs &= outputs - 1) ports |= asking_[index(__builtin_ctz(outputs))];
    return ports;
  }

  /// The input ports in `ports` nominate anew, the requesters in `free`; what others have nominated is forgotten.
  /// `has_room(out_port, const SwitchNeed&)`: a packet has its credits.
  template <class HasRoom>
  void nominate(unsigned ports, RequestMask free, HasRoom&& has_room) {
    for (; outputs_ != 0; outputs_ &= outputs_ - 1) nominating_[index(__builtin_ctz(outputs_))] = 0;
    for (; ports != 0; ports &= ports - 1) {
      const int in_port = __builtin_ctz(ports);
      const Stated* const end = begin(in_port) + counts_[index(in_port)];
      for (const Stated* request = begin(in_port); request != end; ++request) {
        if ((free >> request->requester & 1U) == 0 || !has_room(request->out_port, request->need)) continue;
        outputs_ |= 1U << request->out_port;
        nominating_[request->out_port] = with(nominating_[request->out_port], in_port);
        nominees_[index(in_port)] = request->requester;
        break;
      }
    }
  }
  /// Outputs that somebody is nominated for, a bit for each.
  [[nodiscard]] unsigned outputs() const { return outputs_; }
  /// Requesters that are nominated for `out_port`.
  [[nodiscard]] RequestMask requesters(int out_port) const {
    RequestMask requesters = 0;
    for (unsigned ports = nominating_[index(out_port)]; ports != 0; ports &= ports - 1) {
      requesters |= RequestMask{1} << nominees_[index(__builtin_ctz(ports))];
    }
    return requesters;
  }

  /// The requests of the input ports in `ports` that may be nominated before anything is granted that they compete
  /// with, more credits or not: of each port, in the order of their ranks, up to the first for which
  /// `visit(const Stated&)` says that it has its credits. Those behind it are passed over.
  template <class Visit>
  void foresee(unsigned ports, Visit&& visit) {
    for (; ports != 0; ports &= ports - 1) {
      const int in_port = __builtin_ctz(ports);
      const Stated* const requests = begin(in_port);
      const int count = counts_[index(in_port)];
      int seen = 0;
      while (seen < count && !visit(requests[seen++])) continue;
      foreseen_[index(in_port)] = static_cast<std::uint8_t>(seen);
    }
  }
  /// Calls `visit(const Stated&)` for those of them that ask for `out_port`. What has been stated since
  /// need not be among them: whoever states a request looks at its output.
  template <class Visit>
  void foreseen(int out_port, Visit&& visit) const {
    for (unsigned ports = asking_[index(out_port)]; ports != 0; ports &= ports - 1) {
      const int in_port = __builtin_ctz(ports);
      const Stated* const end = begin(in_port) + foreseen_[index(in_port)];
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

  /// A set of ports, a bit for each.
  using PortSet = std::uint32_t;
  static PortSet with(PortSet set, int port) { return static_cast<PortSet>(set | 1U << port); }
  static PortSet without(PortSet set, int port) { return static_cast<PortSet>(set & ~(1U << port)); }

  // As few lines of the cache as it can be.
  RequesterNumbers numbers_;
  std::uint32_t (*rank_)(const NominationRequest& request);
  int places_;  ///< places of an input port
  unsigned outputs_ = 0;
  std::array<PortSet, kMaxRouterPorts> asking_{};         ///< by output: the input ports that ask for it
  std::array<std::uint8_t, kMaxRouterPorts> counts_{};    ///< by input port: its requests
  std::array<std::uint8_t, kMaxRouterPorts> foreseen_{};  ///< by input port: its requests not passed over
  std::array<std::uint8_t, kMaxRouterPorts> nominees_{};  ///< by input port: requester that was nominated last
  std::array<PortSet, kMaxRouterPorts> nominating_{};     ///< by output: the input ports that nominate for it
  LineArray<Stated> stated_;                              ///< by input port, in the order of their ranks
};

}  // namespace tactus
