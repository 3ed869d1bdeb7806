#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/nic/nic_module.h"

namespace tactus {

/// For NICs that are another NIC with something around it: all views and registers are the inner NIC's. Whoever derives
/// from it is an `sc_module` besides, binds the inner NIC's pins, and overrides what is otherwise.
class NicAround : public NicModule {
 public:
  explicit NicAround(std::unique_ptr<NicModule> inner) : NicModule(inner->flit_o.size()), inner_(std::move(inner)) {}

  tlm::tlm_target_socket<32>& register_socket() override { return inner_->register_socket(); }
  void see(const RouterRoom& room) override { inner_->see(room); }
  void observe(PacketObserver* observer) override { inner_->observe(observer); }
  [[nodiscard]] std::uint64_t counter(std::uint64_t offset) const override { return inner_->counter(offset); }
  [[nodiscard]] std::uint64_t flits_sent() const override { return inner_->flits_sent(); }
  [[nodiscard]] std::uint64_t flits_received() const override { return inner_->flits_received(); }
  [[nodiscard]] std::uint64_t flits_in_receive_buffer() const override { return inner_->flits_in_receive_buffer(); }
  [[nodiscard]] bool something_due() const override { return inner_->something_due(); }
  [[nodiscard]] bool writes_pending() const override { return inner_->writes_pending(); }
  [[nodiscard]] bool control_pending() const override { return inner_->control_pending(); }
  void add_probes(ProbeList& probes, const std::string& scope) const override { inner_->add_probes(probes, scope); }
  [[nodiscard]] std::vector<std::string> final_faults() const override { return inner_->final_faults(); }

 protected:
  [[nodiscard]] NicModule& inner() { return *inner_; }
  /// Binds all pins of the inner NIC but its interrupt line to those of this one.
  void bind_pins() {
    for (std::size_t engine = 0; engine < flit_o.size(); ++engine) {
      inner_->flit_i[engine](flit_i[engine]);
      inner_->credit_o[engine](credit_o[engine]);
      inner_->flit_o[engine](flit_o[engine]);
      inner_->credit_i[engine](credit_i[engine]);
    }
  }

 private:
  std::unique_ptr<NicModule> inner_;
};

}  // namespace tactus
