#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "rtl/twin/lockstep.h"
#include "rtl/twin/verilated_part.h"

namespace tactus {

/// The parts of a twin, and where their ports stand among the bits of a row.
class PartBits {
 public:
  /// Values that the model has for an instance, by the names of ports.
  using Values = std::initializer_list<std::pair<const char*, std::uint64_t>>;

  PartBits() = default;
  /// `names`, one for each instance, e.g. "engine_2.pacer"; `modelled`, the ports that the model has values for.
  PartBits(const PartPins& pins, const std::vector<std::string>& names, const std::vector<std::string>& modelled);

  [[nodiscard]] bool empty() const { return parts_.empty(); }
  [[nodiscard]] const std::vector<TwinPart>& parts() const { return parts_; }
  [[nodiscard]] unsigned instances() const { return static_cast<unsigned>(parts_.size()); }

  /// Puts the values of an instance into the words of the model; a port that the RTL lacks is left out.
  void put_model(Lockstep::Row& row, unsigned instance, Values values) const;
  /// Puts the values of all instances in `host`, a Verilated NIC or router, into the words of the RTL.
  template <class Host>
  void put_rtl(Lockstep::Row& row, const Host& host) const {
    for (unsigned instance = 0; instance < instances(); ++instance) {
      const std::vector<TwinPort>& ports = parts_[instance].ports;
      for (unsigned p = 0; p < ports.size(); ++p) {
        put_pin_bits(row.part_rtl.data(), ports[p].lsb, ports[p].bits, host.part_value(instance, p));
      }
    }
  }
  /// Port `port` means nothing while port `condition` of the RTL is 0: both sides have 0 there.
  void clear_unless(Lockstep::Row& row, unsigned instance, const char* port, const char* condition) const;

 private:
  [[nodiscard]] const TwinPort* find(unsigned instance, const std::string& name) const;

  std::vector<TwinPart> parts_;
};

}  // namespace tactus
