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
  add_probes_together(probes,
                      {{scope, "kind", 2, {}, kFlitKind},
                       {scope, "vc", 3, {}, {}},
                       {scope, "data_lo", 64, {}, {}},
                       {scope, "data_hi", 64, {}, {}}},
                      [flit](std::uint64_t* values) {
                        const Flit& now = flit();
                        *values++ = flit_kind(now);
                        *values++ = now.vc;
                        *values++ = now.data_lo;
                        *values++ = now.data_hi;
                      });
}

/// Bits of a number from 0 to `most`.
int bits_to_count(int most) { return 32 - __builtin_clz(static_cast<unsigned>(most)); }

/// What stands at a port: the transfer through its output, and for each VC its input buffer and its output's credits.
void read_port(const RouterCore& core, int port, std::uint64_t* values) {
  const auto count = [](int value) { return static_cast<std::uint64_t>(value); };
  const auto port_or_none = [none = core.ports().count()](int value) {
    return static_cast<std::uint64_t>(value < 0 ? none : value);
  };
  *values++ = port_or_none(core.granted_to(port));
  *values++ = core.packet_through(port);
  *values++ = count(core.flits_left(port));
  for (int vc = 0; vc < core.virtual_channels(); ++vc) {
    *values++ = count(core.occupancy(port, vc));
    *values++ = count(core.credits(port, vc));
    *values++ = port_or_none(core.front_wants(port, vc));
    *values++ = core.front_packet(port, vc);
  }
}

void add_core_probes(ProbeList& probes, const std::string& scope, int port, const RouterCore* core) {
  std::vector<std::string> ports;
  for (int p = 0; p < core->ports().count(); ++p) ports.push_back(core->side_name(p));
  ports.emplace_back("none");
  const int port_bits = bits_to_count(core->ports().count());
  ProbeList group = {{scope, "granted_to", port_bits, {}, ports},
                     {scope, "packet", kPacketNumberBits, {}, {}},
                     {scope, "flits_left", 8, {}, {}}};
  for (int vc = 0; vc < core->virtual_channels(); ++vc) {
    const std::string vc_scope = fmt::format("{}.vc_{}", scope, vc);
    group.push_back({vc_scope, "occupancy", 17, {}, {}});
    group.push_back({vc_scope, "credits", 17, {}, {}});
    group.push_back({vc_scope, "front_wants", port_bits, {}, ports});
    group.push_back({vc_scope, "front_packet", kPacketNumberBits, {}, {}});
  }
  add_probes_together(probes, std::move(group),
                      [core, port](std::uint64_t* values) { read_port(*core, port, values); });
}

}  // namespace

void VcRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  for (int p = 0; p < core_.ports().count(); ++p) {
    const Pins& pins = pins_[static_cast<std::size_t>(p)];
    const std::string port_scope = fmt::format("{}.{}", scope, core_.ports().name(p));
    add_flit_probes(probes, port_scope + ".flit_i", [wire = pins.flit_in]() -> const Flit& { return wire->read(); });
    add_flit_probes(probes, port_scope + ".flit_o", [wire = pins.flit_out]() -> const Flit& { return wire->driven(); });
    add_core_probes(probes, port_scope, p, &core_);
  }
}

}  // namespace tactus
