#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/router/request_table.h"

namespace tactus {

/// The choice of packets that may go by several outputs (docs/reference/routing.md, ROUTE-41). The cost of an output is
/// what the packet finds in the buffer behind it and its own flits, per permitted VC, times the links of the way that
/// begins there. A packet offers itself to an output unless another one that it asks for costs less.
/// Plain class; `Credits` answers `find_room` and `used` as OutputCredits does.
class OutputChoice {
 public:
  /// `waits_for_best`: an output counts that is not free or has no room, too.
  OutputChoice(const RouterConfig& config, RouterPorts ports, bool waits_for_best)
      : waits_for_best_(waits_for_best),
        ports_(ports.count()),
        asked_(index(ports_ * config.virtual_channels)),
        links_(asked_.size() * index(ports_)) {}

  void reset() { asked_.assign(asked_.size(), 0); }
  /// `requester` asks for `out_port`, as well as for those that it has asked for before.
  void ask(int requester, int out_port, std::uint16_t links) {
    asked_[index(requester)] |= port_bit(out_port);
    links_[place(requester, out_port)] = links;
  }
  /// It has been granted one of them: the outputs that it asked for.
  PortSet forget(int requester) { return std::exchange(asked_[index(requester)], PortSet{}); }

  /// Whether `requester` rather waits for another output than `out_port`. `free`: the outputs that are free.
  template <class Credits>
  [[nodiscard]] bool prefers_another(int requester, int out_port, PortSet free, const RequestTable& table,
                                     Credits& credits) const {
    PortSet others = asked_[index(requester)] & ~port_bit(out_port);
    if (!waits_for_best_) others &= free;
    if (others == 0) return false;
    const Cost here = cost(requester, out_port, table, credits);
    for (; others != 0; others &= others - 1) {
      const int other = first_port(others);
      const SwitchNeed& need = table.need(other, requester);
      const bool counts = waits_for_best_ || credits.find_room(other, need) >= 0;
      if (counts && cost(requester, other, table, credits).is_less_than(here)) return true;
    }
    return false;
  }

 private:
  struct Cost {
    std::int64_t sum = 0;  ///< over the permitted VCs
    std::int64_t vcs = 0;
    [[nodiscard]] bool is_less_than(const Cost& other) const { return sum * other.vcs < other.sum * vcs; }
  };

  template <class Credits>
  [[nodiscard]] Cost cost(int requester, int out_port, const RequestTable& table, Credits& credits) const {
    const SwitchNeed& need = table.need(out_port, requester);
    Cost cost;
    for (unsigned rest = need.vc_mask; rest != 0; rest &= rest - 1) {
      cost.sum += credits.used(out_port, __builtin_ctz(rest)) + need.credits;
      ++cost.vcs;
    }
    cost.sum *= links_[place(requester, out_port)];
    return cost;
  }
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] std::size_t place(int requester, int out_port) const { return index(requester * ports_ + out_port); }

  bool waits_for_best_;
  int ports_;
  std::vector<PortSet> asked_;        ///< by requester: outputs
  std::vector<std::uint16_t> links_;  ///< by requester and output: of the request that is stated
};

}  // namespace tactus
