#include "rtl/twin/rtl_probes.h"

#include "rtl/twin/flit_pins.h"

namespace tactus {

void add_rtl_probes(ProbeList& probes, const std::string& scope, const std::string& prefix, const Lockstep& lockstep,
                    const TwinPort& port, const std::function<Cycles()>& now) {
  const auto add = [&](const std::string& name, unsigned first, unsigned bits) {
    const unsigned lsb = port.lsb + first;
    probes.push_back({scope,
                      prefix + name,
                      static_cast<int>(bits),
                      [&lockstep, now, lsb, bits] {
                        const Lockstep::Row& row = lockstep.newest();
                        return row.edge == now() ? pin_bits(row.rtl.data(), lsb, bits) : 0;
                      },
                      {}});
  };
  if (port.kind != TwinPort::Kind::kFlit) return add("", 0, port.bits);
  add("valid", 133, 1);
  add("head", 132, 1);
  add("tail", 131, 1);
  add("vc", 128, 3);
  add("data_hi", 64, 64);
  add("data_lo", 0, 64);
}

}  // namespace tactus
