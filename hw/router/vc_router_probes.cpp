#include <fmt/core.h>

#include "hw/link/packet_number.h"
#include "hw/router/vc_router.h"

namespace tactus {
namespace {

const std::vector<std::string> kFlitKind = {"idle", "head", "body", "tail"};

std::uint64_t flit_kind(const Flit& flit) {
  if (!flit.valid) return 0;
  return flit.head ? 1 : flit.tail ? 3 : 2;
}

/// `flit()` is the flit on the port.
template <class Read>
void add_flit_probes(ProbeList& probes, const std::string& scope, Read flit) {
  probes.push_back({scope, "kind", 2, [flit] { return flit_kind(flit()); }, kFlitKind});
  probes.push_back({scope, "vc", 3, [flit] { return std::uint64_t{flit().vc}; }, {}});
  probes.push_back({scope, "data_lo", 64, [flit] { return flit().data_lo; }, {}});
  probes.push_back({scope, "data_hi", 64, [flit] { return flit().data_hi; }, {}});
}

void add_core_probes(ProbeList& probes, const std::string& scope, int port, const RouterCore* core) {
  const auto count = [](int value) { return static_cast<std::uint64_t>(value); };
  const auto port_or_none = [](int value) { return static_cast<std::uint64_t>(value < 0 ? kRouterPorts : value); };
  std::vector<std::string> ports(kPortNames.begin(), kPortNames.end());
  ports.emplace_back("none");
  probes.push_back({scope, "granted_to", 4, [=] { return port_or_none(core->granted_to(port)); }, ports});
  probes.push_back({scope, "packet", kPacketNumberBits, [=] { return core->packet_through(port); }, {}});
  probes.push_back({scope, "flits_left", 8, [=] { return count(core->flits_left(port)); }, {}});
  for (int vc = 0; vc < core->virtual_channels(); ++vc) {
    const std::string vc_scope = fmt::format("{}.vc_{}", scope, vc);
    probes.push_back({vc_scope, "occupancy", 17, [=] { return count(core->occupancy(port, vc)); }, {}});
    probes.push_back({vc_scope, "credits", 17, [=] { return count(core->credits(port, vc)); }, {}});
    probes.push_back({vc_scope, "front_wants", 4, [=] { return port_or_none(core->front_wants(port, vc)); }, ports});
    probes.push_back({vc_scope, "front_packet", kPacketNumberBits, [=] { return core->front_packet(port, vc); }, {}});
  }
}

}  // namespace

void VcRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    const std::string port_scope = fmt::format("{}.{}", scope, kPortNames[port]);
    add_flit_probes(probes, port_scope + ".flit_i", [wire = flit_in_[port]] { return wire->read(); });
    add_flit_probes(probes, port_scope + ".flit_o", [wire = flit_out_[port]] { return wire->driven(); });
    add_core_probes(probes, port_scope, static_cast<int>(port), &core_);
  }
}

}  // namespace tactus
