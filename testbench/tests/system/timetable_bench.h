#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/node/torus.h"
#include "tlm_models/traffic/processor.h"

namespace tactus::test {

/// A one-sided message of one packet.
struct LonePacket {
  Coordinate source;
  Coordinate destination;
  int flits = 2;
};

/// A processor that hands packets to its NIC in given cycles.
class TimetableSender final : public Processor {
 public:
  TimetableSender(const sc_core::sc_module_name& name, const MachineConfig& machine)
      : Processor(name, machine.clock, {}, 0),
        engines_(static_cast<std::uint32_t>(machine.nics())),
        driver_(csr_isock, machine.nics(), machine.network.dimensions()) {}
  /// Times grow from call to call.
  void add(Cycles when, const LonePacket& packet, std::uint32_t tag) { table_.push_back({when, packet, tag}); }

 private:
  struct Entry {
    Cycles when;
    LonePacket packet;
    std::uint32_t tag;
  };
  NicDriver& driver() override { return driver_; }
  void take_completions(int engine, Cycles) override { driver_.take_completions(engine); }
  Cycles run(Cycles now) override;
  void send(const Entry& entry);

  const std::uint32_t engines_;
  NicDriver driver_;
  std::vector<Entry> table_;
  std::size_t next_ = 0;
};

/// A torus on which packets travel one at a time.
class TimetableBench final : public PacketObserver {
 public:
  /// Elaborates the machine; `packets` are sent in their order, each when the one before it has long arrived.
  TimetableBench(const MachineConfig& machine, const std::vector<LonePacket>& packets);

  /// Runs, and tells every packet that did not take `zero_load_latency` or the shortest way; empty if all did.
  std::string run();

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;

 private:
  struct Seen {
    int injections = 0;
    int deliveries = 0;
    int links = 0;
    Cycles injected;
    Cycles delivered;
  };
  [[nodiscard]] std::string fault_of(std::size_t packet) const;

  MachineConfig machine_;
  std::vector<LonePacket> packets_;
  std::vector<Seen> seen_;
  std::size_t travelling_ = 0;
  Cycles spacing_;
  Torus torus_;
  std::vector<std::unique_ptr<TimetableSender>> senders_;
};

}  // namespace tactus::test
