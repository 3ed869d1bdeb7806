#pragma once

#include <systemc>

#include <cstdint>
#include <string>

#include "hw/common/clocked_module.h"
#include "hw/common/machine_config.h"
#include "hw/common/probe.h"
#include "hw/link/link_flit.h"
#include "hw/link/wire.h"
#include "hw/router/link_errors.h"
#include "hw/router/retry_receiver.h"
#include "hw/router/retry_sender.h"

namespace tactus {

/// One direction of a cable whose bits can be wrong: a sender with a replay buffer, a receiver that checks, and the
/// wires between them (docs/timing.md, LINK-6 to LINK-10).
///
/// The router before it is bound to `from_router` and told of room by `room`, the one behind it is bound to
/// `to_router`. No module: what it makes are children of the module in whose constructor it is made. Raises
/// kRouterOverflow when the router sends more than it has room for.
class RetryLink {
 public:
  /// The link that leaves `from` in this direction. `domain` must outlive it.
  RetryLink(const std::string& name, ClockDomain& domain, const MachineConfig& config, Coordinate from,
            Direction direction);

  Wire<Flit> from_router;
  Wire<LinkRoom> room;
  Wire<Flit> to_router;

  // Between two edges.
  /// Flits that have come from the router and have not been given to the next.
  [[nodiscard]] std::uint64_t flits() const;
  /// A packet is on it, or its acknowledgement on the way.
  [[nodiscard]] bool busy() const;
  /// Retries so far, but for the cycles in which its output was closed.
  [[nodiscard]] RetryCounts counts() const;
  /// Adds what is on its wires: at the sending end under `sender`, at the receiving end under `receiver`.
  void add_sender_probes(ProbeList& probes, const std::string& scope) const;
  void add_receiver_probes(ProbeList& probes, const std::string& scope) const;

 private:
  class SendingEnd : public ClockedModule {
   public:
    SendingEnd(const std::string& name, ClockDomain& domain, const MachineConfig& config, Coordinate from,
               Direction direction, RetryLink& link);
    [[nodiscard]] const RetrySender& sender() const { return sender_; }
    [[nodiscard]] std::uint64_t taken() const { return taken_; }

   private:
    void reset() override;
    Cycles tick(Cycles now) override;
    void put(LinkFlit& flit, Cycles now);

    RetryLink& link_;
    RetrySender sender_;
    LinkErrors errors_;  ///< that the wire makes
    const int dimensions_;
    int until_wrong_ = -1;  ///< flits before the one that will be wrong
    std::uint64_t taken_ = 0;
  };
  class ReceivingEnd : public ClockedModule {
   public:
    ReceivingEnd(const std::string& name, ClockDomain& domain, const RetrySettings& settings, RetryLink& link);
    [[nodiscard]] const RetryReceiver& receiver() const { return receiver_; }
    [[nodiscard]] std::uint64_t given() const { return given_; }

   private:
    void reset() override;
    Cycles tick(Cycles now) override;

    RetryLink& link_;
    RetryReceiver receiver_;
    std::uint64_t given_ = 0;
  };

  Wire<LinkFlit> wire_;
  Wire<LinkAck> ack_;
  SendingEnd sending_;
  ReceivingEnd receiving_;
};

}  // namespace tactus
