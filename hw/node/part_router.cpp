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
             {[this] { ledger_.reset(); }, [this](Cycles edge) { wires_.tell_inputs(ledger_, edge); },
              [this](Cycles edge) { wires_.tell_outputs(ledger_, edge); },
              [this](int port) { return fmt::format("port {}", ledger_.ports().name(port)); }}),
      part_(PolicyContract(RouterPartKind::kName, part).made([&] { return part.make("part", site); })),
      wires_(static_cast<std::size_t>(site.config.ports().count()), watch_, "ports", "site.config.ports()") {
  wires_.bind<RouterPins>(*part_, *this);
}

PartRouter::~PartRouter() = default;

std::vector<std::string> PartRouter::final_faults() const {
  std::vector<std::string> faults = ledger().final_faults(name());
  if (std::string fault = watch_.fault(); !fault.empty()) faults.insert(faults.begin(), std::move(fault));
  return faults;
}

void PartRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  for (std::size_t i = 0; i < wires_.ports().size(); ++i) {
    const int port = static_cast<int>(i);
    const std::string at = fmt::format("{}.{}", scope, ledger_.ports().name(port));
    add_flit(probes, at + ".flit_i", *wires_.ports()[i].flit_in, false);
    add_flit(probes, at + ".flit_o", *wires_.ports()[i].flit_out, true);
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
