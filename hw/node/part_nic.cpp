#include "hw/node/part_nic.h"

#include <fmt/core.h>

#include <utility>

#include "hw/nic/nic_registers.h"

namespace tactus {

PartNic::PartNic(const sc_core::sc_module_name& name, const NicPart& part, const PartSite& site, MemoryPort& memory)
    : sc_module(name),
      NicModule(static_cast<std::size_t>(site.config.nics())),
      ledger_(site.config, site.position),
      watch_(
          {NicPartKind::kName, part}, this->name(), site.domain, Cycles{1},
          {[this] { ledger_.reset(); }, [this](Cycles edge) { take_inputs(edge); },
           [this](Cycles edge) { take_outputs(edge); }, [](int engine) { return fmt::format("engine {}", engine); }}),
      part_(PolicyContract(NicPartKind::kName, part).made([&] { return part.make("part", site, memory); })),
      wires_(static_cast<std::size_t>(site.config.nics())) {
  bind();
}

PartNic::~PartNic() = default;

void PartNic::bind() {
  const std::size_t engines = wires_.size();
  const bool fits = part_->flit_i.size() == engines && part_->credit_o.size() == engines &&
                    part_->flit_o.size() == engines && part_->credit_i.size() == engines;
  if (!fits) {
    watch_.violated(fmt::format("{} engines instead of the {} of site.config.nics()", part_->flit_i.size(), engines));
  }
  for (std::size_t engine = 0; engine < engines; ++engine) {
    part_->flit_i[engine](flit_i[engine]);
    part_->credit_o[engine](credit_o[engine]);
    part_->flit_o[engine](flit_o[engine]);
    part_->credit_i[engine](credit_i[engine]);
  }
  part_->irq_o(irq_o);
}

void PartNic::end_of_elaboration() {
  for (std::size_t engine = 0; engine < wires_.size(); ++engine) {
    wires_[engine] = {&wire_at<Flit>(flit_i[engine]), &wire_at<CreditReturn>(credit_o[engine]),
                      &wire_at<Flit>(flit_o[engine]), &wire_at<CreditReturn>(credit_i[engine])};
  }
}

void PartNic::start_of_simulation() {
  for (std::size_t engine = 0; engine < wires_.size(); ++engine) {
    if (wires_[engine].flit_in->has_reader() && wires_[engine].credit_in->has_reader()) continue;
    watch_.violated(
        fmt::format("engine {}: nobody reads the wire of {}: call `wire_at` and `read_by` in "
                    "`end_of_elaboration`, or bind a WireToSignal",
                    engine, wires_[engine].flit_in->has_reader() ? "credit_i" : "flit_i"));
  }
}

void PartNic::take_outputs(Cycles edge) {
  for (std::size_t e = 0; e < wires_.size(); ++e) {
    const Flit& flit = wires_[e].flit_out->due_at(edge + Cycles{1});
    if (flit.valid) ledger_.flit_out(static_cast<int>(e), flit, edge);
    ledger_.credits_out(static_cast<int>(e), wires_[e].credit_out->due_at(edge + Cycles{1}));
  }
}

void PartNic::take_inputs(Cycles edge) {
  for (std::size_t e = 0; e < wires_.size(); ++e) {
    ledger_.credits_in(static_cast<int>(e), wires_[e].credit_in->due_at(edge));
    const Flit& flit = wires_[e].flit_in->due_at(edge);
    if (flit.valid) ledger_.flit_in(static_cast<int>(e), flit, edge);
  }
}

std::uint64_t PartNic::counter(std::uint64_t offset) const {
  if (offset == nic_reg::kTxPackets) return ledger().packets_sent();
  if (offset == nic_reg::kRxPackets) return ledger().packets_received();
  return part_->counter(offset);
}

std::vector<std::string> PartNic::final_faults() const {
  std::vector<std::string> faults = ledger().final_faults(name());
  for (std::string& fault : part_->final_faults()) faults.push_back(std::move(fault));
  if (std::string fault = watch_.fault(); !fault.empty()) faults.insert(faults.begin(), std::move(fault));
  return faults;
}

std::unique_ptr<NicModule> make_part_nic(const char* name, const NicPart& part, const PartSite& site,
                                         MemoryPort& memory) {
  return std::make_unique<PartNic>(name, part, site, memory);
}

}  // namespace tactus
