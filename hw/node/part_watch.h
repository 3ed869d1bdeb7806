#pragma once

#include <functional>
#include <string>

#include "hw/common/clock_domain.h"
#include "hw/common/edge_watcher.h"
#include "hw/common/policy_contract.h"

namespace tactus {

/// Has the accounts of a plug-in's part see every edge: first what the part put at the edges before, then what it
/// samples. Raises kPart with the plug-in's name, the instance, the port and the cycle.
///
/// A process may write what stands on a wire anew until the next edge. So outputs are looked at when that comes, or
/// when somebody asks for the accounts.
class PartWatch final : private EdgeWatcher {
 public:
  /// Calls to the accounts. All but `reset` throw PinFault.
  struct Accounts {
    std::function<void()> reset;
    std::function<void(Cycles edge)> inputs;   ///< sampled at the edge
    std::function<void(Cycles edge)> outputs;  ///< put at the edge, or between it and the next
    std::function<std::string(int port)> name_of;
  };

  /// `domain` must outlive it; `longest_delay`: of a wire of the part.
  PartWatch(PolicyContract contract, std::string instance, ClockDomain& domain, Cycles longest_delay,
            Accounts accounts);

  /// The port as messages name it.
  [[nodiscard]] std::string name_of(int port) const { return accounts_.name_of(port); }
  /// Looks at all that has been put by now.
  void settle() const { settle(domain_.next_edge()); }
  /// "plug-in and part, instance, port, cycle: fault" if one has been found and not been raised yet; otherwise empty.
  [[nodiscard]] std::string fault() const;
  [[noreturn]] void violated(const std::string& what) const;

 private:
  void edge_comes(Cycles now) override;
  void reset_has_been(Cycles now) override;
  void settle(Cycles next) const;
  void look(const std::function<void(Cycles)>& accounts, Cycles edge) const;

  const PolicyContract contract_;
  const std::string instance_;
  ClockDomain& domain_;
  const Cycles longest_delay_;
  const Accounts accounts_;
  mutable Cycles settled_;     ///< edges before this one have been looked at
  mutable std::string fault_;  ///< first one that was found
};

}  // namespace tactus
