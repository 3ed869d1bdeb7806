#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "hw/node/fabric.h"

namespace tactus {

/// A fabric whose statistics are what the test says.
class FakeFabric final : public Fabric {
 public:
  explicit FakeFabric(MachineConfig config) : config_(std::move(config)) {}

  std::map<std::pair<int, Direction>, std::uint64_t> flits;  ///< by node and direction; 0 if absent
  std::map<std::tuple<int, int, int>, int> occupancy;        ///< by node, port and VC; 0 if absent
  std::map<std::uint64_t, std::uint64_t> nic_counters;       ///< by register

  [[nodiscard]] const MachineConfig& config() const override { return config_; }
  tlm::tlm_target_socket<32>& csr_tsock(int) override { return *absent<tlm::tlm_target_socket<32>>(); }
  sc_core::sc_signal<bool>& irq(int) override { return *absent<sc_core::sc_signal<bool>>(); }
  void observe(PacketObserver*) override {}
  [[nodiscard]] std::uint64_t link_flits(int node, Direction direction) const override {
    const auto found = flits.find({node, direction});
    return found == flits.end() ? 0 : found->second;
  }
  [[nodiscard]] int vc_occupancy(int node, int port, int vc) const override {
    const auto found = occupancy.find({node, port, vc});
    return found == occupancy.end() ? 0 : found->second;
  }
  [[nodiscard]] std::uint64_t nic_counter(std::uint64_t engine_register) const override {
    return nic_counters.at(engine_register);
  }
  [[nodiscard]] std::uint64_t movements() const override { return 0; }
  [[nodiscard]] bool something_due() const override { return false; }
  [[nodiscard]] std::uint64_t flits_in_flight() const override { return 0; }
  [[nodiscard]] Cycles changes_from(Cycles now) const override { return now + Cycles{1}; }
  [[nodiscard]] bool drained() const override { return true; }
  [[nodiscard]] ProbeList probes(int) const override { return {}; }
  [[nodiscard]] std::vector<WaitingPacket> waiting() const override { return {}; }
  [[nodiscard]] std::vector<std::string> conservation_faults() const override { return {}; }
  [[nodiscard]] std::vector<std::string> final_faults() const override { return {}; }

 private:
  template <class T>
  static T* absent() {
    throw std::logic_error("a fake fabric has no such part");
  }

  MachineConfig config_;
};

}  // namespace tactus
