#include "hw/node/part_router.h"

#include <fmt/core.h>

#include <utility>

namespace tactus {
namespace {

/// Flit on a wire as waves show it.
void add_flit(ProbeList& probes, const std::string& scope, const Wire<Flit>& wire, bool driven) {
  const auto flit = [&wire, driven]() -> const Flit& { return driven ? wire.driven() : wire.read(); };
  add_probes_together(probes,
                      {{scope, "valid", 1, {}, {}},
                       {scope, "head", 1, {}, {}},
                       {scope, "tail", 1, {}, {}},
                       {scope, "vc", 3, {}, {}},
                       {scope, "data_lo", 64, {}, {}},
                       {scope, "data_hi", 64, {}, {}}},
                      [flit](std::uint64_t* values) {
                        const Flit& now = flit();
                        *values++ = now.valid ? 1 : 0;
                        *values++ = now.head ? 1 : 0;
                        *values++ = now.tail ? 1 : 0;
                        *values++ = now.vc;
                        *values++ = now.data_lo;
                        *values++ = now.data_hi;
                      });
}

}  // namespace

PartRouter::PartRouter(const sc_core::sc_module_name& name, const RouterPart& part, const PartSite& site)
    : sc_module(name),
      RouterModule(site.config.ports()),
      ledger_(site.config, site.position),
      watch_({RouterPartKind::kName, part}, this->name(), site.domain, site.config.longest_link_delay() + Cycles{1},
             {[this] { ledger_.reset(); }, [this](Cycles edge) { take_inputs(edge); },
              [this](Cycles edge) { take_outputs(edge); },
              [this](int port) { return fmt::format("port {}", ledger_.ports().name(port)); }}),
      part_(PolicyContract(RouterPartKind::kName, part).made([&] { return part.make("part", site); })),
      wires_(static_cast<std::size_t>(site.config.ports().count())) {
  bind();
}

PartRouter::~PartRouter() = default;

void PartRouter::bind() {
  const std::size_t ports = wires_.size();
  const bool fits = part_->flit_i.size() == ports && part_->credit_o.size() == ports && part_->flit_o.size() == ports &&
                    part_->credit_i.size() == ports;
  if (!fits)
    watch_.violated(fmt::format("{} ports instead of the {} of site.config.ports()", part_->flit_i.size(), ports));
  for (std::size_t port = 0; port < ports; ++port) {
    part_->flit_i[port](flit_i[port]);
    part_->credit_o[port](credit_o[port]);
    part_->flit_o[port](flit_o[port]);
    part_->credit_i[port](credit_i[port]);
  }
}

void PartRouter::end_of_elaboration() {
  for (std::size_t port = 0; port < wires_.size(); ++port) {
    wires_[port] = {&wire_at<Flit>(flit_i[port]), &wire_at<CreditReturn>(credit_o[port]), &wire_at<Flit>(flit_o[port]),
                    &wire_at<CreditReturn>(credit_i[port])};
  }
}

void PartRouter::start_of_simulation() {
  for (std::size_t port = 0; port < wires_.size(); ++port) {
    if (wires_[port].flit_in->has_reader() && wires_[port].credit_in->has_reader()) continue;
    watch_.violated(fmt::format(
        "port {}: nobody reads the wire of {}: call `wire_at` and `read_by` in `end_of_elaboration`, or "
        "bind a WireToSignal",
        ledger_.ports().name(static_cast<int>(port)), wires_[port].flit_in->has_reader() ? "credit_i" : "flit_i"));
  }
}

void PartRouter::take_outputs(Cycles edge) {
  for (std::size_t port = 0; port < wires_.size(); ++port) {
    const Wire<Flit>& wire = *wires_[port].flit_out;
    const Flit& flit = wire.due_at(edge + wire.delay());
    if (flit.valid) ledger_.flit_out(static_cast<int>(port), flit, edge);
  }
  for (std::size_t port = 0; port < wires_.size(); ++port) {
    const Wire<CreditReturn>& wire = *wires_[port].credit_out;
    ledger_.credits_out(static_cast<int>(port), wire.due_at(edge + wire.delay()));
  }
}

void PartRouter::take_inputs(Cycles edge) {
  for (std::size_t port = 0; port < wires_.size(); ++port) {
    ledger_.credits_in(static_cast<int>(port), wires_[port].credit_in->due_at(edge));
    const Flit& flit = wires_[port].flit_in->due_at(edge);
    if (flit.valid) ledger_.flit_in(static_cast<int>(port), flit, edge);
  }
}

std::vector<std::string> PartRouter::final_faults() const {
  std::vector<std::string> faults = ledger().final_faults(name());
  if (std::string fault = watch_.fault(); !fault.empty()) faults.insert(faults.begin(), std::move(fault));
  return faults;
}

void PartRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  for (std::size_t i = 0; i < wires_.size(); ++i) {
    const int port = static_cast<int>(i);
    const std::string at = fmt::format("{}.{}", scope, ledger_.ports().name(port));
    add_flit(probes, at + ".flit_i", *wires_[i].flit_in, false);
    add_flit(probes, at + ".flit_o", *wires_[i].flit_out, true);
    for (int vc = 0; vc < virtual_channels(); ++vc) {
      add_probes_together(probes,
                          {{fmt::format("{}.vc_{}", at, vc), "occupancy", 17, {}, {}},
                           {fmt::format("{}.vc_{}", at, vc), "credits", 17, {}, {}}},
                          [this, port, vc](std::uint64_t* values) {
                            values[0] = static_cast<std::uint64_t>(occupancy(port, vc));
                            values[1] = static_cast<std::uint64_t>(credits(port, vc));
                          });
    }
  }
  if (const auto* view = dynamic_cast<const RouterView*>(part_.get())) view->add_probes(probes, scope + ".part");
}

std::unique_ptr<RouterModule> make_part_router(const char* name, const RouterPart& part, const PartSite& site) {
  return std::make_unique<PartRouter>(name, part, site);
}

}  // namespace tactus
